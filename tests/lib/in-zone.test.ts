import { describe, expect, test } from 'vitest';
import { createDays } from '../../cli/lib/in-zone.ts';

/** The days of moments that come in this order, and what the library itself says. */
const daysOf = (zone: string, moments: readonly string[], locale = 'en-US') => {
  const dayOf = createDays(zone, locale);
  return moments.map((moment) => dayOf(new Date(moment)));
};

describe('the day of a moment', () => {
  test.each<[name: string, zone: string, moments: readonly (readonly [moment: string, text: string])[]]>([
    [
      'is that of the zone, on both sides of midnight',
      'America/Chicago',
      [
        ['2026-11-20T05:59:59Z', 'Nov 19, 2026'],
        ['2026-11-20T06:00:00Z', 'Nov 20, 2026'],
        ['2026-11-21T05:59:59Z', 'Nov 20, 2026'],
      ],
    ],
    [
      'of 25 hours is one day',
      'America/Chicago',
      [
        ['2026-11-01T05:00:00Z', 'Nov 1, 2026'],
        ['2026-11-02T05:59:59Z', 'Nov 1, 2026'],
        ['2026-11-02T06:00:00Z', 'Nov 2, 2026'],
      ],
    ],
    [
      'comes back where clocks went back at one minute past midnight',
      'America/St_Johns',
      [
        ['2006-10-29T02:30:59Z', 'Oct 29, 2006'],
        ['2006-10-29T02:31:00Z', 'Oct 28, 2006'],
        ['2006-10-29T03:30:00Z', 'Oct 29, 2006'],
      ],
    ],
    [
      'was left out where a country changed sides of the date line',
      'Pacific/Apia',
      [
        ['2011-12-30T09:59:59Z', 'Dec 29, 2011'],
        ['2011-12-30T10:00:00Z', 'Dec 31, 2011'],
      ],
    ],
    [
      'starts at a second of the sun’s own time in old papers',
      'America/Chicago',
      [
        ['1879-01-01T05:50:35Z', 'Dec 31, 1878'],
        ['1879-01-01T05:50:36Z', 'Jan 1, 1879'],
      ],
    ],
  ])('%s', (_, zone, moments) => {
    const inOrder = moments.map(([moment]) => moment);
    const texts = moments.map(([, text]) => text);
    expect(daysOf(zone, inOrder).map(({ text }) => text)).toEqual(texts);
    expect(daysOf(zone, inOrder.toReversed()).map(({ text }) => text)).toEqual(texts.toReversed());
  });

  test('has its number, and words of the language', () => {
    expect(daysOf('Europe/Madrid', ['2026-11-20T12:00:00Z'], 'es')).toEqual([
      { iso: '2026-11-20', text: '20 nov 2026' },
    ]);
  });
});
