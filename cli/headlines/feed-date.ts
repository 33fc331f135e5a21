import { cached } from '../lib/cached.ts';
import { toIso } from './feed.ts';

const hoursAhead =
  'gmt 0 utc 0 ut 0 wet 0 west 1 bst 1 cet 1 mez 1 cest 2 mesz 2 eet 2 sast 2 eest 3 msk 3 pkt 5 ist 5.5 awst 8 hkt 8 ' +
  'sgt 8 jst 9 kst 9 acst 9.5 aest 10 acdt 10.5 aedt 11 nzst 12 nzdt 13 ndt -2.5 adt -3 nst -3.5 ast -4 edt -4 est -5 ' +
  'et -4 cdt -5 cst -6 ct -5 mdt -6 mst -7 mt -6 pdt -7 pst -8 pt -7 akdt -8 akst -9 hst -10';

/**
 * Hours ahead of UTC. `ET`, `CT`, `MT` and `PT` are summer time, so that no age is too young; `IST` is India's, `CST` America's, `BST`
 * Britain's.
 */
const zones: ReadonlyMap<string, number> = new Map(
  Array.from(hoursAhead.matchAll(/(\w+) (\S+)/g), ([, name = '', hours]) => [name, Number(hours)]),
);

/** Languages of the names of months, English first: three letters of those are enough. */
const languages = ['en', 'es', 'de', 'fr'];

const withoutAccents = (words: string) => words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const monthsIn = cached((language: string) => {
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, i) => withoutAccents(month.format(Date.UTC(2026, i))));
});

/** Earlier dates are placeholders. */
const firstYear = 1990;

/** A time of day, and what stands before and after it. */
const clock =
  /^(.*?)(?:(?<=\d)t|[\s,]|\bat\s)\s*(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:\s*([ap])\.?\s?m\b\.?)?(.*)$/i;

/** ISO 8601 without signs: `20261120T063015Z`. */
const basicIso = /^(\d{4})(\d\d)(\d\d)(?:t?(\d\d)(\d\d)(\d\d)?)?(?=$|\D)/i;

/**
 * The moment of a date as feeds write it: RFC 822, ISO 8601, Unix time, and forms such as `November 20, 2026 6:30 am EST`, `11/20/2026`
 * and `20 de noviembre de 2026`. Only its day, as in `2026-11-20`, if it has no time, or no zone that is known. `undefined` if it cannot
 * be read or is before 1990.
 */
export function readDate(text: string): string | undefined {
  const written = text
    .replace(/[\s\u200e\u200f\u202f]+/g, ' ')
    .trim()
    .replace(basicIso, (_, year, month, day, hour, minute, second = '00') =>
      [`${year}-${month}-${day}`, ...(hour ? [`T${hour}:${minute}:${second}`] : [])].join(''),
    );
  if (written.length > 80) return undefined;
  const unixSeconds = /^(\d{10})(?:\d{3}|\.\d+)?$/.exec(written)?.[1];
  if (unixSeconds) return toIso(new Date(Number(unixSeconds) * 1000));
  const [, date = written.replace(/z$/i, ''), hour = 0, minute = 0, second = 0, half, after = ''] =
    clock.exec(written) ?? [];
  // `Fri Nov 20 06:30:15 CST 2026` has its year after the zone.
  const [, place = after, year = ''] = /^(.*) (\d{4})$/.exec(after) ?? [];
  const zone = place.replace(/\(.*\)$/, '').trim();
  const midnight = midnightOf(`${date} ${year}`);
  const ahead = minutesAhead(zone);
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (midnight === undefined || m > 59 || s > 60) return undefined;
  const fullHour = half && h <= 12 ? (h % 12) + (/p/i.test(half) ? 12 : 0) : h;
  const seconds = (fullHour * 60 + m) * 60 + s;
  const moment = new Date(midnight + (seconds - (ahead ?? 0) * 60) * 1000);
  if (seconds > 24 * 60 * 60 || moment.getUTCFullYear() < firstYear) return undefined;
  return zone === '' || ahead === undefined ? toIso(new Date(midnight)).slice(0, 10) : toIso(moment);
}

/** The start of a day in UTC: year, month and day in one of the usual orders, perhaps after a weekday. */
function midnightOf(text: string): number | undefined {
  const words = text.split(/[\s,/.-]+/).filter((word) => !/^(?:|de|del|of)$/i.test(word));
  if (words.length === 4 && /^\p{L}/u.test(words[0] ?? '')) words.shift();
  const [a = '', b = '', c = ''] = words;
  if (words.length > 3) return undefined;
  if (/^\d{4}$/.test(a)) return dayOf(a, b, c);
  if (/^[a-z]/i.test(a)) return dayOf(c, a, b);
  if (/^[a-z]/i.test(b)) return dayOf(c, b, a);
  const isMonthFirst = text.includes('/') && Number(a) <= 12;
  return isMonthFirst ? dayOf(c, a, b) : dayOf(c, b, a);
}

function dayOf(yearText: string, monthText: string, dayText: string): number | undefined {
  if (!/^(?:\d\d){1,2}$/.test(yearText) || !/^\d{1,2}(?:st|nd|rd|th|er|º)?$/i.test(dayText)) return undefined;
  const short = Number(yearText);
  const year = yearText.length === 4 ? short : short + (short < 50 ? 2000 : 1900);
  const month = Number(monthText) || monthOf(withoutAccents(monthText));
  const day = Number.parseInt(dayText, 10);
  const time = Date.UTC(year, month - 1, day);
  const date = new Date(time);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time : undefined;
}

/** The number of a month by its name or the start of it; 0 if there is none. */
function monthOf(name: string): number {
  for (const language of name.length < 3 ? [] : languages) {
    const start = name.slice(0, language === 'en' ? 3 : 4);
    const index = monthsIn(language).findIndex((month) => month.startsWith(start));
    if (index !== -1) return index + 1;
  }
  return 0;
}

/** Minutes that a zone is ahead of UTC; `undefined` if it is not known. Military letters count as UTC, because many programs use them with the wrong sign. */
function minutesAhead(zone: string): number | undefined {
  if (/^[a-z]?$/i.test(zone)) return 0;
  const [, sign, hours, minutes = 0] =
    /^(?:gmt|utc?)?\s*([+−-])\s*(\d{1,2}):?([0-5]\d)?(?: [a-z]+)?$/i.exec(zone) ?? [];
  const named = zones.get(zone.toLowerCase());
  if (hours === undefined) return named === undefined ? undefined : named * 60;
  return Number(hours) > 14 ? undefined : (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 1 : -1);
}
