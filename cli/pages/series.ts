import type { Series } from '../../templates/types.ts';
import type { EditionPost } from '../content/model.ts';
import type { PostFile } from '../content/post.ts';
import { groupBy } from '../lib/group-by.ts';

export const seriesKey = ({ series }: Pick<PostFile, 'series'>): string | undefined =>
  series?.name.trim().toLowerCase();

/** Of a long series, a post lists so many parts before it and after it. */
const maxAround = 50;

/** Gives the series of a post. Its parts are in order: those with a number by number, then the others by date, which are numbered on. */
export function createSeries(posts: readonly EditionPost[]): (post: EditionPost) => Series | undefined {
  const all = new Map<string | undefined, Series['parts']>();
  for (const [key, parts] of groupBy(posts, ({ parsed }) => seriesKey(parsed.data)))
    if (key !== undefined) all.set(key, numbered(parts));
  return ({ post, parsed: { data } }) => {
    const parts = all.get(seriesKey(data)) ?? [];
    const at = parts.findIndex(({ path }) => path === post.path);
    const number = parts[at]?.number;
    if (!data.series || number === undefined) return undefined;
    return {
      name: data.series.name,
      number,
      parts: parts.slice(Math.max(0, at - maxAround), at + maxAround + 1),
    };
  };
}

function numbered(posts: readonly EditionPost[]): Series['parts'] {
  const numberOf = ({ parsed }: EditionPost) => parsed.data.series?.part ?? Number.POSITIVE_INFINITY;
  let last = 0;
  return posts
    .toSorted((a, b) => numberOf(a) - numberOf(b) || a.time - b.time)
    .map(({ post: { path, title }, parsed }) => {
      last = Math.max(parsed.data.series?.part ?? 0, last + 1);
      return { number: last, title, path };
    });
}
