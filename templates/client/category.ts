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

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Replaces the times of headlines by their ages, and marks those of the last hour. */
function showAges() {
  // A day alone has no `T` and no age.
  for (const time of document.querySelectorAll<HTMLTimeElement>('.board time[datetime*=T]')) {
    const age = Date.now() - Date.parse(time.dateTime);
    // The reader's clock is wrong.
    if (age < -hour) continue;
    // The time itself becomes the tooltip.
    time.title ||= time.textContent;
    time.textContent = inWords(Math.max(0, age));
    time.toggleAttribute('data-new', age < hour);
  }
}

function inWords(age: number): string {
  if (age < hour) return `${Math.floor(age / minute)} ${scriptWords.minutes}`;
  return age < day
    ? `${Math.floor(age / hour)} ${scriptWords.hours}`
    : `${Math.floor(age / day)} ${scriptWords.days}`;
}

showAges();
document.addEventListener('visibilitychange', showAges);
addEventListener('pageshow', showAges);
