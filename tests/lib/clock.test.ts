import { expect, test } from 'vitest';
import { createClock } from '../../cli/lib/clock.ts';

const now = new Date('2026-11-01T05:30:00Z');
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago', dateStyle: 'short' });
const year = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', year: 'numeric' });

const endOf = (use: (clock: ReturnType<typeof createClock>) => void) => {
  const clock = createClock(now);
  use(clock);
  const until = clock.validUntil();
  return Number.isFinite(until) ? new Date(until).toISOString() : until;
};

test('answers are valid for ever if nobody asks', () => {
  expect(endOf(() => {})).toBe(Infinity);
});

test('the first moment to come that was asked about ends them', () => {
  const moments = [
    '2026-11-01T05:30:00Z',
    '2027-01-01T00:00:00Z',
    '2026-12-01T00:00:00Z',
    '2020-01-01T00:00:00Z',
  ];
  const clock = createClock(now);
  expect(moments.map((moment) => clock.isPast(Date.parse(moment)))).toEqual([true, false, false, true]);
  expect(clock.validUntil()).toBe(Date.parse('2026-12-01T00:00:00Z'));
});

test('a day ends at midnight of its zone, also on one of 25 hours', () => {
  expect(endOf(({ read }) => expect(read((date) => day.format(date))).toBe('2026-11-01'))).toBe(
    '2026-11-02T06:00:00.000Z',
  );
});

test('a year ends at midnight of its zone', () => {
  expect(endOf(({ read }) => expect(read((date) => year.format(date))).toBe('2026'))).toBe(
    '2027-01-01T06:00:00.000Z',
  );
});

test('what never changes ends nothing', () => {
  expect(endOf(({ read }) => expect(read(() => 'always')).toBe('always'))).toBe(Infinity);
});

test('what an earlier clock read holds until its end, and ends the answers of a later one', () => {
  const [from, until] = [now.getTime(), now.getTime() + 1000];
  const later = createClock(new Date(from + 500));
  expect(later.holds([from, null])).toBe(true);
  expect(later.validity()).toEqual([from + 500, Infinity]);
  expect(later.holds([from, until])).toBe(true);
  expect(later.validity()).toEqual([from + 500, until]);
  expect([from - 1, until].map((time) => createClock(new Date(time)).holds([from, until]))).toEqual([
    false,
    false,
  ]);
});
