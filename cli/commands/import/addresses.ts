import { posix } from 'node:path';
import anyAscii from 'any-ascii';
import { plainLetters, slugify } from '../../../templates/slug.ts';
import { valueAt } from '../../lib/value-at.ts';
import { decoded, parseUrl } from '../../lib/web-address.ts';
import type { Archive } from './archive.ts';
import { type Fields, textOf } from './fields.ts';

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, '');

/** The path of an address, or of one relative to `from`, below the archive's site: `/2019/bridge/`, `/?p=123`. `undefined` for other hosts. */
export function ownPath({ hosts, basePath }: Archive, address: string, from = '/'): string | undefined {
  const own = [...hosts, 'archive.invalid'];
  const url = parseUrl(address, `https://${own[0]}${from}`);
  if (!url || !own.some((host) => withoutWww(host) === withoutWww(url.host))) return undefined;
  const path = decoded(url.pathname) ?? url.pathname;
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  return below === '/' ? `/${url.search.replace(/^\?page_id=/, '?p=').replace(/&.*/, '')}` : below;
}

/** A slug in the letters that addresses have, of words in another script by their sound; none of the names that Windows has for devices. */
export function latinSlug(words: string): string {
  const plain = plainLetters(words);
  const slug = slugify(/(?![a-z])\p{L}/u.test(plain) ? anyAscii(plain) : plain);
  return slug.replace(/^(?:con|prn|aux|nul|(?:com|lpt)\d)$/, '$&-1');
}

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
export function fillPermalink(pattern: string, date: string, tokens: Tokens, fields: Fields) {
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
