/** Keeps a feed block in view when it collapses, and its clipped headlines from the keyboard. */
for (const block of document.querySelectorAll<HTMLElement>('[data-feed-block]')) {
  const toggle = block.querySelector<HTMLDetailsElement>('.feed-block__toggle');
  toggle?.addEventListener('toggle', () => {
    if (!toggle.open) (block.querySelector('header') ?? block).scrollIntoView({ block: 'nearest' });
  });
  const board = block.querySelector<HTMLElement>('.board');
  if (!board) continue;
  // Rows change without their board when fonts load, and a headline in view must not stay inert.
  const observer = new ResizeObserver(() => hideClipped(board));
  for (const element of [board, ...board.querySelectorAll('li')]) observer.observe(element);
}

/** Headlines that do not fit stand in a column beyond the edge of their board. */
function hideClipped(board: HTMLElement) {
  const { right } = board.getBoundingClientRect();
  for (const row of board.querySelectorAll('li')) row.inert = row.getBoundingClientRect().left >= right;
}
