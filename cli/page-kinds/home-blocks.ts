import * as z from 'zod';
import type { HomeBlock } from '../../templates/pages/HomePage.tsx';
import type { AdPlacement, Post } from '../../templates/types.ts';
import { pictureAt, placeholderAt, wordImagePath } from '../images/pictures.ts';
import { wordImageSize } from '../images/sizes.ts';
import { groupBy } from '../lib/group-by.ts';
import type { Edition } from '../model.ts';
import { embed, feedBlock, slotsOf } from '../sources/embeds.ts';
import { categoryName, link, markdown, picture, postSlug, title, whole } from '../sources/schema/fields.ts';
import { distinct, oneOrMore } from '../sources/schema/references.ts';
import { createFeedBlocks, newsletterBlock, newsletterField } from './blocks.ts';
import type { Build, PageInput } from './page-kind.ts';

const maxStories = 100;

export const blocksField = distinct(
  z.array(
    z.discriminatedUnion('block', [
      z.strictObject({
        block: z
          .literal('lead')
          .describe('The large story, and others beside it that no section below needs.'),
        story: postSlug().optional().describe('The post that leads; the newest if it is left out.'),
        stories: whole(0, maxStories).default(9).describe('How many stories are beside and below it.'),
      }),
      z.strictObject({
        block: z.literal('stories').describe('Stories, of some categories or of all.'),
        title: title().describe('The heading.'),
        category: oneOrMore(categoryName())
          .optional()
          .describe('The categories of the stories; all if it is left out.'),
        stories: whole(1, maxStories).default(4).describe('How many there are at most.'),
      }),
      z.strictObject({
        block: z.literal('board').describe('Boards of headlines from other sources.'),
        feeds: z
          .array(feedBlock({ path: link().optional().describe('Where the heading leads.') }))
          .min(1)
          .describe('The sources, one after the other.'),
      }),
      embed({
        block: z.literal('video').describe('A video.'),
        heading: title().optional().describe('The heading.'),
        poster: picture().optional().describe('The picture before it plays.'),
      }),
      z.strictObject({ block: z.literal('ads').describe('The next advertisement.') }),
      newsletterField.extend({ block: z.literal('newsletter').describe('The sign-up for the newsletter.') }),
      z.strictObject({
        block: z.literal('text').describe('A text.'),
        title: title().optional().describe('The heading.'),
        body: markdown().describe('The text.'),
      }),
    ]),
  ),
  {
    names: (block) => (block.block === 'lead' ? [[block.story, 'story']] : []),
    message: (story) => `Another block of this page has the lead story \`${story}\`.`,
    hint: 'Each story is on the page once, so this block has the next one. Name another story, or remove the line.',
  },
);

type BlockFile = z.infer<typeof blocksField>[number];
type Page = PageInput<{ readonly blocks: readonly BlockFile[] }, unknown>;

/** Fills the blocks of a front page. Empty blocks are left out, and no post is in two of them. */
export function createHomeBlocks(build: Build): (page: Page) => HomeBlock[] {
  const { edition, embeds, words } = build;
  const feedBlocks = createFeedBlocks(build);
  const placements = adPlacements(build);
  return (page) => {
    const { blocks } = page.file;
    const { take, takeLead, takeNamed } = createPosts(blocks, edition);
    const feeds = feedBlocks(
      blocks.flatMap((block) => (block.block === 'board' ? block.feeds : [])),
      'without board',
    );
    const ads = [...placements];

    function fill(file: BlockFile, i: number): HomeBlock | undefined {
      const { block } = file;
      switch (block) {
        case 'lead': {
          const [lead] = takeNamed(file.story) ?? takeLead();
          return lead && { block, lead, stories: take(file.stories, undefined, i) };
        }
        case 'stories': {
          const names = file.category === undefined ? undefined : [file.category].flat();
          const stories = take(file.stories, names, i);
          return stories.length === 0
            ? undefined
            : { block, title: file.title, path: sectionOf(names, edition), stories };
        }
        case 'board':
          return { block, feeds: feeds.splice(0, file.feeds.length) };
        case 'video':
          return {
            block,
            heading: file.heading ?? words.front.video,
            embed: embeds.embed(file),
            poster: pictureAt(file.poster, undefined, edition.pictures),
          };
        case 'ads': {
          const ad = ads.shift();
          return ad && { block, ad };
        }
        case 'newsletter':
          return {
            block,
            newsletter: newsletterBlock(build, page, file, embeds.heights.newsletter),
          };
        case 'text': {
          const body = page.proseOf(page.source, file.body, ['blocks', i, 'body'], file.title ? 1 : 0);
          return { block, title: file.title, body };
        }
      }
    }
    return blocks.flatMap((file, i) => fill(file, i) ?? []);
  };
}

/**
 * Takes each post once, newest first. A post that a block names is kept for that block, and blocks of all categories leave those that a
 * block below needs for its categories; only the lead story itself is the newest post in any case.
 */
function createPosts(blocks: readonly BlockFile[], { posts }: Edition) {
  const addressOf = (slug: string) => `/blog/${slug}`;
  const kept = new Set(
    blocks.flatMap((block) =>
      block.block === 'lead' && block.story !== undefined ? [addressOf(block.story)] : [],
    ),
  );
  const left = new Map(posts.map(({ post }) => [post.path, post]));
  const needed = neededByBlocks(
    blocks,
    [...left.values()].filter(({ path }) => !kept.has(path)),
  );
  return {
    take(count: number, categories?: readonly string[], at = Number.POSITIVE_INFINITY): Post[] {
      const found = [...left.values()]
        .filter(({ path }) => !kept.has(path))
        .filter(({ path, category }) => categories?.includes(category.name) ?? (needed.get(path) ?? 0) <= at)
        .slice(0, count);
      for (const { path } of found) left.delete(path);
      return found;
    },
    /** The newest that nobody paid for. */
    takeLead(): Post[] {
      const lead = [...left.values()].find(({ path, sponsored }) => !kept.has(path) && !sponsored);
      if (lead) left.delete(lead.path);
      return lead ? [lead] : [];
    },
    takeNamed(slug = ''): [Post] | undefined {
      const post = left.get(addressOf(slug));
      left.delete(addressOf(slug));
      return post && [post];
    },
  };
}

/** The oldest posts of categories that blocks name, as many as these show, each with the index of its block. */
function neededByBlocks(blocks: readonly BlockFile[], posts: readonly Post[]): ReadonlyMap<string, number> {
  const left = groupBy(posts, ({ category }) => category.name);
  const needed = new Map<string, number>();
  for (const [i, block] of blocks.entries()) {
    if (block.block !== 'stories' || block.category === undefined) continue;
    const found = [block.category].flat().flatMap((name) => left.get(name)?.splice(-block.stories) ?? []);
    for (const { path } of found) needed.set(path, i);
  }
  return needed;
}

/** The page of some categories, if they have one. */
function sectionOf(names: readonly string[] | undefined, { shared }: Edition): string | undefined {
  const { categories } = shared.site.data;
  const paths = new Set(
    names?.map((name) => categories.find((category) => category.name === name)?.path) ?? [],
  );
  return paths.size === 1 ? [...paths][0] : undefined;
}

/** The placements, each with one of the house advertisements in turn. */
function adPlacements({ edition, embeds }: Build): AdPlacement[] {
  const { placements, house } = edition.shared.embeds?.data.ads ?? { placements: [], house: [] };
  return placements.map((placement, i) => {
    const own = house[i % house.length];
    return {
      minHeight: placement.minHeight,
      slots: slotsOf(placement).map((slot) => ({ ...slot, embed: embeds.ad(slot.slot) })),
      ...(own && { house: { ...own, picture: placeholderAt(wordImagePath(own.word), wordImageSize) } }),
    };
  });
}
