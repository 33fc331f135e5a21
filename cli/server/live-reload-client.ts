// Runs in pages that `dev` serves: reloads after a build without errors, shows the problems after another.
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
  Object.assign(text.style, {
    margin: '0',
    font: '14px/1.5 ui-monospace, monospace',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  });
  Object.assign(panel.style, {
    position: 'fixed',
    inset: 'auto 0 0 0',
    margin: '0',
    width: '100%',
    maxWidth: 'none',
    maxHeight: '60vh',
    overflow: 'auto',
    boxSizing: 'border-box',
    padding: '1rem 1.25rem',
    border: '0',
    borderTop: '4px solid #d03b3b',
    background: '#1c1c1c',
    color: '#f5f5f5',
    zIndex: '2147483647',
  });
  panel.setAttribute('aria-label', 'Problems in the content');
  panel.append(text);
  document.body.append(panel);
  panel.show();
});
