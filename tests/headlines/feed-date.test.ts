import { afterEach, describe, expect, it } from 'vitest';
import { readDate } from '../../cli/headlines/feed-date.ts';

/** Dates as feeds write them, and the moments they mean. */
const dates: readonly (readonly [string, string])[] = [
  ['Fri, 20 Nov 2026 06:30:15 -0600', '2026-11-20T12:30:15Z'],
  ['Fri, 20 Nov 2026 06:30:15 GMT', '2026-11-20T06:30:15Z'],
  ['Fri, 20 Nov 2026 06:30:15', '2026-11-20'],
  ['Fri, 20 Nov 2026 06:30 EST', '2026-11-20T11:30:00Z'],
  ['Friday, 20 November 2026 06:30:15 UT', '2026-11-20T06:30:15Z'],
  ['20 Nov 2026 06:30:15 CDT', '2026-11-20T11:30:15Z'],
  ['20 Nov 99 06:30 UTC', '1999-11-20T06:30:00Z'],
  ['Sun, 6 Sept 2026 6:30:15 +0200', '2026-09-06T04:30:15Z'],
  ['vie, 20 Nov 2026 06:30:15 +0100', '2026-11-20T05:30:15Z'],
  ['Fri, 20 Nov 2026 06:30:15 GMT+2', '2026-11-20T04:30:15Z'],
  ['Fri, 20 Nov 2026 06:30:15 +0530 (IST)', '2026-11-20T01:00:15Z'],
  ['Fri, 20 Nov 2026 06:30:15 IST', '2026-11-20T01:00:15Z'],
  ['Fri, 20 Nov 2026 24:00:00 GMT', '2026-11-21T00:00:00Z'],
  ['Wed, 31 Dec 2025 23:59:60 GMT', '2026-01-01T00:00:00Z'],
  ['Fri, 20 Nov 2026', '2026-11-20'],
  ['Fri Nov 20 06:30:15 CST 2026', '2026-11-20T12:30:15Z'],
  ['November 20, 2026', '2026-11-20'],
  ['November 20, 2026 6:30 am EST', '2026-11-20T11:30:00Z'],
  ['Friday, November 20th, 2026 at 6:30 p.m. MST', '2026-11-21T01:30:00Z'],
  ['11/20/2026 6:30 PM', '2026-11-20'],
  ['20/11/2026 18:30', '2026-11-20'],
  ['20.11.2026 18:30', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  ['2026-11-20T06:30:15Z', '2026-11-20T06:30:15Z'],
  ['2026-11-20T06:30:15', '2026-11-20'],
  ['2026-11-20T06:30:15.987654-06:00', '2026-11-20T12:30:15Z'],
  ['2026-11-20 06:30:15 -0600', '2026-11-20T12:30:15Z'],
  ['Wed, 22 Jul 2026 10:00 ET', '2026-07-22T14:00:00Z'],
  ['Sun, 22 Nov 2026 10:00 America/Chicago', '2026-11-22'],
  ['20261120T063015Z', '2026-11-20T06:30:15Z'],
  ['20261120T0630-0600', '2026-11-20T12:30:00Z'],
  ['20261120063015', '2026-11-20'],
  ['20261120', '2026-11-20'],
  ['viernes, 20 de noviembre de 2026 06:30', '2026-11-20'],
  ['Dom, 20 dic 2026 10:00:00 -0600', '2026-12-20T16:00:00Z'],
  ['mié 20 ene 2026 10:00 GMT', '2026-01-20T10:00:00Z'],
  ['Fr, 20 Mär 2026 06:30:00 +0100', '2026-03-20T05:30:00Z'],
  ['20. Dezember 2026 10:15 Uhr', '2026-12-20'],
  ['1er août 2026', '2026-08-01'],
  ['3 févr. 2026', '2026-02-03'],
  ['14 juillet 2026', '2026-07-14'],
  ['1795178415', '2026-11-20T12:40:15Z'],
  ['1990-01-01T00:00:00Z', '1990-01-01T00:00:00Z'],
  ['1989-12-31T23:59:59Z', ''],
  ['0001-01-01T00:00:00Z', ''],
  ['2026', ''],
  ['2026-02-30', ''],
  ['Fri, 20 Nov 2026 06:30:00 +9900', '2026-11-20'],
  ['Fri, 20 Nov 2026 06:30:00 QQT', '2026-11-20'],
  ['Fri, 20 Foo 2026 06:30:00 GMT', ''],
  ['next Friday', ''],
  ['', ''],
];

const zone = process.env.TZ;

afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('readDate', () => {
  it.each(dates)('reads %j as %j', (text, moment) => {
    expect(readDate(text) ?? '').toBe(moment);
  });

  it.each([
    ['America/Chicago', 360],
    ['Pacific/Kiritimati', -840],
  ])('reads the same on a machine in %s', (name, minutes) => {
    process.env.TZ = name;
    expect(new Date(2026, 10, 20).getTimezoneOffset()).toBe(minutes);
    for (const [text, moment] of dates) expect(readDate(text) ?? '').toBe(moment);
  });
});
