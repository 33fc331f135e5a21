/** Says in the console which path led to the not-found page. */
export function logMissingPath() {
  if (document.querySelector('[data-not-found]'))
    console.warn(`Page not found: ${location.pathname}${location.search}`);
}
