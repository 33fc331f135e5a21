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
  button.addEventListener('click', show);
  // As they were sent: scripts may change what is shown.
  const sent = new Map(Array.from(list.children, (entry) => [entry.id, entry.outerHTML]));
  let latest = document;
  let wait = minute;

  async function ask() {
    if (document.hidden) return document.addEventListener('visibilitychange', ask, { once: true });
    try {
      const response = await fetch(location.pathname + location.search, { cache: 'no-cache' });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const next = response.ok ? entriesIn(page) : null;
      if (!next) throw new Error(response.statusText);
      wait = minute;
      latest = page;
      offer(Array.from(next.children).filter(({ id }) => !sent.has(id)).length);
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

  /** Puts the latest entries into this page, in their order, and leads to the uppermost new one. Those that have not changed stay. */
  function show() {
    button.remove();
    for (const link of latest.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (!document.querySelector(`link[href="${link.getAttribute('href')}"]`))
        document.head.append(link.cloneNode());
    const present = new Map(Array.from(list.children, (entry) => [entry.id, entry]));
    let newest: HTMLElement | undefined;
    let below: Element | null = null;
    for (const entry of Array.from(entriesIn(latest)?.children ?? []).reverse()) {
      const { id, outerHTML } = entry;
      const before = present.get(id);
      const shown =
        (sent.get(id) === outerHTML && before) || (document.importNode(entry, true) as HTMLElement);
      if (shown !== before) before?.remove();
      if (!before) newest = shown as HTMLElement;
      if (shown.parentElement !== list || shown.nextElementSibling !== below) list.insertBefore(shown, below);
      present.delete(id);
      sent.set(id, outerHTML);
      below = shown;
    }
    for (const entry of present.values()) entry.remove();
    for (const part of ['.live__known', '.live__moments', '.live__newest']) {
      const other = latest.querySelector(part);
      if (other) document.querySelector(part)?.replaceWith(document.importNode(other, true));
    }
    if (!newest) return;
    newest.tabIndex = -1;
    newest.focus();
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
