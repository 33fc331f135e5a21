// Runs in pages that `dev` serves: after a build without errors takes its styles, or loads the page again where more has changed; shows the
// problems after another; and has a click with Alt open the file that has the words.
import type { BuildState } from './live-reload.ts';

/** The build and the hash that the server has put into the address of this module. */
let served = new URL(import.meta.url).searchParams;
let latest: string | undefined;
let taken = Promise.resolve();
const events = new EventSource('/__galley/events');
let panel: HTMLDialogElement | undefined;

events.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const state: BuildState = JSON.parse(data);
  latest = state.build;
  taken = taken.then(takeLatest).catch(() => location.reload());
  panel?.remove();
  if (state.report !== '') showProblems(state.report);
});

async function takeLatest() {
  if (latest === served.get('build')) return;
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const script = page.querySelector<HTMLScriptElement>('script[src^="/__galley/client.js?"]');
  const next = new URL(script?.src ?? '', location.href).searchParams;
  // Of two builds that follow each other closely, the second may have been taken for the first.
  if (next.get('build') === served.get('build')) return;
  if (next.get('page') !== served.get('page') || !(await takeStyles(page.head))) return location.reload();
  served = next;
}

/** Takes the links and the metadata of a new head, its stylesheet once it is loaded; gives whether that is another one. */
async function takeStyles(head: HTMLHeadElement): Promise<boolean> {
  const partsOf = (head: HTMLHeadElement) => [
    ...head.querySelectorAll<HTMLElement>('link, meta:not([http-equiv])'),
  ];
  const missingIn = (others: readonly Element[]) => (part: Element) =>
    others.every(({ outerHTML }) => outerHTML !== part.outerHTML);
  const [before, after] = [partsOf(document.head), partsOf(head)];
  const added = after.filter(missingIn(before));
  const sheets = added.filter((part) => part.matches('[rel="stylesheet"]'));
  const loaded = sheets.map(
    (sheet) =>
      new Promise((done, fail) => {
        sheet.addEventListener('load', done);
        sheet.addEventListener('error', fail);
      }),
  );
  document.head.append(...added);
  await Promise.all(loaded);
  for (const part of before.filter(missingIn(after))) part.remove();
  return sheets.length > 0;
}

function showProblems(report: string) {
  panel = document.createElement('dialog');
  const text = document.createElement('pre');
  text.textContent = report;
  // The pages' Content-Security-Policy refuses style attributes, not styles set by script.
  text.style.cssText =
    'margin: 0; font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere';
  panel.style.cssText = `
    position: fixed; inset: auto 0 0 0; z-index: 2147483647;
    box-sizing: border-box; width: 100%; max-width: none; max-height: 60vh; overflow: auto;
    margin: 0; padding: 1rem 1.25rem; border: 0; border-top: 4px solid #d03b3b;
    background: #1c1c1c; color: #f5f5f5`;
  panel.setAttribute('aria-label', 'Problems in the content');
  panel.append(text);
  document.body.append(panel);
  panel.show();
}

addEventListener(
  'click',
  async (event) => {
    const { target, altKey } = event;
    if (!altKey || !(target instanceof Element)) return;
    event.preventDefault();
    event.stopPropagation();
    const words = target.closest('[alt]')?.getAttribute('alt') || target.textContent || '';
    const page = encodeURIComponent(location.pathname);
    const answer = await fetch(`/__galley/open?page=${page}`, { method: 'POST', body: words });
    showNote(await answer.text());
  },
  { capture: true },
);

/** Shows a line for a moment. */
function showNote(words: string) {
  const note = document.createElement('output');
  note.textContent = words;
  note.style.cssText = `
    position: fixed; inset: auto auto 1rem 1rem; z-index: 2147483647; padding: .5rem .75rem;
    background: #1c1c1c; color: #f5f5f5; font: 14px/1.5 ui-monospace, monospace`;
  document.body.append(note);
  setTimeout(() => note.remove(), 4000);
}
