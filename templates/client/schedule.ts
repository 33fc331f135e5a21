const minute = 60_000;

/**
 * Marks the program that is on the air by the clock of the station's zone, and looks again every minute and whenever a listener comes
 * back. Of programs at the same hours all are marked; one without hours never is.
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

/** Whether a time of day lies within hours as `radio.yaml` has them: the first minute does, the last no longer; they may pass midnight. */
export function isWithin(hours: string, time: string): boolean {
  const [from = '', to = ''] = hours.split('-');
  return from < to ? from <= time && time < to : from <= time || time < to;
}

function setOnAir(show: HTMLElement, isOn: boolean) {
  if (isOn === show.hasAttribute('aria-current')) return;
  if (isOn) {
    show.setAttribute('aria-current', 'time');
    const words = document.createElement('b');
    words.className = 'badge';
    words.textContent = ' · now';
    show.querySelector('dt')?.append(words);
  } else {
    show.removeAttribute('aria-current');
    show.querySelector('dt b')?.remove();
  }
}
