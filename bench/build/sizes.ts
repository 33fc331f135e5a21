import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Cost, measure } from './measure.ts';
import { corpusOf, newPapers, type Stage } from './papers.ts';
import { mustBeSame, sizeOfPosts } from './same-pages.ts';
import { rotated } from './statistics.ts';
import type { Results } from './tables.ts';

export const kinds = ['cold', 'nothing changed', 'one post edited'] as const;

export interface SizeResult {
  readonly costs: Readonly<Record<(typeof kinds)[number], Results<Cost>>>;
  /** KB of a post's page. */
  readonly pages: Results<number>;
}

/** Builds a paper with every generator in turn: cold, again, and with one edited post. */
export async function measureSize({ work, posts, extra, rounds, generators }: Stage): Promise<SizeResult> {
  const costs: Record<(typeof kinds)[number], Record<string, readonly Cost[]>> = {
    cold: {},
    'nothing changed': {},
    'one post edited': {},
  };
  let pages: Results<number> = {};
  for (let round = 0; round < rounds; round++) {
    console.error(`${posts} posts, round ${round + 1} of ${rounds}`);
    const papers = newPapers(
      work,
      `${posts}${extra ?? ''}-${round}`,
      corpusOf(work, posts, extra),
      generators,
    );
    for (const kind of kinds)
      for (const { name, build } of rotated(generators, round)) {
        const paper = papers[name] ?? '';
        if (kind === 'one post edited') edit(join(paper, 'content', 'blog'));
        costs[kind][name] = [...(costs[kind][name] ?? []), await measure(build(paper))];
      }
    if (round === 0) pages = comparePages(papers);
  }
  return { costs, pages };
}

/** Builds a paper once with every generator, cold. */
export async function measureCold({ work, posts, extra, generators }: Stage): Promise<Results<Cost>> {
  const papers = newPapers(work, `${posts}-cold`, corpusOf(work, posts, extra), generators);
  const costs: Record<string, readonly Cost[]> = {};
  for (const { name, build } of generators) costs[name] = [await measure(build(papers[name] ?? ''))];
  return costs;
}

function edit(posts: string): void {
  const file = readdirSync(posts).find((name) => /^post-3\b/.test(name)) ?? '';
  appendFileSync(join(posts, file), '\nThe council has **since** met again.\n');
}

/** Checks that all pages say the same, with two posts of each shape of front matter; gives the sizes of the pages. */
function comparePages(papers: Readonly<Record<string, string>>): Results<number> {
  const outs = Object.entries(papers).map(([name, paper]): [string, string] => [name, join(paper, 'out')]);
  const [[, first] = ['', ''], ...others] = outs;
  for (const [, other] of others) for (let i = 0; i < 12; i++) mustBeSame(first, other, `post-${i}`);
  return Object.fromEntries(outs.map(([name, out]) => [name, [sizeOfPosts(out)]]));
}
