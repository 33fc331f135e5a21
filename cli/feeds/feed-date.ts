/** Minutes ahead of UTC. `ET`, `CT`, `MT` and `PT` are winter time; `IST` is India's, `CST` America's, `BST` Britain's. */
const zones: ReadonlyMap<string, number> = new Map(
  (
    [
      [-660, 'sst'],
      [-600, 'hst'],
      [-540, 'akst hdt'],
      [-480, 'pst pt akdt'],
      [-420, 'mst mt pdt'],
      [-360, 'cst ct mdt'],
      [-300, 'est et cdt'],
      [-240, 'ast edt'],
      [-210, 'nst'],
      [-180, 'adt brt art'],
      [-150, 'ndt'],
      [0, 'gmt utc ut wet'],
      [60, 'bst west cet mez met wat'],
      [120, 'cest mesz mest eet sast cat'],
      [180, 'eest msk trt eat'],
      [300, 'pkt'],
      [330, 'ist'],
      [345, 'npt'],
      [420, 'ict wib'],
      [480, 'sgt hkt pht awst'],
      [540, 'jst kst'],
      [570, 'acst'],
      [600, 'aest'],
      [630, 'acdt'],
      [660, 'aedt'],
      [720, 'nzst'],
      [780, 'nzdt'],
    ] as const
  ).flatMap(([minutes, names]) => names.split(' ').map((name) => [name, minutes] as const)),
);

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Earlier dates are placeholders. */
const firstYear = 1990;

const weekday = /^(?:\p{L}+\.?,|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?)\s*/iu;
const number = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const word = '(?<month>[a-z]{3,10})\\.?';
const year = '(?<year>\\d{4}|\\d{2})(?![\\d:])';
const rest = '(?<rest>.*)';

/** The ways to write a day. The rest is time and zone. */
const days: readonly RegExp[] = [
  // 2026-11-20T06:30:00-06:00, 2026/11/20
  `(?<year>\\d{4})[-/.](?<month>\\d{1,2})[-/.](?<day>\\d{1,2})(?!\\d)${rest}`,
  // 20261120T123000Z
  `(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)(?!\\d)${rest}`,
  // Fri, 20 Nov 2026 06:30:00 -0600, 20-Nov-26
  `${number}[\\s.-]+${word}[\\s,-]+${year}${rest}`,
  // November 20, 2026 6:30 am EST
  `${word}\\s+${number}(?:,\\s*|\\s+)(?<year>\\d{4})(?![\\d:])${rest}`,
  // Fri Nov 20 06:30:00 CST 2026
  `${word}\\s+${number}\\s${rest}\\s(?<year>\\d{4})`,
  // 11/20/2026 6:30 PM
  `(?<month>0?\\d|1[0-2])/(?<day>\\d{1,2})/${year}${rest}`,
  // 20/11/2026, 20.11.2026 06:30
  `(?<day>\\d{1,2})[/.-](?<month>\\d{1,2})[/.-]${year}${rest}`,
].map((pattern) => new RegExp(`^${pattern}$`, 'i'));

const clock =
  /^(?:[\s,]|t|at\b)*(?:(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?|(?<=t)(\d\d)(\d\d)(\d\d(?:[.,]\d+)?)?)?\s*(?:([ap])\.?\s?m\b\.?)?\s*(.*)$/i;

/**
 * The moment of a date as feeds write it; `undefined` if it cannot be read or is before 1990. Without a zone it is UTC, whatever the zone of
 * the machine.
 */
export function readDate(text: string): Date | undefined {
  const written = text.replace(/[\s\u200e\u200f\u202f]+/g, ' ').trim();
  if (written.length > 80) return undefined;
  const time = unixTime(written) ?? calendarTime(written.replace(weekday, ''));
  const date = time === undefined ? undefined : new Date(time);
  return date && date.getUTCFullYear() >= firstYear ? date : undefined;
}

function unixTime(text: string): number | undefined {
  if (/^\d{13}$/.test(text)) return Number(text);
  return /^\d{9,10}(?:\.\d+)?$/.test(text) ? Math.trunc(Number(text)) * 1000 : undefined;
}

function calendarTime(text: string): number | undefined {
  for (const pattern of days) {
    const { year = '', month = '', day = '', rest = '' } = pattern.exec(text)?.groups ?? {};
    if (year === '') continue;
    const midnight = midnightOf(year, month, day);
    const seconds = secondsOf(rest);
    return midnight === undefined || seconds === undefined ? undefined : midnight + seconds * 1000;
  }
  return undefined;
}

function midnightOf(yearText: string, monthText: string, dayText: string): number | undefined {
  const short = Number(yearText);
  const fullYear = yearText.length === 4 ? short : short + (short < 50 ? 2000 : 1900);
  const month = Number(monthText) || months.indexOf(monthText.slice(0, 3).toLowerCase()) + 1;
  const day = Number(dayText);
  const time = Date.UTC(fullYear, month - 1, day);
  const date = new Date(time);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time : undefined;
}

/** Seconds since midnight in UTC. */
function secondsOf(text: string): number | undefined {
  const [, hour, minute, second, basicHour, basicMinute, basicSecond, half, zone = ''] =
    clock.exec(text) ?? [];
  const h = Number(hour ?? basicHour ?? 0);
  const m = Number(minute ?? basicMinute ?? 0);
  const s = Math.trunc(Number(second ?? basicSecond ?? 0));
  const ahead = minutesAhead(zone.replace(/\s*\(.*\)$/, '').trim());
  if (ahead === undefined || h > 24 || m > 59 || s > 60 || (h === 24 && m + s > 0)) return undefined;
  const noon = half && h <= 12 ? (h % 12) + (/p/i.test(half) ? 12 : 0) : h;
  return (noon * 60 + m - ahead) * 60 + s;
}

/** How far a zone is ahead of UTC. Military letters count as UTC, because many programs use them with the wrong sign. */
function minutesAhead(zone: string): number | undefined {
  if (/^[a-z]?$/i.test(zone)) return 0;
  const offset = /^(?:gmt|utc?|z)?\s*([+-−])\s*(\d{1,2}):?(\d\d)?(?:\s+[a-z]+)?$/i.exec(zone);
  if (!offset) return zones.get(zone.toLowerCase());
  const [, sign, hours, minutes = 0] = offset;
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 1 : -1);
}
