/** How often the page asks whether the alert has changed, and the longest time that a browser can wait, in milliseconds. */
const [interval, longest] = [2 * 60_000, 2 ** 31 - 1];

let timer: ReturnType<typeof setTimeout> | undefined;
const band = () => document.querySelector<HTMLElement>('.alert');

/** Drops the alert at its end, also if a laptop slept through it. */
function drop() {
  const left = Date.parse(band()?.dataset.until ?? '') - Date.now();
  clearTimeout(timer);
  if (left <= 0) band()?.remove();
  else if (left > 0) timer = setTimeout(drop, Math.min(left, longest));
}

/** Takes the alert that the page has now. An answer that is not the page, as of a network that wants a sign-in, says nothing of it. */
async function ask() {
  const old = band();
  if (!old || document.hidden) return;
  const response = await fetch(location.pathname, { cache: 'no-cache' });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (!response.ok || page.body.dataset.page !== document.body.dataset.page) return;
  const fresh = page.querySelector('.alert');
  if (fresh?.outerHTML === old.outerHTML) return;
  old.replaceWith(...(fresh ? [fresh] : []));
  drop();
}

drop();
// Until it can ask again, all stays as it is.
setInterval(() => ask().catch(() => {}), interval);
document.addEventListener('visibilitychange', drop);
