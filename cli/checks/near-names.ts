import type { Edition, ParsedPost } from '../content/model.ts';
import { groupBy } from '../lib/group-by.ts';
import { createBylines } from '../pages/kinds/authors.ts';
import type { KeyPath } from '../problems/locate.ts';
import { onlyNear } from '../problems/nearest.ts';
import { doubt, type Problem } from '../problems/problem.ts';

/** A name in the front matter of a post. */
type Use = Readonly<{ name: string; post: ParsedPost; path: KeyPath }>;

/** A name in more stories than this is not taken for a mistake. */
const maxRare = 2;

/** Names of authors and of series that few stories have, and that are a letter or two away from one of the team or of other stories. */
export function nearNames(edition: Edition, posts: readonly ParsedPost[]): Problem[] {
  const bylineOf = createBylines(edition);
  const team = edition.shared.data.team?.data.team.map(({ name }) => name) ?? [];
  const authors = posts.flatMap((post): Use[] => {
    const { author, authors } = post.data;
    const bylines = authors.map((byline, i) => ({ byline, path: ['authors', i] }));
    if (author !== undefined) bylines.unshift({ byline: author, path: ['author'] });
    return bylines.flatMap(({ byline, path }) =>
      // `By` is reported elsewhere.
      bylineOf(byline.replace(/^by\s+/i, '')).names.map((name) => ({ name, post, path })),
    );
  });
  const series = posts.flatMap((post): Use[] =>
    post.data.series ? [{ name: post.data.series.name, post, path: ['series', 'name'] }] : [],
  );
  return [...nearOnes(authors, team, 'author'), ...nearOnes(series, [], 'series')];
}

/** Comparisons of one kind of names: so many take a tenth of a second. */
const maxComparisons = 200_000;

function nearOnes(uses: readonly Use[], certain: readonly string[], kind: string): Problem[] {
  const isCertain = new Set(certain.map((name) => name.toLowerCase()));
  const byName = [...groupBy(uses, ({ name }) => name.trim().toLowerCase())];
  const others = byName.filter(([key]) => !isCertain.has(key));
  const rare = others.filter(([, all]) => all.length <= maxRare);
  if (rare.length * others.length > maxComparisons) return [];
  return rare.flatMap(([key, all]) => {
    const at = others.findIndex(([name]) => name === key);
    // Of two names that are as rare the older one, which is behind, is taken for the right one.
    const likelier = others.filter(([, { length }], i) => length + (i > at ? 1 : 0) > all.length);
    const names = likelier.map(([, [use]]) => use?.name.trim() ?? '');
    const suggestion = onlyNear(key, [...certain, ...names]);
    if (suggestion === undefined) return [];
    const hint = `Stories with another spelling are not on the pages of this ${kind}.`;
    return all.map(({ name, post, path }) => {
      const message = `No other story has the ${kind} \`${name.trim()}\`, and \`${suggestion}\` is nearly the same.`;
      return doubt(post.source, path, message, { hint, suggestion });
    });
  });
}
