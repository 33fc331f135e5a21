import { posix } from 'node:path';
import { valueAt } from '../lib/value-at.ts';
import { slugify } from '../sources/schema/slugs.ts';
import { textOf } from './fields.ts';
import type { Fields } from './front-matter.ts';

/** What the tokens of a permalink stand for. */
export type Tokens = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The parts of a date, by the names of Jekyll and Hugo, of `strftime`, and of the date filters of Eleventy. */
function dateTokens(date: string): Tokens {
  // Days of addresses are those that were written, whatever the zone.
  const moment = new Date(date.length > 10 ? `${date.slice(0, 19)}Z` : date);
  if (Number.isNaN(moment.getTime())) return {};
  const [year = '', month = '', day = ''] = moment.toISOString().split(/[-T]/);
  const monthName = moment.toLocaleString('en-US', { timeZone: 'UTC', month: 'long' });
  const sinceNewYear = (moment.getTime() - Date.UTC(Number(year), 0, 1)) / (24 * 60 * 60 * 1000);
  const parts = {
    'year %Y yyyy YYYY date.getFullYear()': year,
    'short_year %y yy YY': year.slice(2),
    'month %m MM LL': month,
    'i_month %-m M L': String(Number(month)),
    'long_month %B MMMM LLLL': monthName,
    'short_month %b MMM LLL': monthName.slice(0, 3),
    monthname: monthName.toLowerCase(),
    'day %d dd DD': day,
    'i_day %-d d D': String(Number(day)),
    'y_day %j': String(Math.floor(sinceNewYear) + 1).padStart(3, '0'),
  };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([names, part]) => names.split(' ').map((name) => [name, part])),
  );
}

/**
 * A permalink filled in, with the tokens of Jekyll and Hugo, `/:year/:title/`, or the words of Liquid and Nunjucks,
 * `/{{ page.date | date: "%Y" }}/{{ title | slugify }}/`. `undefined` if it has something that only the generator knows.
 */
export function fillPermalink(
  pattern: string,
  date: string,
  tokens: Tokens,
  fields: Fields,
): string | undefined {
  const known: Tokens = { ...dateTokens(date), date, ...tokens };
  let isKnown = !pattern.includes('{%');
  const filled = pattern.replace(
    /\{\{-?\s*(.*?)\s*-?\}\}|:([a-z_]+(?:\[[\w:]*\])?)/g,
    (_, expression: string | undefined, token: string) => {
      const value = expression === undefined ? known[token] : expressionValue(expression, known, fields);
      if (value === undefined) isKnown = false;
      return [value ?? []].flat().join('/');
    },
  );
  return isKnown ? posix.join('/', filled).replace(/\/index\.html$/, '/') : undefined;
}

/** The value of a name in a template, through the filters that are the same everywhere. */
function expressionValue(expression: string, known: Tokens, fields: Fields): string | undefined {
  const [, name = '', filters = ''] = /^([^|]*?)\s*(\|.*)?$/.exec(expression) ?? [];
  const value = textOf(
    name.startsWith('page.') ? known[name.slice('page.'.length)] : valueAt(fields, name.split('.')),
  );
  const format = /^\|\s*\w*(?:date|format|time)\w*[\s:(]*["']([^"']+)["']\W*$/i.exec(filters)?.[1];
  if (format !== undefined && /(?:^|\.)date$/.test(name) && known.year !== undefined)
    return format.replace(/%-?\w|([a-zA-Z])\1*/g, (part) => String(known[part] ?? part));
  if (!/^(?:\W|slug(?:ify)?|lower|downcase|url|safe|escape)*$/i.test(filters)) return undefined;
  return value !== undefined && /slug/i.test(filters) ? slugify(value) : value;
}
