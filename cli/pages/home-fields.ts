import * as z from 'zod';
import { embed, feedBlock } from '../content/embeds.ts';
import * as f from '../content/schema/fields.ts';
import { distinct, oneOrMore } from '../content/schema/references.ts';
import { newsletterField } from './blocks.ts';

const maxStories = 100;

const result = z.strictObject({
  name: f.title().describe('Who or what stands for election.'),
  share: z.number().min(0).max(100).describe('The percentage of the votes.'),
  result: f.title().optional().describe('A word for who leads or has won.'),
});
const race = z.strictObject({
  name: f.title().describe('What was voted on.'),
  counted: f.title().optional().describe('How much is counted, as in `4 of 12 precincts`.'),
  rows: z.array(result).min(1).describe('The results, the first one the highest.'),
});
const fact = z.strictObject({
  name: f.title().describe('What it is about.'),
  what: f.title().optional().describe('What holds for it.'),
});

/** The results of votes, or a list such as that of closings. */
const panelField = z.strictObject({
  title: f.title().describe('The heading.'),
  note: f.title().optional().describe('A line under it: who says so, and as of when.'),
  races: z.array(race).default([]).describe('Results of votes.'),
  items: z.array(fact).default([]).describe('A list of facts.'),
  path: f.link().optional().describe('Where more of it is.'),
  link: f.title().optional().describe('The words of the link there.'),
});

const block = z.discriminatedUnion('block', [
  z.strictObject({
    block: z.literal('lead').describe('The large story, and others beside it that no section below needs.'),
    story: f
      .newsSlug()
      .optional()
      .describe(
        'The post that leads; if it is left out, the newest, or one of the newest with more `weight`.',
      ),
    stories: f.whole(0, maxStories).default(9).describe('How many stories are beside and below it.'),
    beside: f
      .newsSlugs()
      .optional()
      .describe('The posts that come first among them; the others are filled in by weight and date.'),
    form: z
      .enum(['usual', 'banner', 'text', 'feature'])
      .optional()
      .describe(
        'How it is set: by default `banner`, across the page, for a story of weight 5; `text` for one without a picture; else `usual`. `feature` is for a long read.',
      ),
    panel: panelField.optional().describe('Facts in a box in the right column.'),
  }),
  z.strictObject({
    block: z.literal('stories').describe('Stories, of some categories or of all.'),
    title: f.title().describe('The heading.'),
    category: oneOrMore(f.categoryName())
      .optional()
      .describe('The categories of the stories; all if it is left out.'),
    stories: f.whole(1, maxStories).default(4).describe('How many there are at most.'),
    text: f.title().optional().describe('A line beside the heading.'),
    path: f.link().optional().describe('Where the heading leads; to the page of its category by default.'),
    form: z
      .enum(['row', 'list', 'feature', 'voices'])
      .optional()
      .describe(
        'How they are set: side by side; below each other; the first one large and the others of its series as lines; or as opinions. By default one is a feature, more than twelve are a list.',
      ),
    only: f.newsSlugs().optional().describe('The posts that come first; the others are filled in by date.'),
  }),
  z.strictObject({
    block: z
      .literal('paid')
      .describe('The newest story that somebody paid for. Without this block it is above the boards.'),
  }),
  z.strictObject({
    block: z.literal('board').describe('Boards of headlines from other sources.'),
    feeds: z
      .array(feedBlock({ path: f.link().optional().describe('Where the heading leads.') }))
      .min(1)
      .describe('The sources, one after the other.'),
  }),
  embed({
    block: z.literal('video').describe('A video.'),
    heading: f.title().optional().describe('The heading.'),
    poster: f.picture().optional().describe('The picture before it plays.'),
  }),
  z.strictObject({ block: z.literal('ads').describe('The next advertisement.') }),
  newsletterField.extend({ block: z.literal('newsletter').describe('The sign-up for the newsletter.') }),
  z.strictObject({
    block: z.literal('events').describe('What is on in the next seven days, of `data/events.yaml`.'),
    title: f.title().optional().describe('The heading.'),
  }),
  z.strictObject({
    block: z.literal('notices').describe('The names of the newest notices, a column for each kind.'),
    title: f.title().optional().describe('The heading; that of their page if it is left out.'),
    kind: oneOrMore(f.noticeKind()).optional().describe('The kinds; all if it is left out.'),
    notices: f.whole(1, 20).default(5).describe('How many of each kind there are at most.'),
  }),
  z.strictObject({
    block: z.literal('text').describe('A text.'),
    title: f.title().optional().describe('The heading.'),
    body: f.markdown().describe('The text.'),
  }),
]);

export const blocksField = distinct(z.array(block), {
  names: (block) => (block.block === 'lead' ? [[block.story, 'story']] : []),
  message: (story) => `Another block of this page has the lead story \`${story}\`.`,
  hint: 'Each story is on the page once, so this block has the next one. Name another story, or remove the line.',
});

export type BlockFile = z.infer<typeof blocksField>[number];
export type FileOf<Block extends BlockFile['block']> = Extract<BlockFile, { block: Block }>;

/** From how many stories on they are a list. */
const minList = 13;

export const formOf = ({ form }: FileOf<'stories'>, count: number) =>
  form ?? (count === 1 ? 'feature' : count >= minList ? 'list' : 'row');
