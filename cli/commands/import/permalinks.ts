import { posix } from 'node:path';
import { slugify } from '../../content/schema/slugs.ts';
import { valueAt } from '../../lib/value-at.ts';
import { textOf } from './fields.ts';
import type { Fields } from './front-matter.ts';

/** What the tokens of a permalink stand for. */
export type Tokens = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The parts of a date, as ISO 8601 writes it, by the names of Jekyll and Hugo. */
function dateTokens(date: string): Tokens {
  // Days of addresses are those that were written, whatever the zone.
  const [year = '', month = '', day] = date.slice(0, 'yyyy-mm-dd'.length).split('-');
  if (day === undefined) return {};
  const [i_month, i_day] = [month, day].map((number) => String(Number(number)));
  return { year, month, day, short_year: year.slice(2), i_month, i_day };
}

/** A permalink filled in: `/:year/:title/` or `/{{ title | slugify }}/`. `undefined` if it has something that only the generator knows. */
export function fillPermalink(
  pattern: string,
  date: string,
  tokens: Tokens,
  fields: Fields,
): string | undefined {
  const known: Tokens = { ...dateTokens(date), ...tokens };
  // An address is shorter.
  let isKnown = !pattern.includes('{%') && pattern.length < 500;
  if (!isKnown) return undefined;
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
  const [, name = '', filters = ''] =
    /^([\w.]+)((?:\s*\|\s*(?:slug(?:ify)?|lower|downcase|url|safe|escape))*)$/i.exec(expression) ?? [];
  const value = textOf(
    name.startsWith('page.') ? known[name.slice('page.'.length)] : valueAt(fields, name.split('.')),
  );
  return value !== undefined && /slug/i.test(filters) ? slugify(value) : value;
}
