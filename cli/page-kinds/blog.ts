import { BlogPage } from '../../templates/pages/BlogPage.tsx';
import type { EditionPost } from '../model.ts';
import { definePageKind } from './page-kind.ts';
import { articleReference, webPage } from './structured-data.ts';
import { newsletterPageOf } from './subscribe.ts';

/** One page of the list. */
interface Part {
  readonly number: number;
  /** How many pages the list has. */
  readonly of: number;
  readonly posts: readonly EditionPost[];
}

/** The posts, newest first, `postsPerPage` of site.yaml on a page. */
export const blog = definePageKind({
  name: 'blog',
  summary: 'the posts, newest first; later pages are at `<path>/page/<number>`',
  fields: {},
  reserves: {
    below: /^\/page\/\d+$/,
    reason: 'A later page of the list of posts will be at this address',
  },
  routes: ({ data: { path } }, { posts, shared }): readonly { address: string; part: Part }[] => {
    const size = shared.site.data.postsPerPage;
    const of = Math.max(1, Math.ceil(posts.length / size));
    return Array.from({ length: of }, (_, i) => ({
      address: listAddress(path, i + 1),
      part: { number: i + 1, of, posts: posts.slice(i * size, (i + 1) * size) },
    }));
  },
  props(build) {
    const { edition, shareImages, addressOf } = build;
    const feedPage = edition.hasFeed ? (addressOf('rss') ?? '/rss.xml') : undefined;
    const newsletterPage = newsletterPageOf(build);
    return ({ file: { path }, head, part: { number, of, posts } }) => {
      const page = head();
      const common = {
        posts: posts.map(({ post }) => post),
        page: number,
        pages: Array.from({ length: of }, (_, i) => ({ number: i + 1, path: listAddress(path, i + 1) })),
        feedPage,
        newsletterPage,
      };
      if (number === 1) return { ...page, ...common };
      const title = `${page.title}, page ${number}`;
      return {
        ...page,
        title,
        shareImage: shareImages.ofPage(title),
        description: page.description && `${page.description} Page ${number} of ${of}.`,
        ...common,
      };
    };
  },
  structuredData: (page, site) => [
    webPage('Blog', page, site, { blogPost: page.posts.map((post) => articleReference(post, site)) }),
  ],
  component: BlogPage,
});

const listAddress = (path: string, number: number) => (number === 1 ? path : `${path}/page/${number}`);
