import type { PostListPage } from '../../templates/parts/Pagination.tsx';
import type { Named, PageHead, Post } from '../../templates/types.ts';
import { groupBy } from '../lib/group-by.ts';
import type { Edition, EditionPost } from '../model.ts';
import { slugify } from '../sources/schema/slugs.ts';
import type { PartRoute } from './page-kind.ts';
import { type ListPart, listPages, pagingOf } from './paging.ts';

/** The posts of an author or with a tag; their pages are below that of all authors or tags. */
export interface NamedList {
  readonly name: string;
  readonly path: string;
  /** Newest first. */
  readonly posts: readonly EditionPost[];
}

/** A page of one of the lists. */
export interface NamedListPart<List extends NamedList> extends ListPart {
  readonly list: List;
}

/** The addresses of the lists and of their later pages. */
export const reservedForLists = {
  below: /^\/[^/]+(?:\/page\/\d+)?$/,
  reason: 'A list of posts may be at this address',
};

/** The address of a list below `path`; none for a name that has no letters for an address, or too many. */
export function listAddress(path: string | undefined, name: string): string | undefined {
  const slug = path === undefined ? '' : slugify(name);
  return /^(?!index$).{1,120}$/.test(slug) ? `${path}/${slug}` : undefined;
}

/** The lists of all posts by the names that have a page. A list has the name that most of its posts use. */
export function listsOf(
  { posts }: Pick<Edition, 'posts'>,
  namesOf: (post: Post) => readonly Named[],
): NamedList[] {
  const uses = posts.flatMap((post) =>
    namesOf(post.post).flatMap(({ name, path }) => (path === undefined ? [] : [{ name, path, post }])),
  );
  return [...groupBy(uses, ({ path }) => path)].map(([path, uses]) => ({
    name: mostFrequent(uses.map(({ name }) => name)),
    path,
    posts: [...new Set(uses.map(({ post }) => post))],
  }));
}

const mostFrequent = (names: readonly string[]): string =>
  [...groupBy(names, (name) => name).values()].reduce((a, b) => (b.length > a.length ? b : a))[0] ?? '';

/** The page of all lists, and those of each. */
export const routesOfLists = <List extends NamedList>(
  path: string,
  lists: readonly List[],
  edition: Edition,
): PartRoute<NamedListPart<List> | undefined>[] => [
  { address: path, part: undefined },
  ...lists.flatMap((list) =>
    listPages(list.path, list.posts, edition).map(({ address, part }) => ({
      address,
      part: { ...part, list },
    })),
  ),
];

/** The head of a list's page, made of that of the page of all lists. */
export const headOfList = (page: PageHead, { name, path }: NamedList, description: string): PageHead => ({
  ...page,
  title: name,
  headline: name,
  tagline: undefined,
  description,
  keywords: [name],
  breadcrumbs: [...page.breadcrumbs, { title: name, path }],
});

/** What a page of a list shows. */
export const listPage = (part: NamedListPart<NamedList>): PostListPage => ({
  posts: part.posts.map(({ post }) => post),
  paging: pagingOf(part.list.path, part),
});
