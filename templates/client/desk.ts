// The desk: makes what content needs of what it saves. Its editors cannot take an empty line out of a file.

import { slugify } from '../slug.ts';

/** A map or list of Immutable, as the desk hands entries over. */
interface Collection {
  readonly size: number;
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => Collection;
  readonly map: (change: (value: unknown) => unknown) => Collection;
  readonly filter: (isKept: (value: unknown) => boolean) => Collection;
}

declare const CMS: {
  readonly registerEventListener: (listener: {
    readonly name: 'preSave';
    readonly handler: (event: { readonly entry: Collection }) => Collection;
  }) => void;
};

const isCollection = (value: unknown): value is Collection =>
  typeof value === 'object' && value !== null && 'filter' in value && 'size' in value;

/** A text or a group that was emptied, or never filled; a list may be empty. */
const isEmpty = (value: unknown): boolean =>
  isCollection(value) ? value.size === 0 && !('push' in value) : String(value ?? '').trim() === '';

const withoutEmpty = (value: unknown): unknown =>
  isCollection(value) ? value.map(withoutEmpty).filter((part) => !isEmpty(part)) : value;

/** What a new file gets where its editor wrote nothing, by the name of the collection. */
const made: Readonly<Record<string, (slug: string) => Readonly<Record<string, string>>>> = {
  posts: (slug) => ({ id: crypto.randomUUID(), slug }),
  pages: (slug) => ({ path: `/${slug}` }),
};

CMS.registerEventListener({
  name: 'preSave',
  handler({ entry }) {
    const data = withoutEmpty(entry.get('data')) as Collection;
    const missing = entry.get('newRecord') ? made[String(entry.get('collection'))] : undefined;
    const fresh = Object.entries(missing?.(slugify(String(data.get('title')))) ?? {});
    return fresh.reduce(
      (all, [key, value]) => (all.get(key) === undefined ? all.set(key, value) : all),
      data,
    );
  },
});
