import './category.ts';

/** How long a service may take to answer, in milliseconds. */
const answerTimeout = 8000;

// The paper's own advertisement stays until a frame has loaded, and where the service is blocked: a page sees that of a request, not of a frame.
const inView = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    inView.unobserve(target);
    void placeAd(target);
  }
});
for (const slot of document.querySelectorAll('[data-slot]')) inView.observe(slot);

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
