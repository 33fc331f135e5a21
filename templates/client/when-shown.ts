/** Runs a function once a reader sees this page, which a browser may have prerendered. */
export function whenShown(run: () => void) {
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}
