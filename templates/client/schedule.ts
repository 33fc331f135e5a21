const minute = 60_000;

/**
 * Marks the programs that are on the air now in the station's time zone. Updated every minute and whenever the page is shown again.
 * Programs without hours are never marked.
 */
export function markProgramOnAir() {
  const list = document.querySelector<HTMLElement>('[data-schedule]');
  if (!list) return;
  const mark = () => {
    const now = timeOfDay(new Date(), list.dataset.schedule);
    for (const show of list.querySelectorAll<HTMLElement>('[data-hours]'))
      setOnAir(show, isWithin(show.dataset.hours ?? '', now));
  };
  mark();
  setInterval(mark, minute);
  document.addEventListener('visibilitychange', mark);
  addEventListener('pageshow', mark);
}

/** The time of day in a zone: `06:00`. */
export const timeOfDay = (moment: Date, timeZone?: string): string =>
  moment.toLocaleTimeString('en-US', { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' });

/** Whether a time of day is within hours like `22:00-02:00`: the start is, the end is not. */
export function isWithin(hours: string, time: string): boolean {
  const [from = '', to = ''] = hours.split('-');
  return from < to ? from <= time && time < to : from <= time || time < to;
}

function setOnAir(show: HTMLElement, isOn: boolean) {
  if (isOn === show.hasAttribute('aria-current')) return;
  if (isOn) {
    show.setAttribute('aria-current', 'time');
    const words = document.createElement('b');
    words.className = 'badge screen-only';
    words.textContent = ` · ${scriptWords.now}`;
    show.querySelector('dt')?.append(words);
  } else {
    show.removeAttribute('aria-current');
    show.querySelector('dt b')?.remove();
  }
}
