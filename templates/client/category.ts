/** Makes the toggle of each feed block a button, keeps a block in view when it collapses, and keeps clipped headlines from the keyboard. */
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
