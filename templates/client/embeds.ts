/** How long a reader looks at a frame that has not loaded before the link beside it is put forward, in milliseconds. */
const patience = 8000;

/**
 * Says in `data-state` of each embed whether its frame is `loading`, has `loaded`, or is `slow`. A frame that was refused counts as
 * loaded: browsers do not tell the difference.
 */
export function watchEmbeds() {
  // Lazy frames begin to load some way before they are in view.
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inView.unobserve(target);
      setTimeout(() => {
        const embed = target.closest<HTMLElement>('[data-embed]');
        if (embed?.dataset.state === 'loading') embed.dataset.state = 'slow';
      }, patience);
    }
  });

  const frames: HTMLIFrameElement[] = [];
  for (const embed of document.querySelectorAll<HTMLElement>('[data-embed]')) {
    const frame = embed.querySelector('iframe');
    if (!frame) continue;
    // A frame that loaded before this ran has left its trace among the resources.
    const before = performance.getEntriesByName(frame.src, 'resource').length > 0;
    embed.dataset.state = before ? 'loaded' : 'loading';
    frame.addEventListener('load', () => {
      embed.dataset.state = 'loaded';
    });
    frames.push(frame);
  }
  const watch = () => {
    for (const frame of frames) inView.observe(frame);
  };
  // Nobody looks at a page that is drawn ahead.
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', watch, { once: true });
  else watch();
}
