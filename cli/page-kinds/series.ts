import type { Series, SeriesPart } from '../../templates/types.ts';
import { groupBy } from '../lib/group-by.ts';
import type { EditionPost } from '../model.ts';
import type { PostFile } from '../sources/post.ts';

/** Posts with the same key are parts of one series. */
export const seriesKey = ({ series }: PostFile): string => series?.name.trim().toLowerCase() ?? '';

/**
 * Gives the series of a post with its parts in order: those with a number by number, then the others by date, which are numbered on.
 * `posts` are newest first.
 */
export function createSeries(posts: readonly EditionPost[]): (post: EditionPost) => Series | undefined {
  const inSeries = posts.filter(({ parsed }) => parsed.data.series).reverse();
  const all = new Map<string, readonly SeriesPart[]>();
  for (const [key, parts] of groupBy(inSeries, ({ parsed }) => seriesKey(parsed.data)))
    all.set(key, numbered(parts));
  return ({ post, parsed: { data } }) => {
    const parts = data.series && all.get(seriesKey(data));
    const number = parts?.find(({ path }) => path === post.path)?.number;
    return data.series && parts && number ? { name: data.series.name, number, parts } : undefined;
  };
}

function numbered(posts: readonly EditionPost[]): SeriesPart[] {
  const numberOf = ({ parsed }: EditionPost) => parsed.data.series?.part ?? Number.POSITIVE_INFINITY;
  let last = 0;
  return posts
    .toSorted((a, b) => numberOf(a) - numberOf(b) || a.time - b.time)
    .map(({ post: { path, title }, parsed }) => {
      last = parsed.data.series?.part ?? last + 1;
      return { number: last, title, path };
    });
}
