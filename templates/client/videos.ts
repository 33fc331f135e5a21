/** A click on a video's facade opens it without this; with it the video plays at once and has the focus. */
export function playVideos() {
  for (const facade of document.querySelectorAll<HTMLDetailsElement>('[data-video]')) {
    const frame = facade.querySelector('iframe');
    facade.querySelector('summary')?.addEventListener(
      'click',
      () => {
        if (!frame) return;
        const address = new URL(frame.src);
        address.searchParams.set('autoplay', '1');
        frame.src = address.href;
        facade.addEventListener('toggle', () => frame.focus(), { once: true });
      },
      { once: true },
    );
  }
}
