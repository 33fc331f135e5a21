const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Replaces the times of headlines by their ages and marks those of the last hour. Updated whenever the page is shown again. */
export function showAges() {
  update();
  document.addEventListener('visibilitychange', update);
  addEventListener('pageshow', update);
}

function update() {
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
