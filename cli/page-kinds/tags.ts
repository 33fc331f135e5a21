import { TagsPage } from '../../templates/pages/TagsPage.tsx';
import type { Named } from '../../templates/types.ts';
import type { Edition, Records } from '../model.ts';
import {
  headOfList,
  listAddress,
  listPage,
  listsOf,
  type NamedList,
  type NamedListPart,
  reservedForLists,
  routesOfLists,
} from './lists.ts';
import { definePageKind, isOfKind, type PartRoute } from './page-kind.ts';
import { feedName, numberedHead } from './paging.ts';
import { webPage } from './structured-data.ts';

type Part = NamedListPart<NamedList> | undefined;

/** The fewest stories of a tag that has a feed, and whose page search engines may show. */
const minStories = 3;

const isRare = ({ posts }: NamedList) => posts.length < minStories;

export const tags = definePageKind({
  name: 'tags',
  summary:
    'all tags; the stories of each are at `<path>/<tag>`, their feed, from three stories on, at `<path>/<tag>/rss.xml`',
  fields: {},
  reserves: reservedForLists,
  routes: ({ data: { path } }, edition): readonly PartRoute<Part>[] =>
    routesOfLists(path, tagLists(edition), edition).map((route) => ({
      ...route,
      isHidden: route.part !== undefined && isRare(route.part.list),
    })),
  feeds: (_, edition) =>
    tagLists(edition).flatMap((list) =>
      isRare(list)
        ? []
        : [{ ...feedName(list.path, list.name, edition), page: list.path, posts: list.posts }],
    ),
  props({ edition, words, locale }) {
    const { compare } = new Intl.Collator(locale);
    const tags = tagLists(edition)
      .map(({ name, path, posts }) => ({ name, path, stories: posts.length }))
      .sort((a, b) => compare(a.name, b.name));
    return ({ head, part }) => {
      if (!part) return { ...head(), tags };
      const { list } = part;
      // The share image is that of the page of all tags: there may be thousands.
      return {
        ...numberedHead(headOfList(head(), list, words.tags.storiesOf(list.name)), part, { words }),
        feed: isRare(list) ? undefined : feedName(list.path, list.name, edition),
        tag: listPage(part),
      };
    };
  },
  structuredData: (page, site) => [webPage('CollectionPage', page, site)],
  component: TagsPage,
});

const tagLists = (edition: Edition): NamedList[] => listsOf(edition, ({ tags }) => tags);

/** Gives a tag the address of its page, if the paper has such pages. Tags with one address are one tag. */
export function createTags({ pages }: Pick<Records, 'pages'>): (name: string) => Named {
  const path = pages.find((page) => isOfKind(page, tags))?.data.path;
  const known = new Map<string, Named>();
  return (name) => {
    const tag = known.get(name) ?? { name, path: listAddress(path, name) };
    known.set(name, tag);
    return tag;
  };
}
