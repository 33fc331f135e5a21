/** Sets `data-state` of each embed to `loading` or `loaded`. A blocked frame counts as loaded: a page cannot see the difference. */
for (const embed of document.querySelectorAll<HTMLElement>('[data-embed]')) {
  const frame = embed.querySelector('iframe');
  if (!frame) continue;
  // A frame may have loaded before this script ran.
  const hasLoaded = performance.getEntriesByName(frame.src, 'resource').length > 0;
  embed.dataset.state = hasLoaded ? 'loaded' : 'loading';
  frame.addEventListener('load', () => {
    embed.dataset.state = 'loaded';
  });
}
