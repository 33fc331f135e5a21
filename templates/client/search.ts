/*! Includes MiniSearch by Luca Ongaro, MIT license: https://github.com/lucaong/minisearch */
import { createSearchIndex, type Entry } from './search-index.ts';

/** With fewer letters almost every post would be found. */
const minQuery = 2;
const maxShown = 20;

const find = <T extends HTMLElement>(selector: string) => document.querySelector(selector) as T;
const search = find('[data-search]');
const field = find<HTMLInputElement>('[name=q]');
const [count, progress, results] = [find('[data-count]'), find('[data-progress]'), find('[data-results]')];
const files = search.dataset.search?.split(' ') ?? [];
const index = createSearchIndex();
const words = scriptWords.search;
let isLoading = false;
let hasFailed = false;

/** Loads what is not loaded yet, newest first. */
async function load() {
  if (isLoading) return;
  isLoading = true;
  try {
    for (; files[0]; files.shift()) {
      progress.textContent = `${words.year} ${/\d{4}/.exec(files[0])} …`;
      const response = await fetch(files[0]);
      if (!response.ok) throw new Error(response.statusText);
      await index.add(await response.json());
      show();
    }
    progress.textContent = '';
    hasFailed = false;
  } catch {
    progress.textContent = words.failed;
    hasFailed = true;
    show();
  }
  isLoading = false;
}

function show() {
  // Results stay as they are while a reader goes through them.
  if (results.contains(document.activeElement)) return;
  const query = field.value.trim();
  const isQuery = query.length >= minQuery;
  const found = isQuery ? index.find(query) : [];
  // The list of the newest stays if the others cannot be searched.
  results.hidden = !isQuery || (found.length === 0 && hasFailed);
  results.replaceChildren(...found.slice(0, maxShown).map(resultOf));
  const isFinal = found.length > 0 || (isQuery && files.length === 0);
  count.textContent = isFinal ? countOf(found.length) : '';
}

function update() {
  show();
  if (field.value !== '') load();
}

/** Keeps the query in the address, to which readers return from a result. */
function keep() {
  const query = new URLSearchParams({ q: field.value.trim() });
  history.replaceState(null, '', query.get('q') ? `?${query}` : location.pathname);
}

function countOf(found: number): string {
  const { none, one, many, best } = scriptWords.search;
  if (found < 2) return found === 0 ? none : one;
  const all = `${found.toLocaleString(document.documentElement.lang)} ${many}`;
  return found > maxShown ? `${all} ${best}` : all;
}

// A format takes longer to make than a result.
const dates = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'medium',
  timeZone: 'UTC',
});

function resultOf([path, title, excerpt, author, , day]: Entry): HTMLElement {
  const result = document.createElement('li');
  result.append(
    element('a', title, { href: path }),
    ' ',
    element('time', dates.format(new Date(day)), { dateTime: day }),
    element('p', excerpt),
    element('p', author, { className: 'fine' }),
  );
  return result;
}

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  textContent: string,
  more: Partial<HTMLElementTagNameMap[Name]> = {},
) => Object.assign(document.createElement(name), { textContent, ...more });

// A reader may have begun to type before this script came.
field.value ||= new URLSearchParams(location.search).get('q') ?? '';
if (field.value !== '') load();
field.addEventListener('focus', load);
field.addEventListener('input', update);
field.addEventListener('change', keep);
