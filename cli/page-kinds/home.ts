import * as z from 'zod';
import { HomePage } from '../../templates/pages/HomePage.tsx';
import type { AdPlacement } from '../../templates/types.ts';
import { pictureAt, placeholderAt, wordImagePath } from '../images/pictures.ts';
import { wordImageSize } from '../images/sizes.ts';
import type { Edition } from '../model.ts';
import { embed, type FeedBlockFile, feedBlock } from '../sources/embeds.ts';
import { link, picture, postSlug, title } from '../sources/fields.ts';
import { createFeedBlocks, newsletterBlock, newsletterField } from './blocks.ts';
import { type Build, definePageKind } from './page-kind.ts';
import { originsOf, originsOfBlock } from './policy.ts';

/** Posts beside the lead: with it, the ten newest. */
const maxPosts = 9;

/** The front page. */
export const home = definePageKind({
  name: 'home',
  summary: 'the front page, at `/`',
  address: '/',
  isAboutPaper: true,
  fields: {
    lead: postSlug().optional(),
    featured: feedBlock({}).optional(),
    video: embed({ poster: picture().optional() }).optional(),
    latest: feedBlock({}).optional(),
    categoryFeeds: z.array(feedBlock({ title: title(), path: link() })).default([]),
    updates: feedBlock({}).optional(),
    newsletter: newsletterField.optional(),
  },
  shows: ['embeds'],
  props(build) {
    const { edition, embeds } = build;
    const feedBlocks = createFeedBlocks(build);
    return (page) => {
      const { file } = page;
      const lead = leadOf(file.lead, edition);
      const named = [file.featured, file.latest, ...file.categoryFeeds, file.updates].filter(
        (block) => block !== undefined,
      );
      const made = feedBlocks(named, 'without board');
      const feedOf = (block: FeedBlockFile | undefined) => block && made[named.indexOf(block)];
      return {
        ...page.head(),
        hasWholeTitle: true,
        lead: lead?.post,
        posts: edition.posts
          .filter((post) => post !== lead)
          .slice(0, maxPosts)
          .map(({ post }) => post),
        featured: feedOf(file.featured),
        video: file.video && embeds.embed(file.video),
        poster: pictureAt(file.video?.poster, undefined, edition.pictures),
        latest: feedOf(file.latest),
        categoryFeeds: file.categoryFeeds.flatMap((block) => feedOf(block) ?? []),
        updates: feedOf(file.updates),
        newsletter:
          file.newsletter && newsletterBlock(build, page, file.newsletter, embeds.heights.newsletter),
        ads: adPlacements(build),
      };
    };
  },
  policy({ featured, latest, categoryFeeds, updates, video, newsletter, ads }) {
    const feeds = [featured, latest, ...categoryFeeds, updates];
    const adOrigins = ads.flatMap(({ desktop, mobile }) =>
      [desktop, mobile].flatMap((slot) => originsOf(slot.embed)),
    );
    return {
      frames: [
        ...feeds.flatMap((feed) => originsOf(feed?.frame?.embed)),
        ...originsOf(video),
        ...originsOfBlock(newsletter?.block ?? {}),
        ...adOrigins,
      ],
      // A script asks an advertising service whether it answers, before it inserts the frame.
      connections: adOrigins,
      sendsMail: 'form' in (newsletter?.block ?? {}),
    };
  },
  component: HomePage,
});

/** The post that content names, else the newest. */
const leadOf = (slug: string | undefined, { posts }: Edition) =>
  posts.find(({ post }) => post.path === `/blog/${slug}`) ?? posts[0];

/** Each placement with one of the paper's own advertisements behind it, in turn. */
function adPlacements({ edition, embeds }: Build): AdPlacement[] {
  const { placements, house } = edition.shared.embeds?.data.ads ?? { placements: [], house: [] };
  return placements.map(({ desktop, mobile }, i) => {
    const own = house[i % house.length];
    return {
      desktop: { ...desktop, embed: embeds.ad(desktop.slot) },
      mobile: { ...mobile, embed: embeds.ad(mobile.slot) },
      ...(own && { house: { ...own, picture: placeholderAt(wordImagePath(own.word), wordImageSize) } }),
    };
  });
}
