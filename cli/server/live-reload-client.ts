// Runs in pages that `dev` serves: reloads after a build without errors, shows the problems after another, and has a click with Alt open
// the file that has the words.
import type { BuildState } from './live-reload.ts';

const shown = new URL(import.meta.url).searchParams.get('build');
const events = new EventSource('/__galley/events');
let panel: HTMLDialogElement | undefined;

events.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const state: BuildState = JSON.parse(data);
  if (state.report === '') {
    if (state.build === shown) panel?.remove();
    else location.reload();
    return;
  }
  panel?.remove();
  panel = document.createElement('dialog');
  const text = document.createElement('pre');
  text.textContent = state.report;
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
});

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
