import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { PlacedProblem } from '../cli/problems/problem.ts';
import { buildInMemory, spoiledContent } from './helpers.ts';

/** What becomes of a file's text; `undefined` takes the file away. */
export type Change = (text: string) => string | undefined;

/** The problems of the small site with some of its files changed. Nothing of a site with errors is written. */
export async function problemsWith(
  changes: Readonly<Record<string, Change>>,
): Promise<readonly PlacedProblem[]> {
  const content = spoiledContent('nothing is laid over it');
  for (const [path, change] of Object.entries(changes)) {
    const file = join(content, path);
    const before = readIfThere(file);
    const after = change(before ?? '');
    expect(after, `${path} is changed`).not.toBe(before);
    mkdirSync(dirname(file), { recursive: true });
    if (after === undefined) rmSync(file);
    else writeFileSync(file, after);
  }
  const { report } = await buildInMemory(content);
  expect(report.written === undefined).toBe(report.problems.some(({ severity }) => severity === 'error'));
  return report.problems;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** File and line, rule, and the suggestion where there is one. */
export const where = ({ file, line, rule, suggestion }: PlacedProblem) =>
  [`${file.slice('content/'.length)}:${line}`, rule, ...(suggestion ? [suggestion] : [])].join(' ');

export const replace =
  (from: string, to: string): Change =>
  (text) =>
    text.replace(from, to);

/** A post with three mistakes in its text, which only the whole paper shows. */
export const heron = 'blog/heron-count.md';
export const misleading = replace(
  'The count took a morning.',
  'The [count](/blog/bridge-tol-ends) took [a morning](/nowhere). ![Herons](media/brige.png)',
);
export const itsProblems = [
  'blog/heron-count.md:10 dead-link',
  'blog/heron-count.md:10 dead-link /blog/bridge-toll-ends',
  'blog/heron-count.md:10 missing-media',
];
export const ofHeron = (problems: readonly PlacedProblem[]) =>
  problems
    .filter(({ file }) => file.endsWith(heron))
    .map((problem) => where(problem).replace(/(?<=missing-media) .*/, ''))
    .sort();
