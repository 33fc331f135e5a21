import type { Paging } from '../../templates/parts/Pagination.tsx';
import type { NavItem, PageHead } from '../../templates/types.ts';
import type { Edition, EditionPost } from '../content/model.ts';
import type { Build, PartRoute } from './page-kind.ts';

/** One page of a list of posts. */
export interface ListPart<Entry = EditionPost> {
  readonly number: number;
  /** How many pages the list has. */
  readonly of: number;
  readonly posts: readonly Entry[];
}

/** The addresses of later pages, below that of the first. */
export const reservedForPages = {
  below: /^\/page\/\d+$/,
  reason: 'A later page of the list of posts will be at this address',
};

const pageAddress = (path: string, number: number) => (number === 1 ? path : `${path}/page/${number}`);

/** The pages of a list of posts, by default `postsPerPage` of site.yaml on each; one if there are none. */
export function listPages<Entry extends EditionPost>(
  path: string,
  posts: readonly Entry[],
  { shared }: Pick<Edition, 'shared'>,
  size = shared.site.data.postsPerPage,
): PartRoute<ListPart<Entry>>[] {
  const of = Math.max(1, Math.ceil(posts.length / size));
  return Array.from({ length: of }, (_, i) => ({
    address: pageAddress(path, i + 1),
    part: { number: i + 1, of, posts: posts.slice(i * size, (i + 1) * size) },
    // A new post moves all others.
    newest: posts[0],
  }));
}

/** How many pages are linked on each side of the current one. */
const maxNeighbors = 2;

/** The links from one page of a list to others; their number does not grow with the list. */
export function pagingOf(path: string, { number, of }: ListPart): Paging {
  const near = Array.from({ length: 2 * maxNeighbors + 1 }, (_, i) => number - maxNeighbors + i);
  const numbers = new Set([1, ...near.filter((other) => other > 1 && other < of), of]);
  return { number, pages: [...numbers].map((number) => ({ number, path: pageAddress(path, number) })) };
}

/** The head of a page below another one, and the pages between them. */
export const headBelow = (
  page: PageHead,
  { title, path }: NavItem,
  description: string,
  ...between: readonly NavItem[]
): PageHead => ({
  ...page,
  title,
  headline: title,
  tagline: undefined,
  description,
  breadcrumbs: [...page.breadcrumbs, ...between, { title, path }],
});

/** The head of a page of a list: later pages have their number in title and description, and in a share image if there are any. */
export function listHead(
  page: PageHead,
  { number, of }: ListPart,
  { shareImages, words }: Pick<Build, 'words'> & Partial<Pick<Build, 'shareImages'>>,
): PageHead {
  if (number === 1) return page;
  const title = words.list.title(page.title, number);
  return {
    ...page,
    title,
    shareImage: shareImages?.ofPage(title) ?? page.shareImage,
    description: page.description && `${page.description} ${words.list.pageOf(number, of)}`,
  };
}

/** The address and title of the feed of a list. */
export const feedName = (path: string, name: string, { shared: { site } }: Pick<Edition, 'shared'>) => ({
  path: `${path}/rss.xml`,
  title: `${site.data.feed?.title ?? site.data.name}: ${name}`,
});
