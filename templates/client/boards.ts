const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Turns the times of headlines into ages and marks those of the last hour; says where a board was not read for a day. Done again whenever
 * a reader comes back to the page.
 */
export function tellAges() {
  show();
  document.addEventListener('visibilitychange', show);
  addEventListener('pageshow', show);
}

function show() {
  const ageOf = (time: HTMLTimeElement) => Math.max(0, Date.now() - Date.parse(time.dateTime));
  for (const time of document.querySelectorAll<HTMLTimeElement>('.board time')) {
    const age = ageOf(time);
    if (Number.isNaN(age)) continue;
    // The moment itself is for whoever rests a mouse on the age.
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
  if (age < hour) return `${Math.floor(age / minute)} min`;
  return age < day ? `${Math.floor(age / hour)} h` : `${Math.floor(age / day)} d`;
}
