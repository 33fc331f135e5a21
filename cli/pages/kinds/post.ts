import { PostPage } from '../../../templates/pages/PostPage.tsx';
import type { LiveStory, Post, Site } from '../../../templates/types.ts';
import { paragraphsOf } from '../../content/markdown/paragraphs.ts';
import type { EditionPost, ParsedPost } from '../../content/model.ts';
import { postSchema } from '../../content/post.ts';
import { cached } from '../../lib/cached.ts';
import { newsletterOf } from '../blocks.ts';
import { createCampaigns } from '../campaigns.ts';
import { createTexts } from '../live.ts';
import type { PageKind } from '../page-kind.ts';
import { createRelated } from '../related.ts';
import { createSeries } from '../series.ts';
import { rowsOf, type Shown } from '../setting.ts';
import { articleType, imagesOf, organizationId, thing } from '../structured-data.ts';
import { createBylines } from './authors.ts';
import { newsletterPageOf } from './newsletter.ts';

/** A published post. */
export interface PostPart {
  readonly post: EditionPost;
  /** Only at its address: no list has it. */
  readonly isOver: boolean;
}

export const post: PageKind<unknown, PostPart, Parameters<typeof PostPage>[0]['page']> = {
  name: 'post',
  summary: 'an article',
  schema: postSchema,
  props(build) {
    const { edition, shareImages, addressOf, words } = build;
    const relatedTo = createRelated(edition.posts);
    const bylineOf = createBylines(edition);
    const seriesOf = createSeries(edition.posts);
    const textOf = createTexts(edition);
    const pages = new Map(edition.pages.map(({ data }) => [data.path, data]));
    const blog = pages.get(addressOf('blog') ?? '');
    const teamPath = edition.shared.data.team && addressOf('about');
    const team = teamPath ? { title: words.article.team, path: `${teamPath}#Team` } : undefined;
    const newsletterPage = newsletterOf(build) ? undefined : newsletterPageOf(build);
    const campaignsIn = createCampaigns(edition);
    // The same objects for all articles, so that they are rendered once.
    const campaignsOf = cached((category: string) => campaignsIn('article', [category]));
    const membersOf = cached((name: string) =>
      bylineOf(name).members.map(({ picture, path, ...author }) => ({
        ...author,
        more: path === undefined ? team : { title: words.authors.storiesBy(author.name), path },
      })),
    );
    return ({ part, proseOf }) => {
      const { post, parsed } = part.post;
      const { data } = parsed;
      const { body, live } = textOf(part.post, proseOf);
      const related = relatedTo(part.post).map(({ post }) => post);
      const parts = seriesOf(part.post);
      const series = parts && parts.parts.length > 1 ? parts : undefined;
      const shown: Shown = new Set(post.picture && [post.picture.src]);
      const campaigns = campaignsOf(post.category.name);
      const section = pages.get(post.category.path ?? '') ?? blog;
      return {
        kind: 'post',
        path: post.path,
        title: post.title,
        description: post.excerpt,
        keywords: [post.category.name, ...post.tags.map(({ name }) => name)],
        headline: post.title,
        noindex: part.isOver,
        shareImage: shareImages.ofPost(part.post),
        breadcrumbs: [
          { title: words.page.home, path: '/' },
          ...(section ? [{ title: section.headline ?? section.title, path: section.path }] : []),
          { title: post.title, path: post.path },
        ],
        article: post,
        hasDropCap: !data.live && !live && data.weight !== 1 && takesDropCap(parsed.body),
        campaigns: campaigns.length > 0 && takesCampaigns(parsed) ? campaigns : [],
        post,
        body,
        live,
        related: rowsOf(related, shown),
        authors: post.authors.flatMap(({ name }) => membersOf(name)),
        series,
        newsletterPath: newsletterPage && `${newsletterPage}#Newsletter`,
      };
    };
  },
  structuredData: ({ post, shareImage, series, live }, site) => [
    {
      // Written out: an object that starts with a spread and has many more properties takes ten times as long to make.
      '@type': live ? 'LiveBlogPosting' : articleType(post),
      url: site.baseUrl + post.path,
      headline: post.title,
      datePublished: post.published.iso,
      dateModified: (post.updated ?? post.published).iso,
      author: authorData(post, site),
      mainEntityOfPage: site.baseUrl + post.path,
      description: post.excerpt,
      articleSection: post.category.name,
      image: imagesOf([shareImage, post.picture], site),
      isAccessibleForFree: true,
      isBasedOn: post.source?.url,
      sponsor: post.sponsored?.by && { '@type': 'Organization', name: post.sponsored.by },
      correction: post.corrections?.entries.map(({ date, text }) => ({
        '@type': 'CorrectionComment',
        text,
        datePublished: date.iso,
      })),
      inLanguage: site.language,
      publisher: { '@id': organizationId(site) },
      isPartOf: series && thing('CreativeWorkSeries', { name: series.name }),
      position: series?.number,
      ...(live && liveData(live, post, site)),
    },
  ],
  component: PostPage,
};

/** Whether advertisements may stand in a text: there is room for one, and it is no obituary, live or corrected story. */
function takesCampaigns({ body, data: { ads, live, corrections = [], kicker, category, tags } }: ParsedPost) {
  const isObituary = /^(?:obituar|esquela|necrol)/im.test([kicker, category, ...tags].join('\n'));
  // The page counts its paragraphs.
  const isLong = body.split(/\n\s*\n/, 8).length === 8;
  return isLong && !ads && !isObituary && live === undefined && corrections.length === 0;
}

/** The fewest letters of a first paragraph that begins with a large one. */
const minDropCap = 200;

/** Whether a text begins with a paragraph of words that is long enough for a large first letter. */
const takesDropCap = (markdown: string): boolean => {
  const start = markdown.trimStart().slice(0, minDropCap);
  return /^\p{L}/u.test(start) && start.length === minDropCap && !/\n\s*\n/.test(start);
};

/** When the coverage began and ended, and its entries. */
const liveData = ({ isOver, newest, oldest, entries }: LiveStory, { path }: Post, site: Site) => ({
  coverageStartTime: oldest,
  coverageEndTime: isOver ? newest.iso : undefined,
  liveBlogUpdate: entries.map(({ id, title, time, authors, body }) => {
    const paragraphs = paragraphsOf(body.markdown);
    return thing('BlogPosting', {
      headline: title || paragraphs[0],
      url: `${site.baseUrl}${path}#${id}`,
      datePublished: time.iso,
      articleBody: paragraphs.join('\n'),
      author: authorData({ authors }, site),
    });
  }),
});

/** The authors of a post; the paper if it names none. */
function authorData({ authors }: Pick<Post, 'authors'>, site: Site): object {
  const people = authors.map(({ name, path }) => ({
    '@type': 'Person',
    name,
    url: path && site.baseUrl + path,
  }));
  const [first = { '@id': organizationId(site) }, ...others] = people;
  return others.length > 0 ? people : first;
}
