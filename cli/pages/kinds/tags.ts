import type { Named } from '../../../templates/types.ts';
import type { Records } from '../../content/model.ts';
import { languageOf } from '../../content/site.ts';
import { cached } from '../../lib/cached.ts';
import { groupBy } from '../../lib/group-by.ts';
import { defineLists, listAddress, type NamedList } from '../lists.ts';
import { isOfKind } from '../page-kind.ts';

export const tags = defineLists({
  name: 'tags',
  summary:
    'all tags; the stories of each are at `<path>/<tag>`, their feed, from three stories on, at `<path>/<tag>/rss.xml`',
  minStories: 3,
  listsOf: ({ posts, shared }): NamedList[] => {
    const { compare } = new Intl.Collator(languageOf(shared.site.data).locale);
    const uses = posts.flatMap((post) => post.post.tags.map(({ name, path }) => ({ name, path, post })));
    return [...groupBy(uses, ({ path }) => path)]
      .flatMap(([path, uses]) =>
        // The newest post says how the tag is written.
        path && uses[0]
          ? { name: uses[0].name, path, posts: [...new Set(uses.map(({ post }) => post))] }
          : [],
      )
      .sort((a, b) => compare(a.name, b.name));
  },
});

/** Gives tags the address of their page, if the paper has such pages. Tags with one address are one tag. */
export function createTags({ pages }: Pick<Records, 'pages'>): (name: string) => Named {
  const path = pages.find((page) => isOfKind(page, tags))?.data.path;
  return cached((name) => ({ name, path: listAddress(path, name) }));
}
