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

/** Says on which day a moment is. The text of a day is made once, however many moments are on it. */
export function createDays(timeZone: string, locale: string): (moment: Date) => Day {
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
  return (moment) => {
    const iso = numbers.format(moment);
    const day = days.get(iso) ?? { iso, text: words.format(moment) };
    days.set(iso, day);
    return day;
  };
}

/** A moment in a time zone, with its offset: `2026-11-20T12:00:00-06:00`. */
export function inZone(moment: Date, timeZone: string): string {
  // Sweden writes dates as ISO 8601 does.
  const local = moment.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const withZone = moment.toLocaleString('en-US', { timeZone, timeZoneName: 'longOffset' });
  return local.replace(' ', 'T') + (/GMT(.+)$/.exec(withZone)?.[1] ?? '+00:00');
}
