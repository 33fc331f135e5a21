import { whenShown } from './when-shown.ts';

/** How long a frame in view may load before the link beside it is put in front, in milliseconds. */
const loadTimeout = 8000;

// Lazy frames begin to load some way before they are in view.
const inView = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    inView.unobserve(target);
    setTimeout(() => {
      const embed = target.closest<HTMLElement>('[data-embed]');
      if (embed?.dataset.state === 'loading') embed.dataset.state = 'slow';
    }, loadTimeout);
  }
});

/** Sets `data-state` of each embed to `loading`, `loaded` or `slow`. A blocked frame counts as loaded: a page cannot see the difference. */
for (const embed of document.querySelectorAll<HTMLElement>('[data-embed]')) {
  const frame = embed.querySelector('iframe');
  if (!frame) continue;
  // A frame may have loaded before this script ran.
  const hasLoaded = performance.getEntriesByName(frame.src, 'resource').length > 0;
  embed.dataset.state = hasLoaded ? 'loaded' : 'loading';
  frame.addEventListener('load', () => {
    embed.dataset.state = 'loaded';
  });
  whenShown(() => inView.observe(frame));
}
