/** Makes a click on the facade of a video, which opens it, also play the video and give it the focus. */
export function initVideos() {
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
