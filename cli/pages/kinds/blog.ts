import { BlogPage } from '../../../templates/pages/BlogPage.tsx';
import { definePageKind, type PartRoute } from '../page-kind.ts';
import { type ListPart, listHead, listPages, pagingOf, reservedForPages } from '../paging.ts';
import { articleType, webPage } from '../structured-data.ts';
import { newsletterPageOf } from './newsletter.ts';

export const blog = definePageKind({
  name: 'blog',
  summary: 'the posts, newest first; later pages are at `<path>/page/<number>`',
  reserves: reservedForPages,
  routes: ({ data: { path } }, edition): readonly PartRoute<ListPart>[] =>
    listPages(path, edition.posts, edition),
  props(build) {
    const feedPage = build.edition.hasFeed ? (build.addressOf('rss') ?? '/rss.xml') : undefined;
    const newsletterPage = newsletterPageOf(build);
    return ({ file: { path }, head, part }) => ({
      ...listHead(head(), part, build),
      posts: part.posts.map(({ post }) => post),
      paging: pagingOf(path, part),
      feedPage,
      newsletterPage,
    });
  },
  structuredData: (page, site) => [
    webPage('Blog', page, site, {
      blogPost: page.posts.map((post) => ({ '@type': articleType(post), url: site.baseUrl + post.path })),
    }),
  ],
  component: BlogPage,
});
