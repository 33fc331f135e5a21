/** Puts the frames in texts in place of their links at a click. A click that opens a new tab or window is left alone. */
for (const facade of document.querySelectorAll<HTMLElement>('[data-facade]')) {
  facade.querySelector('a')?.addEventListener('click', (event) => {
    const shown = facade.querySelector('template')?.content.cloneNode(true) as DocumentFragment;
    const frame = shown?.querySelector('iframe');
    if (!frame || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (facade.dataset.facade === 'plays') {
      const address = new URL(frame.src);
      address.searchParams.set('autoplay', '1');
      frame.src = address.href;
    }
    facade.replaceWith(shown);
    frame.focus();
  });
}
