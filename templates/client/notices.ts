import { initShareButtons } from './share.ts';

/** The most names of other pages that are shown. */
const maxOthers = 60;

initShareButtons();
for (const search of document.querySelectorAll<HTMLElement>('[data-filter]')) initFilter(search);

/** Shows only the notices with what is typed in their name or place; those on other pages of the list as links. */
function initFilter(search: HTMLElement) {
  const field = search.querySelector('input') as HTMLInputElement;
  const status = search.querySelector('[role=status]') as HTMLElement;
  const others = document.querySelector('[data-others]') as HTMLElement;
  const entries = [...document.querySelectorAll<HTMLElement>('[data-name]')];
  const here = new Set(entries.map((entry) => entry.querySelector('a')?.getAttribute('href')));
  let names: readonly (readonly [path: string, title: string, place: string])[] | undefined;

  /** Loads the names of the notices on other pages, once. */
  async function load() {
    const { filter } = search.dataset;
    if (!filter || names) return;
    names = [];
    try {
      names = (await (await fetch(filter)).json()).filter(([path]: readonly string[]) => !here.has(path));
      show();
    } catch {
      // The next letter tries again.
      names = undefined;
    }
  }

  function show() {
    const query = plain(field.value.trim());
    for (const entry of entries) entry.hidden = !plain(entry.dataset.name ?? '').includes(query);
    for (const day of document.querySelectorAll<HTMLElement>('.notices__day'))
      day.hidden = !day.querySelector('[data-name]:not([hidden])');
    const found =
      query === '' ? [] : (names ?? []).filter(([, ...name]) => plain(name.join(' ')).includes(query));
    others.replaceChildren(...found.slice(0, maxOthers).map(linkOf));
    const count = entries.filter(({ hidden }) => !hidden).length + found.length;
    const { none, one, many } = scriptWords.notices;
    const all = `${count.toLocaleString(document.documentElement.lang)} ${many}`;
    status.textContent = query === '' ? '' : count === 0 ? none : count === 1 ? one : all;
  }

  function update() {
    load();
    show();
  }

  field.addEventListener('focus', load);
  field.addEventListener('input', update);
  // A reader may have begun to type before this script came.
  if (field.value !== '') update();
}

function linkOf([path, title, place]: readonly [string, string, string]): HTMLElement {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: path, textContent: title });
  item.append(
    link,
    ' ',
    Object.assign(document.createElement('span'), { className: 'fine', textContent: place }),
  );
  return item;
}

/** A text without accents and capital letters. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
