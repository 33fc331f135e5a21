import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, cpus, freemem, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Generator, galley, rivals } from './build/generators.ts';
import { type Extra, type Stage, shellsOf } from './build/papers.ts';
import { printSaves, printSize } from './build/report.ts';
import { measureSaves } from './build/saves.ts';
import { measureCold, measureSize } from './build/sizes.ts';

const allSizes = [100, 1000, 4000, 10_000];
const savedPosts = 4000;
const archivePosts = 2800;
const saves = 3;
/** Variants of the texts. */
const labels: Readonly<Record<Extra, string>> = {
  blocks: ' with tables, lists by number and headings of two levels',
  moved: ' with a former address each',
  archive: ' of an archive',
};

export interface BuildBench {
  /** Numbers of posts, and of `blocks`, `moved`, `archive`, `dev`; where there are none, the four sizes and `dev`. */
  readonly parts: readonly string[];
  /** How often everything is measured; by default small papers more often. */
  readonly rounds: number | undefined;
  /** The folder of the papers; by default /dev/shm where there is one. */
  readonly folder: string | undefined;
}

/** Measures builds and saves of Galley beside Hugo and Eleventy with the same posts, and prints tables in Markdown. */
export async function benchBuild({ parts, rounds, folder }: BuildBench): Promise<void> {
  const named = parts.length > 0 ? parts : [...allSizes.map(String), 'dev'];
  const plan = named.map((part) => ({ part, ...planOf(part, rounds) }));
  // A busy disk would hide the differences.
  const place = folder ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
  const lack = lackOfRoom(
    place,
    plan.reduce((sum, { posts, rounds }) => sum + posts * rounds, 0),
  );
  if (lack !== undefined) {
    console.error(lack);
    process.exitCode = 3;
    return;
  }
  const work = mkdtempSync(join(place, 'galley-bench-'));
  const remove = () => rmSync(work, { recursive: true, force: true });
  // Signals may come more than once.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      remove();
      process.exit(1);
    });
  try {
    const ours = galley(join(work, 'pictures'));
    const generators = [ours, ...rivals(await shellsOf(work, ours))];
    // Reads every program from the disk once before it is measured.
    await measureCold({ work, posts: 100, rounds: 1, generators });
    console.log(`${surroundings(generators, place)}\n`);
    for (const { part, posts, rounds } of plan) await measurePart(part, { work, posts, rounds, generators });
    console.log(`Load average afterwards: ${load()}.`);
  } finally {
    remove();
  }
}

/** The number of posts in a part, and how often it is measured. */
function planOf(
  part: string,
  rounds: number | undefined,
): { readonly posts: number; readonly rounds: number } {
  const fixed = { archive: archivePosts, dev: savedPosts }[part];
  const posts = fixed ?? (part in labels ? savedPosts : Number(part));
  return { posts, rounds: rounds ?? (posts === 100 ? 6 : 3) };
}

async function measurePart(part: string, on: Stage): Promise<void> {
  const names = on.generators.map(({ name }) => name);
  if (part === 'dev') printSaves(names, on.posts, await measureSaves(on, saves));
  else if (part === 'archive') {
    // The rivals have no share images and no mistakes to count. Ours are drawn once before.
    const ours = { ...on, extra: part, generators: on.generators.slice(0, 1) } as const;
    await measureCold(ours);
    printSize(names.slice(0, 1), `${on.posts} posts${labels.archive}`, await measureSize(ours));
  } else {
    const extra = part in labels ? (part as Extra) : undefined;
    const label = extra ? labels[extra] : '';
    printSize(names, `${on.posts} posts${label}`, await measureSize({ ...on, extra }));
  }
}

/** Says that there is no room for papers with `posts` posts for every generator, which are only removed at the end; else `undefined`. */
function lackOfRoom(place: string, posts: number): string | undefined {
  const needed = posts * 90_000;
  const { bavail, bsize } = statfsSync(place);
  const room = Math.min(bavail * bsize, place === '/dev/shm' ? freemem() * 0.7 : Number.POSITIVE_INFINITY);
  if (needed <= room) return undefined;
  const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  return `This takes about ${inGigabytes(needed)} in ${place}, where ${inGigabytes(room)} are free: take fewer --rounds, or another --folder.`;
}

const load = () =>
  loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');

const surroundings = (generators: readonly Generator[], place: string) =>
  [
    `Medians of whole commands, each a new process; ratios of medians, with the least and the largest of one round.`,
    `${generators.map(({ name, version }) => `${name} ${version}`).join(', ')}, Node ${process.version}; ${availableParallelism()} cores (${cpus()[0]?.model}); in ${place}.`,
    `Load average before: ${load()}.`,
  ].join('\n');
