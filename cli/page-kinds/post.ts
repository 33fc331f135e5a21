import { PostPage } from '../../templates/pages/PostPage.tsx';
import type { Author, Post, Site } from '../../templates/types.ts';
import { groupBy } from '../lib/group-by.ts';
import type { EditionPost } from '../model.ts';
import { postSchema } from '../sources/post.ts';
import type { Build, PageKind } from './page-kind.ts';
import { createRelated } from './related.ts';
import { articleReference, imagesOf, organizationId, thing } from './structured-data.ts';
import { newsletterPageOf } from './subscribe.ts';

/** A published post between its neighbors. */
export interface PostPart {
  readonly post: EditionPost;
  readonly newer: EditionPost | undefined;
  readonly older: EditionPost | undefined;
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
    const authorsOf = createAuthors(build);
    const sectionOf = createSections(build);
    const teamPath = edition.shared.data.team && addressOf('about');
    const newsletterPage = newsletterPageOf(build);
    return ({ part, bodyOf }) => {
      const { post, parsed } = part.post;
      const related = relatedTo(part.post);
      return {
        kind: 'post',
        path: post.path,
        title: post.title,
        description: post.excerpt,
        keywords: [post.category.name, ...post.tags],
        headline: post.title,
        noindex: part.isOver,
        shareImage: shareImages.ofPost(part.post),
        breadcrumbs: [
          { title: words.page.home, path: '/' },
          ...sectionOf(post.category.path),
          { title: post.title, path: post.path },
        ],
        article: post,
        parts: post.pictureCaption || post.pictureCredit ? ['figure'] : [],
        post,
        body: bodyOf(parsed),
        newer: part.newer?.post,
        older: part.older?.post,
        related: related.posts.map(({ post }) => post),
        relatedTitle: {
          category: words.article.moreFrom(post.category.name),
          tags: words.article.related,
          nothing: words.article.more,
        }[related.by],
        authors: authorsOf(post.author),
        teamPath: teamPath && `${teamPath}#Team`,
        newsletterPath: newsletterPage && `${newsletterPage}#Newsletter`,
      };
    };
  },
  structuredData: ({ post, shareImage }, site) => [
    {
      ...articleReference(post, site),
      headline: post.title,
      datePublished: post.published.iso,
      dateModified: (post.updated ?? post.published).iso,
      author: { '@type': 'Person', name: post.author },
      mainEntityOfPage: site.baseUrl + post.path,
      description: post.excerpt,
      articleSection: post.category.name,
      image: imagesOf([shareImage, post.picture], site).map((url) => describedImage(url, post, site)),
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
    },
  ],
  component: PostPage,
};

/** The address of an image, with its caption and credit if it is the post's own picture and has any. */
function describedImage(url: string, { picture, pictureCaption, pictureCredit }: Post, site: Site) {
  const isDescribed = pictureCaption !== undefined || pictureCredit !== undefined;
  if (!isDescribed || url !== site.baseUrl + picture.src) return url;
  const { width, height } = picture;
  return thing('ImageObject', { url, width, height, caption: pictureCaption, creditText: pictureCredit });
}

/** The page above an article: that of its category, else the blog; none if the paper has neither. */
function createSections({ edition, addressOf }: Build) {
  const pages = new Map(edition.pages.map(({ data }) => [data.path, data]));
  const blog = pages.get(addressOf('blog') ?? '');
  return (path: string | undefined) => {
    const section = pages.get(path ?? '') ?? blog;
    return section ? [{ title: section.headline ?? section.title, path: section.path }] : [];
  };
}

/** The members of the team in a byline such as `Ada Lund` or `Ada Lund and Ben Ortiz`. */
function createAuthors({ edition, words }: Build): (byline: string) => Author[] {
  const and = words.and.join('|');
  const between = new RegExp(`,\\s*(?:(?:${and})\\s)?|\\s(?:${and}|&)\\s`);
  const members = groupBy(edition.shared.data.team?.data.team ?? [], ({ name }) => name.toLowerCase());
  return (byline) => {
    const names = [byline, ...byline.split(between)];
    const found = new Set(names.flatMap((name) => members.get(name.trim().toLowerCase()) ?? []));
    return [...found].map(({ name, role, bio }) => ({ name, role, bio }));
  };
}
