import { whenShown } from './when-shown.ts';

const minute = 60_000;
const maxWait = 15 * minute;

const entriesIn = (page: Document) => page.querySelector<HTMLElement>('[data-entries]');
const list = entriesIn(document);
if (list?.dataset.entries === 'live') whenShown(() => follow(list));

/**
 * Asks for this page each minute while it is seen, and offers its new entries by a button: nothing moves until a reader wants them. After an
 * error it waits longer. A page that says the story is over is the last.
 */
function follow(list: HTMLElement) {
  const news = document.createElement('p');
  news.className = 'entries__news';
  // A screen reader announces what is put in later.
  news.role = 'status';
  list.before(news);
  // As they were sent: scripts may change what is shown.
  const sent = new Map(Array.from(list.children, (entry) => [entry.id, entry.outerHTML]));
  let wait = minute;

  async function ask() {
    if (document.hidden) return document.addEventListener('visibilitychange', ask, { once: true });
    try {
      const response = await fetch(location.pathname + location.search, { cache: 'no-cache' });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const next = response.ok ? entriesIn(page) : null;
      if (!next) throw new Error(response.statusText);
      wait = minute;
      offer(page, next);
      if (next.dataset.entries !== 'live') return end();
    } catch {
      wait = Math.min(maxWait, 2 * wait);
    }
    setTimeout(ask, wait);
  }

  function offer(page: Document, next: HTMLElement) {
    const count = Array.from(next.children).filter(({ id }) => !sent.has(id)).length;
    if (count === 0) return;
    const button = document.createElement('button');
    button.className = 'button';
    button.type = 'button';
    button.textContent = count === 1 ? scriptWords.entries.one : `${count} ${scriptWords.entries.many}`;
    button.addEventListener('click', () => {
      button.remove();
      show(page, next);
    });
    const before = news.querySelector('button');
    if (before?.textContent === button.textContent) before.replaceWith(button);
    else news.replaceChildren(button);
  }

  /** Puts the entries of another page into this one, in its order; those that have not changed stay as they are. */
  function show(page: Document, next: HTMLElement) {
    for (const link of page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (!document.querySelector(`link[href="${link.getAttribute('href')}"]`)) document.head.append(link);
    let newest: HTMLElement | undefined;
    let below: Element | null = null;
    const entries = [...next.children] as HTMLElement[];
    for (const entry of entries.reverse()) {
      const { id, outerHTML } = entry;
      const present = document.getElementById(id);
      const isSame = sent.get(id) === outerHTML;
      const shown: HTMLElement = present && isSame ? present : entry;
      if (present && !isSame) present.replaceWith(entry);
      if (shown.nextElementSibling !== below || shown.parentElement !== list) list.insertBefore(shown, below);
      if (!sent.has(id)) newest = shown;
      sent.set(id, outerHTML);
      below = shown;
    }
    const ids = new Set(entries.map(({ id }) => id));
    for (const entry of [...list.children]) if (!ids.has(entry.id)) entry.remove();
    for (const part of ['.live__known', '.live__moments']) {
      const other = page.querySelector(part);
      if (other) document.querySelector(part)?.replaceWith(other);
    }
    const [time, newer] = [document, page].map((of) =>
      of.querySelector<HTMLTimeElement>('.live__newest time'),
    );
    if (time && newer)
      [time.dateTime, time.title, time.textContent] = [newer.dateTime, '', newer.textContent];
    if (!newest) return;
    newest.tabIndex = -1;
    newest.focus();
  }

  function end() {
    const words = document.createElement('span');
    words.textContent = scriptWords.entries.over;
    news.append(' ', words);
    document.querySelector('.article__head .mark--live')?.remove();
    document.querySelector('.live__newest')?.remove();
  }

  setTimeout(ask, wait);
}
