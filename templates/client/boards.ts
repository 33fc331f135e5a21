const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Replaces the times of headlines by their ages and marks those of the last hour; shows a note at boards that were not read for a day.
 * Updated whenever the page is shown again.
 */
export function showAges() {
  update();
  document.addEventListener('visibilitychange', update);
  addEventListener('pageshow', update);
}

function update() {
  const ageOf = (time: HTMLTimeElement) => Math.max(0, Date.now() - Date.parse(time.dateTime));
  for (const time of document.querySelectorAll<HTMLTimeElement>('.board time')) {
    const age = ageOf(time);
    if (Number.isNaN(age)) continue;
    // The time itself becomes the tooltip.
    time.title ||= time.textContent;
    time.textContent = inWords(age);
    time.toggleAttribute('data-new', age < hour);
  }
  for (const stale of document.querySelectorAll<HTMLElement>('[data-stale]')) {
    const read = stale.parentElement?.querySelector('time');
    if (read && ageOf(read) > day) stale.hidden = false;
  }
}

function inWords(age: number): string {
  if (age < hour) return `${Math.floor(age / minute)} ${scriptWords.minutes}`;
  return age < day
    ? `${Math.floor(age / hour)} ${scriptWords.hours}`
    : `${Math.floor(age / day)} ${scriptWords.days}`;
}
