/** Marks the programs that are on the air now in the station's time zone; those without hours never are. */
export function markProgramOnAir() {
  const list = document.querySelector<HTMLElement>('[data-schedule]');
  if (!list) return;
  const mark = () => {
    const now = timeOfDay(new Date(), list.dataset.schedule);
    for (const show of list.querySelectorAll<HTMLElement>('[data-hours]'))
      setOnAir(show, isWithin(show.dataset.hours ?? '', now));
  };
  mark();
  setInterval(mark, 60_000);
  document.addEventListener('visibilitychange', mark);
  addEventListener('pageshow', mark);
}

export const timeOfDay = (moment: Date, timeZone?: string): string =>
  moment.toLocaleTimeString('en-US', { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' });

/** Whether a time of day is within hours like `22:00-02:00`: the start is, the end is not. */
export function isWithin(hours: string, time: string): boolean {
  const [from = '', to = ''] = hours.split('-');
  return from < to ? from <= time && time < to : from <= time || time < to;
}

function setOnAir(show: HTMLElement, isOn: boolean) {
  if (isOn === show.hasAttribute('aria-current')) return;
  show.querySelector('dt b')?.remove();
  show.removeAttribute('aria-current');
  if (!isOn) return;
  show.setAttribute('aria-current', 'time');
  const words = document.createElement('b');
  words.className = 'badge screen-only';
  words.textContent = ` · ${scriptWords.now}`;
  show.querySelector('dt')?.append(words);
}
