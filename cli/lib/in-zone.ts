const years = new Map<string, (date: Date) => string>();

/** Gives the year of a moment in a time zone: the same function for the same zone, because making one takes long. */
export function yearIn(timeZone: string): (date: Date) => string {
  const known = years.get(timeZone);
  if (known) return known;
  const { format } = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' });
  years.set(timeZone, format);
  return format;
}

/** A day in a time zone. */
export interface Day {
  /** As in `2026-11-20`. */
  readonly iso: string;
  /** As in `Nov 20, 2026`, in the words of the language. */
  readonly text: string;
}

const daysIn = new Map<string, (moment: Date) => Day>();

/** Says on which day a moment is: the same function for the same zone and language. It remembers moments, and each day once. */
export function createDays(timeZone: string, locale: string): (moment: Date) => Day {
  const name = `${timeZone} ${locale}`;
  const known = daysIn.get(name);
  if (known) return known;
  // Where a day starts and ends is the library's to say: zones have changed at one minute past midnight, and by seconds.
  const numbers = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const words = new Intl.DateTimeFormat(locale, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });
  const days = new Map<string, Day>();
  const moments = new Map<number, Day>();
  function dayOf(moment: Date): Day {
    const time = moment.getTime();
    const known = moments.get(time);
    if (known) return known;
    const iso = numbers.format(moment);
    const day = days.get(iso) ?? { iso, text: words.format(moment) };
    days.set(iso, day);
    moments.set(time, day);
    return day;
  }
  daysIn.set(name, dayOf);
  return dayOf;
}

/** A moment in a time zone, with its offset: `2026-11-20T12:00:00-06:00`. */
export function inZone(moment: Date, timeZone: string): string {
  // Sweden writes dates as ISO 8601 does.
  const local = moment.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const withZone = moment.toLocaleString('en-US', { timeZone, timeZoneName: 'longOffset' });
  return local.replace(' ', 'T') + (/GMT(.+)$/.exec(withZone)?.[1] ?? '+00:00');
}
