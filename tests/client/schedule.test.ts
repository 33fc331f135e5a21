import { expect, it } from 'vitest';
import { isWithin, timeOfDay } from '../../templates/client/schedule.ts';

it.each([
  ['06:00-09:00', '06:00', true],
  ['06:00-09:00', '09:00', false],
  ['06:00-09:00', '05:59', false],
  ['18:00-24:00', '00:00', false],
  ['22:00-06:00', '23:00', true],
  ['22:00-06:00', '06:00', false],
  ['22:00-00:00', '00:00', false],
])('of the hours %s, %s is within them: %s', (hours, time, expected) => {
  expect(isWithin(hours, time)).toBe(expected);
});

it("tells the time of day in the station's zone, midnight as 00:00, summer time kept", () => {
  expect(timeOfDay(new Date('2026-11-21T06:00:00Z'), 'America/Chicago')).toBe('00:00');
  expect(timeOfDay(new Date('2026-07-01T05:00:00Z'), 'America/Chicago')).toBe('00:00');
  expect(timeOfDay(new Date('2026-11-21T14:59:59Z'), 'America/Chicago')).toBe('08:59');
});
