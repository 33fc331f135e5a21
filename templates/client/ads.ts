/** How long a service may take to answer before its advertisement is given up, in milliseconds. */
const patience = 8000;

/**
 * Puts the frame of each advertising slot into the page once the slot is in view and its service has answered. Until the frame has loaded,
 * and where the service is refused, by a blocker or by the network, the paper's own advertisement stays: a browser does not tell a page
 * that a frame was refused, but it does tell of a request.
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
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    return;
  }
  frame.addEventListener('load', () => {
    const show = () => {
      frame.dataset.loaded = '';
    };
    // What a reader has the focus on does not vanish.
    const place = slot.parentElement;
    if (place?.matches(':focus-within')) place.addEventListener('focusout', show, { once: true });
    else show();
  });
  slot.append(frame);
}
