// Runs in pages that `dev` serves: loads the page again after a build, and shows the problems of one that failed.
import type { BuildState } from './live-reload.ts';

/** The build that this page is from; the server puts it into the address of this module. */
const served = new URL(import.meta.url).searchParams.get('build');
let panel: HTMLDialogElement | undefined;

new EventSource('/__galley/events').addEventListener('message', ({ data }: MessageEvent<string>) => {
  const { build, report }: BuildState = JSON.parse(data);
  if (build !== served) return location.reload();
  panel?.remove();
  if (report !== '') showProblems(report);
});

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
