import * as z from 'zod';
import type { HomeBlock, Sizes } from '../../templates/pages/HomePage.tsx';
import type { AdPlacement, Post } from '../../templates/types.ts';
import { embed, feedBlock, slotsOf } from '../content/embeds.ts';
import type { Edition, EditionPost } from '../content/model.ts';
import { categoryName, link, markdown, picture, postSlug, title, whole } from '../content/schema/fields.ts';
import { distinct, oneOrMore } from '../content/schema/references.ts';
import { groupBy } from '../lib/group-by.ts';
import { pictureAt, placeholderAt, wordImagePath } from '../look/pictures.ts';
import { wordImageSize } from '../look/sizes.ts';
import { createFeedBlocks, newsletterBlock, newsletterField } from './blocks.ts';
import type { Build, PageInput } from './page-kind.ts';

const maxStories = 100;

const leadForms = ['usual', 'banner', 'text', 'feature'] as const;

/** The results of votes, or a list such as that of closings. */
const panelField = z.strictObject({
  title: title().describe('The heading.'),
  note: title().optional().describe('A line under it: who says so, and as of when.'),
  races: z
    .array(
      z.strictObject({
        name: title().describe('What was voted on.'),
        counted: title().optional().describe('How much is counted, as in `4 of 12 precincts`.'),
        rows: z
          .array(
            z.strictObject({
              name: title().describe('Who or what stands for election.'),
              share: z.number().min(0).max(100).describe('The percentage of the votes.'),
              result: title().optional().describe('A word for who leads or has won.'),
            }),
          )
          .min(1)
          .describe('The results, the first one the highest.'),
      }),
    )
    .default([])
    .describe('Results of votes.'),
  items: z
    .array(
      z.strictObject({
        name: title().describe('What it is about.'),
        what: title().optional().describe('What holds for it.'),
      }),
    )
    .default([])
    .describe('A list of facts.'),
  path: link().optional().describe('Where more of it is.'),
  link: title().optional().describe('The words of the link there.'),
});

export const blocksField = distinct(
  z.array(
    z.discriminatedUnion('block', [
      z.strictObject({
        block: z
          .literal('lead')
          .describe('The large story, and others beside it that no section below needs.'),
        story: postSlug()
          .optional()
          .describe(
            'The post that leads; if it is left out, the newest, or one of the newest with more `weight`.',
          ),
        stories: whole(0, maxStories).default(9).describe('How many stories are beside and below it.'),
        beside: z
          .array(postSlug())
          .optional()
          .describe('The posts that come first among them; the others are filled in by weight and date.'),
        form: z
          .enum(leadForms)
          .optional()
          .describe(
            'How it is set: by default `banner`, across the page, for a story of weight 5; `text` for one without a picture; else `usual`. `feature` is for a long read.',
          ),
        panel: panelField.optional().describe('Facts in a box in the right column.'),
      }),
      z.strictObject({
        block: z.literal('stories').describe('Stories, of some categories or of all.'),
        title: title().describe('The heading.'),
        category: oneOrMore(categoryName())
          .optional()
          .describe('The categories of the stories; all if it is left out.'),
        stories: whole(1, maxStories).default(4).describe('How many there are at most.'),
        text: title().optional().describe('A line beside the heading.'),
        path: link().optional().describe('Where the heading leads; to the page of its category by default.'),
        form: z
          .enum(['row', 'list', 'feature', 'voices'])
          .optional()
          .describe(
            'How they are set: side by side; below each other; the first one large and the others of its series as lines; or as opinions. By default one is a feature, more than twelve are a list.',
          ),
        only: z
          .array(postSlug())
          .optional()
          .describe('The posts that come first; the others are filled in by date.'),
      }),
      z.strictObject({
        block: z
          .literal('paid')
          .describe('The newest story that somebody paid for. Without this block it is above the boards.'),
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

/** The front pages that `dev` can show in place of today's: one without large stories, and one with a banner. */
export const days = ['quiet', 'big'] as const;
export type Day = (typeof days)[number];
type Page = PageInput<{ readonly blocks: readonly BlockFile[] }, Day | undefined>;

/** Fills the blocks of a front page. Empty blocks are left out, and no post is in two of them. */
export function createHomeBlocks(build: Build): (page: Page) => HomeBlock[] {
  const { edition, embeds, words } = build;
  const feedBlocks = createFeedBlocks(build);
  const placements = adPlacements(build);
  return (page) => {
    const { blocks } = page.file;
    const placed = placeStories(blocks, edition, page.part);
    const feeds = feedBlocks(
      blocks.flatMap((block) => (block.block === 'board' ? block.feeds : [])),
      'without board',
    );
    const ads = [...placements];

    function fill(file: BlockFile, i: number): HomeBlock | undefined {
      const { block } = file;
      const { lead, sizes, stories: posts = [] } = placed[i] ?? {};
      const stories = posts.map(({ post }) => post);
      switch (block) {
        case 'lead':
          return lead && { block, lead: lead.post, stories, sizes };
        case 'stories':
          return stories.length === 0
            ? undefined
            : { block, title: file.title, path: sectionOf(categoriesOf(file), edition), stories };
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

/** The stories of a block, the largest first. */
interface Placed {
  readonly lead?: EditionPost | undefined;
  readonly stories: readonly EditionPost[];
  readonly sizes?: Sizes | undefined;
}

/**
 * The stories of each block that has some, in the order of the page. Each post is in one block. A post that a block names is kept for that
 * block, and blocks of all categories leave those that a block below needs for its categories; only the lead story itself may be any.
 */
export function placeStories(
  blocks: readonly BlockFile[],
  { posts }: Edition,
  day?: Day,
): readonly (Placed | undefined)[] {
  const addressOf = (slug: string) => `/blog/${slug}`;
  const kept = new Set(
    blocks.flatMap((block) =>
      block.block === 'lead' && block.story !== undefined ? [addressOf(block.story)] : [],
    ),
  );
  const left = new Map(posts.map((post) => [post.post.path, post]));
  const available = () => [...left.values()].filter(({ post }) => !kept.has(post.path));
  const needed = neededByBlocks(blocks, available());
  const weightOf = createWeights(posts, day);

  function take(found: readonly EditionPost[]) {
    for (const { post } of found) left.delete(post.path);
    return found;
  }

  function takeStories(count: number, isWanted: (post: Post) => boolean) {
    const found = available().filter(({ post }) => isWanted(post));
    return take(found.slice(0, count));
  }

  return blocks.map((file, i) => {
    const isFree = ({ path }: Post) => (needed.get(path) ?? 0) <= i;
    if (file.block === 'lead') {
      const named = file.story === undefined ? undefined : left.get(addressOf(file.story));
      // Nobody can buy the lead.
      const candidates = available().filter(({ post }) => !post.sponsored);
      const lead = named ?? byWeight(candidates, weightOf)[0];
      take(lead ? [lead] : []);
      return { lead, ...bySize(lead, takeStories(file.stories, isFree), weightOf, day) };
    }
    if (file.block !== 'stories') return undefined;
    const names = categoriesOf(file);
    return {
      stories: takeStories(file.stories, names ? ({ category }) => names.includes(category.name) : isFree),
    };
  });
}

const categoriesOf = ({ category }: Extract<BlockFile, { block: 'stories' }>) =>
  category === undefined ? undefined : [category].flat();

/** The weight of a story that does not say. */
const usual = 3;

/** How long a story has a greater weight than usual. */
const maxAge = 2 * 24 * 60 * 60 * 1000;

/** How many stories beside the lead are large. */
const maxLarge = 2;

type Weights = (post: EditionPost) => number;

/** The weights of stories. News ages by newer news: until there is some, a front page stays as it is. */
function createWeights([newest]: readonly EditionPost[], day: Day | undefined): Weights {
  return ({ parsed, time }) => {
    const { weight = usual } = parsed.data;
    const isOld = newest !== undefined && newest.time - time > maxAge;
    return isOld || day === 'quiet' ? Math.min(weight, usual) : weight;
  };
}

/** The heaviest first, those of one weight as before. */
const byWeight = (posts: readonly EditionPost[], weightOf: Weights) =>
  posts.toSorted((a, b) => weightOf(b) - weightOf(a));

/** The stories of a lead block, and their sizes. */
function bySize(lead: EditionPost | undefined, all: readonly EditionPost[], weightOf: Weights, day?: Day) {
  const stories = byWeight(all, weightOf);
  const countOf = (fits: (weight: number) => boolean) =>
    stories.filter((post) => fits(weightOf(post))).length;
  const sizes = {
    isBanner: day === 'big' || (lead !== undefined && weightOf(lead) === 5),
    large: Math.min(maxLarge, day === 'big' ? maxLarge : countOf((weight) => weight > usual)),
    small: countOf((weight) => weight === 2),
    briefs: countOf((weight) => weight === 1),
  };
  return { stories, sizes: Object.values(sizes).some(Boolean) ? sizes : undefined };
}

/** The oldest posts of categories that blocks name, as many as these show, each with the index of its block. */
function neededByBlocks(
  blocks: readonly BlockFile[],
  posts: readonly EditionPost[],
): ReadonlyMap<string, number> {
  const left = groupBy(posts, ({ post }) => post.category.name);
  const needed = new Map<string, number>();
  for (const [i, block] of blocks.entries()) {
    if (block.block !== 'stories' || block.category === undefined) continue;
    const found = [block.category].flat().flatMap((name) => left.get(name)?.splice(-block.stories) ?? []);
    for (const { post } of found) needed.set(post.path, i);
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
