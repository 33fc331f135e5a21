import { expect } from 'vitest';
import type { PlacedProblem } from '../cli/problems/problem.ts';
import { buildInMemory, type Change, type Changes, smallContent } from './helpers.ts';

export type { Change };

/** The problems of the small site with some of its files changed. Nothing of a site with errors is written. */
export async function problemsWith(changes: Changes): Promise<readonly PlacedProblem[]> {
  const { report } = await buildInMemory(smallContent(changes));
  expect(report.written === undefined).toBe(report.problems.some(({ severity }) => severity === 'error'));
  return report.problems;
}

/** File and line, rule, and the suggestion where there is one. */
export const where = ({ file, line, rule, suggestion }: PlacedProblem) =>
  [`${file.slice('content/'.length)}:${line}`, rule, ...(suggestion ? [suggestion] : [])].join(' ');

export const replace =
  (from: string | RegExp, to: string): Change =>
  (text) =>
    text.replace(from, to);

/** Takes the posts of the small site away. */
export const withoutPosts: Changes = {
  ...Object.fromEntries(
    ['bridge-toll-ends', 'heron-count', 'ice-on-the-landing'].map((name) => [
      `blog/${name}.md`,
      () => undefined,
    ]),
  ),
  'pages/home.yaml': replace(/^ {4}story: .*\n/m, ''),
};

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
