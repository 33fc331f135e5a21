import { whenShown } from './when-shown.ts';

const minute = 60_000;
const maxWait = 15 * minute;

const entriesIn = (page: Document) => page.querySelector<HTMLElement>('[data-entries]');
const list = entriesIn(document);
if (list?.dataset.entries === 'live') whenShown(() => follow(list));

/** Asks for this page each minute while it is seen, and offers its new entries by a button: nothing moves until a reader wants them. */
function follow(list: HTMLElement) {
  const news = document.createElement('p');
  news.className = 'entries__news';
  // A screen reader announces what is put in later.
  news.role = 'status';
  list.before(news);
  const button = document.createElement('button');
  button.className = 'button';
  // Loads the page again, at its uppermost new entry.
  button.addEventListener('click', () => {
    history.scrollRestoration = 'manual';
    history.replaceState(null, '', `#${newest}`);
    location.reload();
  });
  const known = new Set(Array.from(list.children, ({ id }) => id));
  let newest = '';
  let wait = minute;

  async function ask() {
    if (document.hidden) return document.addEventListener('visibilitychange', ask, { once: true });
    try {
      const response = await fetch(location.pathname + location.search, { cache: 'no-cache' });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const next = response.ok ? entriesIn(page) : null;
      if (!next) throw new Error(response.statusText);
      wait = minute;
      const fresh = Array.from(next.children, ({ id }) => id).filter((id) => !known.has(id));
      newest = fresh[0] ?? '';
      offer(fresh.length);
      if (next.dataset.entries !== 'live') return end();
    } catch {
      wait = Math.min(maxWait, 2 * wait);
    }
    setTimeout(ask, wait);
  }

  function offer(count: number) {
    const text = count === 1 ? scriptWords.entries.one : `${count} ${scriptWords.entries.many}`;
    // The same text once more would be announced once more.
    if (button.textContent !== text) button.textContent = text;
    if (count === 0) button.remove();
    else if (!button.isConnected) news.prepend(button);
  }

  function end() {
    const words = document.createElement('span');
    words.textContent = scriptWords.entries.over;
    news.append(' ', words);
    for (const mark of ['.article__head .mark--live', '.live__newest'])
      document.querySelector(mark)?.remove();
  }

  setTimeout(ask, wait);
}
