/** Logs the missing path to the console of the not-found page. */
export function logMissingPath() {
  if (document.querySelector('[data-not-found]'))
    console.warn(`Page not found: ${location.pathname}${location.search}`);
}
