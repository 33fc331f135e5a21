import type { Post } from '../../templates/types.ts';
import type { Edition, EditionPost } from '../content/model.ts';
import { groupBy } from '../lib/group-by.ts';
import { type BlockFile, formOf } from './home-fields.ts';
import type { createSeries } from './series.ts';

// Which stories are in which block of a front page.

/** The front pages that `dev` can show in place of today's. */
export const days = ['quiet', 'big', 'breaking', 'sunday'] as const;
export type Day = (typeof days)[number];
/** The stories of a block. */
export interface Placed {
  readonly lead?: EditionPost | undefined;
  /** Those that belong to the lead, or to the first story of a feature: what it names, else the other parts of its series. */
  readonly lines: readonly EditionPost[];
  /** Those that the block names, then the heaviest first. */
  readonly stories: readonly EditionPost[];
}

export const noStories: Placed = { lines: [], stories: [] };

// Each post is in one block. One that a block names is kept for it, and blocks of all categories leave those that a block below needs.

/** The stories of each block that has some. Only the lead may be any; what somebody paid for is in the blocks for it alone. */
export function placeStories(
  blocks: readonly BlockFile[],
  { posts }: Edition,
  seriesOf: ReturnType<typeof createSeries>,
  day?: Day,
): readonly (Placed | undefined)[] {
  const addressOf = (slug: string) => `/blog/${slug}`;
  const kept = new Set(blocks.flatMap(namedIn).map(addressOf));
  const left = new Map(posts.map((post) => [post.post.path, post]));
  const available = () => [...left.values()].filter(({ post }) => !kept.has(post.path) && !post.sponsored);
  const needed = neededByBlocks(blocks, available());
  const weightOf = createWeights(posts, day);

  function take(taken: readonly EditionPost[]) {
    for (const { post } of taken) left.delete(post.path);
    return taken;
  }

  const named = (slugs: readonly string[] = []) =>
    take(slugs.flatMap((slug) => left.get(addressOf(slug)) ?? []));

  function takeStories(count: number, isWanted: (post: Post) => boolean, slugs?: readonly string[]) {
    const first = named(slugs);
    const others = available().filter(({ post }) => isWanted(post));
    return [...first, ...take(byWeight(others.slice(0, Math.max(0, count - first.length)), weightOf))];
  }

  /** Those that belong to a story, of what is left and of the others of its block. */
  function linesUnder(story: EditionPost, others: readonly EditionPost[] = []): readonly EditionPost[] {
    const parts = seriesOf(story)?.parts.map(({ path }) => path) ?? [];
    const paths = story.parsed.data.related?.map(addressOf) ?? parts.filter((path) => !kept.has(path));
    const inBlock = (path: string) => others.find(({ post }) => post.path === path);
    return take(paths.flatMap((path) => left.get(path) ?? inBlock(path) ?? []));
  }

  return blocks.map((file, i) => {
    const isFree = ({ path }: Post) => (needed.get(path) ?? 0) <= i;
    switch (file.block) {
      case 'lead': {
        const [chosen] = file.story === undefined ? [] : named([file.story]);
        const lead = chosen ?? byWeight(available(), weightOf)[0];
        if (!lead) return noStories;
        take([lead]);
        const lines = linesUnder(lead);
        return { lead, lines, stories: takeStories(file.stories, isFree, file.beside) };
      }
      case 'stories': {
        const names = [file.category ?? []].flat();
        const isWanted = file.category ? ({ category }: Post) => names.includes(category.name) : isFree;
        const stories = takeStories(file.stories, isWanted, file.only);
        const [first, ...others] = stories;
        if (!first || formOf(file, stories.length) !== 'feature') return { stories, lines: [] };
        const lines = linesUnder(first, others);
        const rest = others.filter((post) => !lines.includes(post));
        const more = takeStories(others.length - rest.length, isWanted);
        return { stories: [first, ...rest, ...more], lines };
      }
      case 'paid':
        return {
          ...noStories,
          lead: take([...left.values()].filter(({ post }) => post.sponsored).slice(0, 1))[0],
        };
      default:
        return undefined;
    }
  });
}

/** The slugs that a block names. */
function namedIn(block: BlockFile): readonly string[] {
  if (block.block === 'lead') return [block.story ?? [], block.beside ?? []].flat();
  return block.block === 'stories' ? (block.only ?? []) : [];
}

/** The weight of a story that does not say. */
export const usual = 3;

/** How long a story has a greater weight than usual. */
const maxAge = 2 * 24 * 60 * 60 * 1000;

type Weights = (post: EditionPost) => number;

/** The weights of stories. News ages by newer news: until there is some, a front page stays as it is. */
export function createWeights([newest]: readonly EditionPost[], day: Day | undefined): Weights {
  return ({ parsed, time }) => {
    const { weight = usual } = parsed.data;
    const isOld = newest !== undefined && newest.time - time > maxAge;
    return isOld || day === 'quiet' ? Math.min(weight, usual) : weight;
  };
}

/** The heaviest first, those of one weight as before. */
const byWeight = (posts: readonly EditionPost[], weightOf: Weights) =>
  posts.toSorted((a, b) => weightOf(b) - weightOf(a));

/** The oldest posts of categories that blocks name, as many as these show, each with the index of its block. */
function neededByBlocks(blocks: readonly BlockFile[], posts: readonly EditionPost[]) {
  const left = groupBy(posts, ({ post }) => post.category.name);
  const needed = new Map<string, number>();
  for (const [i, block] of blocks.entries()) {
    if (block.block !== 'stories' || block.category === undefined) continue;
    const found = [block.category].flat().flatMap((name) => left.get(name)?.splice(-block.stories) ?? []);
    for (const { post } of found) needed.set(post.path, i);
  }
  return needed;
}
