const years = new Map<string, (date: Date) => string>();

/** Gives the year of a moment in a time zone: the same function for the same zone, because making one takes long. */
export function yearIn(timeZone: string): (date: Date) => string {
  const known = years.get(timeZone);
  if (known) return known;
  const { format } = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' });
  years.set(timeZone, format);
  return format;
}

/** A moment in a time zone, with its offset: `2026-11-20T12:00:00-06:00`. */
export function inZone(moment: Date, timeZone: string): string {
  // Sweden writes dates as ISO 8601 does.
  const local = moment.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const withZone = moment.toLocaleString('en-US', { timeZone, timeZoneName: 'longOffset' });
  return local.replace(' ', 'T') + (/GMT(.+)$/.exec(withZone)?.[1] ?? '+00:00');
}
