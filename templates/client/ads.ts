/** How long a service may take to answer, in milliseconds. */
const answerTimeout = 8000;

/**
 * Puts the frame of each advertising slot into the page once the slot is in view and its service has answered. The paper's own
 * advertisement stays until the frame has loaded, and where the service is blocked. A page cannot see that a frame was blocked, but it can
 * see that a request was.
 */
export function placeAds() {
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inView.unobserve(target);
      void placeAd(target);
    }
  });
  for (const slot of document.querySelectorAll('[data-slot]')) inView.observe(slot);
}

async function placeAd(slot: Element) {
  const frame = slot.querySelector('template')?.content.querySelector('iframe');
  if (!frame) return;
  try {
    await fetch(frame.src, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      signal: AbortSignal.timeout(answerTimeout),
    });
  } catch {
    return;
  }
  frame.addEventListener('load', () => {
    const show = () => {
      frame.dataset.loaded = '';
    };
    // What has the focus must not vanish.
    const place = slot.parentElement;
    if (place?.matches(':focus-within')) place.addEventListener('focusout', show, { once: true });
    else show();
  });
  slot.append(frame);
}
