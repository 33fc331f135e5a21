/** How often a page asks whether the alert has changed, and the longest time that a browser can wait, in milliseconds. */
const interval = 2 * 60_000;
const longest = 2 ** 31 - 1;

const selector = '.alert';

/** Follows the alert of the page: drops it when it is over, and every two minutes takes it as the page at this address has it then. */
function follow() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const band = () => document.querySelector<HTMLElement>(selector);

  /** Drops the band at its end, also if a laptop slept through it. */
  function drop() {
    const left = Date.parse(band()?.dataset.until ?? '') - Date.now();
    clearTimeout(timer);
    if (left <= 0) band()?.remove();
    else if (left > 0) timer = setTimeout(drop, Math.min(left, longest));
  }

  async function ask() {
    const old = band();
    if (!old || document.hidden) return;
    try {
      const response = await fetch(location.pathname, { cache: 'no-cache' });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      // Anything else, such as the page of a network that asks to sign in, says nothing of the alert.
      if (!response.ok || page.body.dataset.page !== document.body.dataset.page) return;
      const fresh = page.querySelector(selector);
      if (fresh?.outerHTML === old.outerHTML) return;
      if (fresh) old.replaceWith(document.importNode(fresh, true));
      else old.remove();
      drop();
    } catch {
      // It is as it was until the next time.
    }
  }

  drop();
  setInterval(ask, interval);
  document.addEventListener('visibilitychange', drop);
}

follow();
