/**
 * Replaces the toggle of each block by a button with `aria-expanded`, keeps a block in view when it collapses, and takes headlines that
 * are clipped out of the keyboard's way.
 */
export function initFeedBlocks() {
  for (const block of document.querySelectorAll<HTMLElement>('[data-feed-block]')) {
    const [expanded, details, summary] = [
      ':scope > .board, iframe',
      '.feed-block__toggle',
      '.feed-block__toggle summary',
    ].map((selector) => block.querySelector<HTMLElement>(selector));
    if (!expanded || !details || !summary) continue;
    // Rows change without their board when fonts load, and a headline in view must not stay inert.
    const observer = new ResizeObserver(() => hideClipped(expanded));
    for (const element of [expanded, ...expanded.querySelectorAll('li')]) observer.observe(element);

    expanded.id ||= `${block.closest('.feed')?.querySelector('h2, h3')?.id}-frame`;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = summary.className;
    button.ariaExpanded = String(details.hasAttribute('open'));
    button.setAttribute('aria-controls', expanded.id);
    button.append(...summary.childNodes);
    const focused = summary === document.activeElement;
    details.replaceWith(button);
    if (focused) button.focus();

    button.addEventListener('click', () => {
      const isExpanded = button.ariaExpanded !== 'true';
      button.ariaExpanded = String(isExpanded);
      if (!isExpanded) (block.querySelector('header') ?? block).scrollIntoView({ block: 'nearest' });
    });
  }
}

/** Headlines that do not fit stand in a column beyond the edge of their board. */
function hideClipped(board: HTMLElement) {
  const { right } = board.getBoundingClientRect();
  for (const row of board.querySelectorAll('li')) row.inert = row.getBoundingClientRect().left >= right;
}
