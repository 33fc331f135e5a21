import { expect, test } from 'vitest';
import { createDays } from '../../cli/lib/in-zone.ts';

test.each([
  ['is that of the zone', 'America/Chicago', '2026-11-20T05:59:59Z', 'Nov 19, 2026'],
  ['starts at midnight', 'America/Chicago', '2026-11-20T06:00:00Z', 'Nov 20, 2026'],
  ['can have 25 hours', 'America/Chicago', '2026-11-02T05:59:59Z', 'Nov 1, 2026'],
  ['can come back after midnight', 'America/St_Johns', '2006-10-29T02:30:59Z', 'Oct 29, 2006'],
  ['can come back after midnight', 'America/St_Johns', '2006-10-29T02:31:00Z', 'Oct 28, 2006'],
  ['can be left out at the date line', 'Pacific/Apia', '2011-12-30T10:00:00Z', 'Dec 31, 2011'],
  ['starts at a second in old papers', 'America/Chicago', '1879-01-01T05:50:35Z', 'Dec 31, 1878'],
])('the day of a moment %s', (_, zone, moment, text) => {
  const dayOf = createDays(zone, 'en-US');
  for (const _ of ['computed', 'cached']) expect(dayOf(new Date(moment)).text).toBe(text);
});

test('a day has its number, and words of the language', () => {
  const day = createDays('Europe/Madrid', 'es')(new Date('2026-11-20T12:00:00Z'));
  expect(day).toEqual({ iso: '2026-11-20', text: '20 nov 2026' });
});
