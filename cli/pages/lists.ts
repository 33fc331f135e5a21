import type * as z from 'zod';
import { ListsPage } from '../../templates/pages/ListsPage.tsx';
import type { Site, TeamMember } from '../../templates/types.ts';
import type { Edition, EditionPost } from '../content/model.ts';
import { slugify } from '../content/schema/slugs.ts';
import { definePageKind, type PageKind, type PartRoute } from './page-kind.ts';
import { feedName, headBelow, type ListPart, listHead, listPages, pagingOf } from './paging.ts';
import { riverOf } from './setting.ts';
import { organizationId, webPage } from './structured-data.ts';

/** The posts of an author or with a tag, newest first, and the address of their page. */
export interface NamedList {
  readonly name: string;
  readonly path: string;
  readonly posts: readonly EditionPost[];
  readonly member?: TeamMember;
}

type Part = (ListPart & { readonly list: NamedList }) | undefined;

interface Lists extends Pick<PageKind, 'name' | 'summary' | 'needs'> {
  readonly listsOf: (edition: Edition) => readonly NamedList[];
  /** The fewest stories of a list that has a feed, and that search engines may show. */
  readonly minStories: number;
}

/** A kind of page that shows the names of lists; each list has pages of its own below it. */
export function defineLists({ listsOf, minStories, ...kind }: Lists) {
  /** The lists that have their pages below `path`: of two pages of the kind, the first has all. */
  const listsBelow = (path: string, edition: Edition) =>
    listsOf(edition).filter((list) => list.path.startsWith(`${path}/`));
  return definePageKind<z.core.$ZodShape, Parameters<typeof ListsPage>[0]['page'], Part>({
    ...kind,
    reserves: { below: /^\/[^/]+(?:\/page\/\d+)?$/, reason: 'A list of posts may be at this address' },
    routes: ({ data: { path } }, edition): readonly PartRoute<Part>[] => [
      { address: path, part: undefined },
      ...listsBelow(path, edition).flatMap((list) =>
        listPages(list.path, list.posts, edition).map(({ part, ...route }) => ({
          ...route,
          part: { ...part, list },
          isHidden: list.posts.length < minStories,
        })),
      ),
    ],
    feeds: ({ data }, edition) =>
      listsBelow(data.path, edition)
        .filter(({ posts }) => posts.length >= minStories)
        .map(({ name, path, posts, member }) => ({
          ...feedName(path, name, edition),
          description: member?.bio,
          page: path,
          posts,
        })),
    props({ edition, words, shareImages }) {
      const lists = listsOf(edition).map(({ posts, ...list }) => ({ ...list, stories: posts.length }));
      return ({ head, part }) => {
        const page = head();
        if (!part) return { ...page, lists };
        const { name, path, member, posts } = part.list;
        const newest = posts.slice(0, 2).map(({ post }) => post.title);
        const whose = member ? words.authors.storiesBy(name) : words.tags.storiesOf(name, newest.join(' · '));
        const first = {
          ...headBelow(page, { title: name, path }, member?.bio ?? whose),
          tagline: member?.role,
          keywords: [name],
          // There may be thousands of tags, and a share image takes a tenth of a second.
          shareImage: member ? shareImages.ofPage(name) : page.shareImage,
        };
        return {
          ...listHead(first, part, { words }),
          feed: posts.length >= minStories ? feedName(path, name, edition) : undefined,
          list: { stories: riverOf(part.posts, new Set(), name), paging: pagingOf(path, part), member },
        };
      };
    },
    structuredData: (page, site) => [
      page.list?.member
        ? webPage('ProfilePage', page, site, { mainEntity: personOf(page.list.member, site) })
        : webPage('CollectionPage', page, site),
    ],
    component: ListsPage,
  });
}

const personOf = ({ name, role, bio, path, picture }: TeamMember, site: Site) => ({
  '@type': 'Person',
  name,
  url: site.baseUrl + path,
  jobTitle: role,
  description: bio,
  image: picture.alt === '' ? undefined : site.baseUrl + picture.src,
  worksFor: { '@id': organizationId(site) },
});

/** The address of a list below `path`; none for a name that has no letters for an address, or too many. */
export function listAddress(path: string | undefined, name: string): string | undefined {
  const slug = path === undefined ? '' : slugify(name);
  return /^(?!index$).{1,120}$/.test(slug) ? `${path}/${slug}` : undefined;
}
