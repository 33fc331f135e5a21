/** A moment in a time zone, with its offset: `2026-11-20T12:00:00-06:00`. */
export function inZone(moment: Date, timeZone: string): string {
  // Sweden writes dates as ISO 8601 does.
  const local = moment.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const withZone = moment.toLocaleString('en-US', { timeZone, timeZoneName: 'longOffset' });
  return local.replace(' ', 'T') + (/GMT(.+)$/.exec(withZone)?.[1] ?? '+00:00');
}
