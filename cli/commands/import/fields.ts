import { readDate } from '../../headlines/feed-date.ts';
import { isRecord } from '../../lib/is-record.ts';
import { valueAt } from '../../lib/value-at.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of archives that have the meaning of one of ours, the usual one first; capital letters, `_` and `-` do not count. */
export const usualNames = {
  id: 'guid',
  title: 'title',
  excerpt: 'excerpt description summary abstract lead',
  deck: 'deck dek subtitle standfirst',
  kicker: 'kicker',
  author: 'authors author byline by',
  publishedDate: 'date publishDate pubDate publishedAt datePublished published created',
  updatedDate: 'lastmod lastModifiedAt updated updatedDate modified dateModified updatedAt',
  until: 'until expiryDate unpublishDate',
  category: 'categories category section',
  tags: 'tags tag keywords',
  slug: 'slug',
  source: 'sourceUrl externalUrl',
  imageUrl:
    'imageUrl image featuredImage featured featureImage cover coverImage hero heroImage header banner thumbnail images teaser photo img resources',
  imageAlt: 'imageAlt heroAlt alt featuredImageAlt coverAlt thumbnailAlt',
  imageCaption: 'imageCaption caption featuredImageCaption',
  imageCredit: 'imageCredit credit photoCredit',
};

/** What `--map` may name. */
export type OwnField = keyof typeof usualNames;
export type FieldMap = Readonly<Partial<Record<OwnField, readonly string[]>>>;

/** What the fields of a post say, by our names, and which of them were taken. */
export type Recognized = Readonly<ReturnType<typeof recognizeFields>>;

/** The text of a value: of a list the first, of a group the one that names it. */
export function textOf(value: unknown, keys = 'name title text'): string | undefined {
  if (Array.isArray(value)) return textOf(value[0], keys);
  if (isRecord(value))
    return keys
      .split(' ')
      .map((key) => textOf(value[key], keys))
      .find((text) => text !== undefined);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return /^(?:false|null|~)?$/.test(text) ? undefined : text;
}

const pictureKeys = 'src path url image feature overlay_image teaser file filename source relative name';
/** The entries of a list; of a text the parts between separators. */
function listOf(value: unknown, separator: RegExp): string[] {
  const entries = typeof value === 'string' ? value.split(separator) : [value].flat();
  return entries.flatMap((entry) => textOf(entry) ?? []);
}

export function recognizeFields(fields: Fields, map: FieldMap) {
  const taken = new Set<string>();
  const bare = (name: string) => name.toLowerCase().replace(/[_-]/g, '');
  const byName = new Map(Object.keys(fields).map((key) => [bare(key), key]));
  function find(own: OwnField, keys?: string): unknown {
    for (const name of [...(map[own] ?? []), ...usualNames[own].split(' ')]) {
      const [first = '', ...rest] = name.split('.');
      const key = Object.hasOwn(fields, first) ? first : byName.get(bare(first));
      const value = key === undefined ? undefined : valueAt(fields, [key, ...rest]);
      if (key === undefined || textOf(value, keys) === undefined) continue;
      taken.add(key);
      return value;
    }
    return undefined;
  }
  const values: Partial<Record<OwnField, string | undefined>> = {};
  for (const own of Object.keys(usualNames) as OwnField[]) values[own] = textOf(find(own));
  const [picture] = [find('imageUrl', pictureKeys)].flat();
  values.imageUrl = textOf(picture, pictureKeys);
  if (isRecord(picture)) {
    values.imageAlt ??= textOf(picture, 'alt image_alt title');
    values.imageCaption ??= textOf(picture, 'caption description');
    values.imageCredit ??= textOf(picture, 'credit attribution photographer');
  }
  return {
    values,
    authors: listOf(find('author'), /;/),
    categories: listOf(find('category'), /,/),
    tags: listOf(find('tags'), /,/),
    taken: [...taken],
  };
}

/** A day, or a moment with its zone or without, as ISO 8601 writes it; `undefined` if this is no date. */
export function isoDate(written: string | undefined): string | undefined {
  if (written === undefined || written.startsWith('0000')) return undefined;
  const [, day, time, zone = ''] =
    /^(\d{4}[-/.]\d\d?[-/.]\d\d?)(?:[T\s]+(\d\d?:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?.*)?$/i.exec(
      written.trim(),
    ) ?? [];
  if (day === undefined) return readDate(written);
  const [year, month = 0, date, ...clock] = `${day} ${time}`.match(/\d+/g)?.map(Number) ?? [];
  const moment = new Date(Date.UTC(year ?? 0, month - 1, date, ...clock));
  // The 30th of February would be the 2nd of March.
  if (moment.getUTCDate() !== date) return undefined;
  const { length } = time === undefined ? 'yyyy-mm-dd' : 'yyyy-mm-ddThh:mm:ss';
  const iso = moment.toISOString().slice(0, length);
  return `${iso}${zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2')}`;
}

export const isTrue = (value: unknown): boolean => /^(?:true|yes|on|1)$/i.test(String(value));
export const isFalse = (value: unknown): boolean => /^(?:false|no|off|0)$/i.test(String(value));
