import { slugify } from '../sources/schema/slugs.ts';

/** What the rules of an archive make addresses of. Dates are as they are written, because days of addresses are. */
export type PermalinkValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The parts of a date that both Jekyll and Hugo name. */
function dateTokens(date: string | undefined): PermalinkValues {
  const moment =
    date === undefined
      ? new Date(Number.NaN)
      : new Date(`${date.slice(0, 19)}${date.length > 10 ? 'Z' : ''}`);
  if (Number.isNaN(moment.getTime())) return {};
  const [year = '', month = '', day = '', hour, minute, second] = moment.toISOString().split(/[-T:.]/);
  const name = (options: Intl.DateTimeFormatOptions) =>
    moment.toLocaleString('en-US', { timeZone: 'UTC', ...options });
  const sinceNewYear = (moment.getTime() - Date.UTC(Number(year), 0, 1)) / (24 * 60 * 60 * 1000);
  const ofYear = String(Math.floor(sinceNewYear) + 1);
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    short_year: year.slice(2),
    i_month: String(Number(month)),
    i_day: String(Number(day)),
    monthname: name({ month: 'long' }).toLowerCase(),
    long_month: name({ month: 'long' }),
    short_month: name({ month: 'short' }),
    y_day: ofYear.padStart(3, '0'),
    yearday: ofYear,
  };
}

/** A pattern such as `/:year/:month/:title/` filled in; `undefined` if it names something unknown. */
export function fillPattern(
  pattern: string,
  date: string | undefined,
  values: PermalinkValues,
): string | undefined {
  const known: PermalinkValues = { ...dateTokens(date), ...values };
  let isKnown = true;
  const filled = pattern.replace(/:([a-z_]+)(?:\[(\w*)(:?)(\w*)\])?/g, (_, name: string, from, colon, to) => {
    const value = known[name];
    if (value === undefined) isKnown = false;
    const parts = [value ?? []].flat();
    if (from === undefined) return parts.join('/');
    const start = from === 'last' ? parts.length - 1 : Number(from);
    return parts.slice(start, colon ? Number(to || parts.length) : start + 1).join('/');
  });
  return isKnown ? filled.replace(/\/{2,}/g, '/').replace(/^(?!\/)/, '/') : undefined;
}

/** The tokens, each with the formats of `strftime` and the letters of other date filters that mean the same. */
const meanings = `year %Y yyyy YYYY|short_year %y yy YY|month %m LL MM|i_month %-m L M|day %d dd DD|i_day %-d d D|short_month %b LLL MMM|
  long_month %B LLLL MMMM|y_day %j|hour %H HH|minute %M mm|second %S ss`;
const formats = new Map(
  meanings.split('|').flatMap((line) => {
    const [token = '', ...written] = line.trim().split(' ');
    return written.map((format) => [format, token] as const);
  }),
);

/**
 * A permalink in the words of Liquid or Nunjucks filled in: `/{{ page.date | date: "%Y/%m" }}/{{ title | slugify }}/`. `undefined` if it
 * has something that only the generator knows.
 */
export function fillTemplate(
  template: string,
  lookUp: (name: string) => string | undefined,
): string | undefined {
  let isKnown = true;
  const filled = template.replace(/\{\{-?\s*(.*?)\s*-?\}\}/g, (_, expression: string) => {
    const [name = '', ...filters] = expression.split(/\s*\|\s*/);
    const value = filters.reduce(applyFilter, lookUp(name));
    if (value === undefined) isKnown = false;
    return value ?? '';
  });
  return isKnown && !filled.includes('{%')
    ? filled.replace(/\/{2,}/g, '/').replace(/^(?!\/)/, '/')
    : undefined;
}

function applyFilter(value: string | undefined, filter: string): string | undefined {
  const [, name = '', format] = /^(\w+)\s*[:(]?\s*(?:["']([^"']*)["'])?\)?$/.exec(filter) ?? [];
  if (value === undefined || format === undefined) {
    if (/^slug(?:ify)?$/i.test(name)) return value && slugify(value);
    if (/^(?:lower|downcase)$/.test(name)) return value?.toLowerCase();
    return /^(?:url|safe|escape)$/.test(name) ? value : undefined;
  }
  const tokens = dateTokens(/^\d{4}-\d\d-\d\d/.test(value) ? value : undefined);
  if (tokens.year === undefined || !/date|format|time/i.test(name)) return undefined;
  return format.replace(/%-?[a-zA-Z]|[a-zA-Z]+/g, (part) => String(tokens[formats.get(part) ?? ''] ?? part));
}
