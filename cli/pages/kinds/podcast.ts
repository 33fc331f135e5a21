import * as z from 'zod';
import { PodcastPage } from '../../../templates/pages/PodcastPage.tsx';
import type { Edition, EditionPost } from '../../content/model.ts';
import type { PageFile } from '../../content/page-fields.ts';
import { email, picture, title } from '../../content/schema/fields.ts';
import type { MediaFile } from '../../content/source-file.ts';
import { pictureAt } from '../../look/pictures.ts';
import { definePageKind, type PageFeed } from '../page-kind.ts';
import { webPage } from '../structured-data.ts';

/** https://podcasters.apple.com/support/1691-apple-podcasts-categories */
const categories = [
  ...['Arts', 'Business', 'Comedy', 'Education', 'Fiction', 'Government', 'Health & Fitness', 'History'],
  ...['Kids & Family', 'Leisure', 'Music', 'News', 'Religion & Spirituality', 'Science', 'Society & Culture'],
  ...['Sports', 'Technology', 'True Crime', 'TV & Film'],
];

const needs = { kinds: ['jpg', 'jpeg', 'png'], between: [1400, 3000], isStrict: true } as const;

export const podcast = definePageKind({
  name: 'podcast',
  summary:
    'the posts that have a sound, of a series or a tag, as episodes; their feed is at `<path>/rss.xml`',
  fields: {
    series: title().optional().describe('The series of the episodes.'),
    tag: title().optional().describe('Their tag. Without `series` and `tag`, all posts with a sound.'),
    picture: picture({ needs }).describe('The cover, a square of 1400 to 3000 pixels.'),
    author: title().optional().describe('Who speaks; the name of the paper if it is left out.'),
    email: email().describe('Whom the directories of podcasts write to.'),
    category: z.enum(categories).default('News').describe('The category in these directories.'),
    explicit: z.boolean().default(false).describe('`true` if children should not hear it.'),
  },
  readsTexts: true,
  feeds: ({ data }, edition): PageFeed[] => [
    {
      path: `${data.path}/rss.xml`,
      title: data.headline ?? data.title,
      description: data.description,
      page: data.path,
      posts: episodesOf(data, edition).map(({ post }) => post),
      podcast: { ...data, author: data.author ?? edition.shared.site.data.name },
    },
  ],
  props:
    ({ edition }) =>
    ({ file, head }) => {
      const page = head();
      return {
        ...page,
        feed: { title: page.headline, path: `${file.path}/rss.xml` },
        cover: pictureAt(file.picture, page.headline, edition.pictures),
        episodes: episodesOf(file, edition).map(({ post, sound }) => ({
          post: post.post,
          sound: `/${sound.path}`,
        })),
      };
    },
  structuredData: (page, site) => [
    webPage('PodcastSeries', page, site, { webFeed: page.feed && site.baseUrl + page.feed.path }),
  ],
  component: PodcastPage,
});

export function episodesOf(
  { series, tag }: PageFile & { readonly series?: string; readonly tag?: string },
  edition: Edition,
) {
  const isNamed = (wanted: string | undefined, names: readonly (string | undefined)[]) =>
    wanted === undefined || names.some((name) => name?.trim().toLowerCase() === wanted.trim().toLowerCase());
  return edition.posts.flatMap((post) => {
    const { data } = post.parsed;
    const sound = isNamed(series, [data.series?.name]) && isNamed(tag, data.tags) && soundOf(post, edition);
    return sound ? [{ post, sound }] : [];
  });
}

/** The first sound in the text of a post: a paragraph that is only its path. */
export function soundOf({ parsed }: EditionPost, { media }: Pick<Edition, 'media'>): MediaFile | undefined {
  const [, path] =
    /(?:^|\n[ \t]*\r?\n)\/?(media\/[\w./-]+\.mp3)[ \t]*\r?(?:\n[ \t]*\r?\n|\n*$)/i.exec(parsed.body) ?? [];
  return media.find((file) => file.path === path);
}
