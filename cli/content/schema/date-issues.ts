import type { Details } from '../../problems/problem.ts';

const firstDay = '1600-01-01';
const lastDay = '9998-12-31';

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || value < firstDay || value > lastDay) return false;
  const [year, month, day] = [Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8))];
  const isInMonth = () => day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && (day <= 28 || isInMonth());
}

const timeAndZone = /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/** A moment with a `T` and no blanks, which YAML and RFC 3339 allow: `2026-11-19 06:30:00 -06:00`. */
export const tidyMoment = (value: string): string =>
  value
    .replace(/^(\d{4}-\d\d-\d\d)(?: +|t)(?=\d)/, '$1T')
    .replace(/ +(?=[-+Zz])/, '')
    .replace(/z$/, 'Z');

const isMoment = (value: string) => isDay(value.slice(0, 10)) && timeAndZone.test(value.slice(10));

/** Whether a year, a day or a moment is before another; `false` if one of them is missing or wrong. */
export function isBefore(first: unknown, second: unknown): boolean {
  const [a, b] = [String(first), String(second)];
  if (![a, b].every((date) => /^\d{4}$/.test(date) || isDay(date.slice(0, 10)))) return false;
  return isMoment(a) && isMoment(b) ? Date.parse(a) < Date.parse(b) : a < b.slice(0, a.length);
}

/** What is wrong with a calendar day, `2026-11-19`. */
export const dayIssue = (value: string): Details | undefined =>
  issue(value, isDay, 'it is not a day', 'Write it as `2026-11-19`: year, month, day.');

/** What is wrong with a moment, ISO 8601 with `Z` or an offset: `2026-11-19T06:30:00-06:00`. */
export function momentIssue(value: string): Details | undefined {
  if (isMoment(value) || isMoment(tidyMoment(value))) return undefined;
  const tidy = tidyDate(value);
  const reason = isDay(tidy)
    ? 'the time of day and its zone are missing'
    : isMoment(`${tidy}Z`)
      ? 'the zone at its end is missing, such as `-06:00`'
      : 'it is not a moment with its zone';
  const day = isDay(tidy) ? tidy : '2026-11-19';
  const hint = `Write it as \`${day}T06:30:00-06:00\`: year, month, day, \`T\`, the time on the 24-hour clock, and the time zone.`;
  return issue(value, isMoment, reason, hint);
}

function issue(value: string, fits: (date: string) => boolean, reason: string, hint: string) {
  if (fits(value)) return undefined;
  const day = /^\d{4}-\d\d-\d\d/.exec(value)?.[0];
  const why = day && !isDay(day) ? `there is no such day as ${day}` : reason;
  const tidy = tidyDate(value);
  const message = `\`${value}\` cannot be read as a date: ${why}.`;
  return { rule: 'invalid-date', message, hint, suggestion: fits(tidy) ? tidy : undefined } as const;
}

/** A date with the year last: points are for days first, and elsewhere what cannot be a month tells; others stay as they are. */
function yearFirst(whole: string, one: string, sign: string, two: string, year: string): string {
  if (sign === '.' || Number(one) > 12) return `${year}-${two}-${one}`;
  return Number(two) > 12 ? `${year}-${one}-${two}` : whole;
}

/** A date with the year first in the form that is read: dashes, slashes, spaces and missing zeros are corrected. */
const tidyDate = (value: string): string =>
  tidyMoment(
    value
      .trim()
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/^(\d\d?)([./-])\s?(\d\d?)\2\s?(\d{4})(?!\d)/, yearFirst)
      .replace(/^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?!\d)/, (_, year: string, month: string, day: string) =>
        [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
      ),
  )
    .replace(/T(\d:)/, 'T0$1')
    .replace(/([-+]\d\d)(\d\d)$/, '$1:$2')
    .replace(/([-+])(\d:\d\d)$/, '$10$2');
