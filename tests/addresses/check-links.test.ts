import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PlacedProblem } from '../../cli/problems/problem.ts';
import { buildInMemory, sites, smallContent } from '../helpers.ts';

const front = /^---\n[\s\S]*?\n---\n/.exec(
  readFileSync(join(sites, 'small', 'content', 'blog', 'heron-count.md'), 'utf8'),
)?.[0];
if (front === undefined) throw new Error('The post about herons has no front matter.');
const firstLine = front.split('\n').length + 1;

/** The problems of the small site with some posts of these texts, line and columns counted from the start of the text. */
async function problemsOf(bodies: readonly string[]): Promise<readonly PlacedProblem[]> {
  const posts = bodies.map((body, i) => {
    const own = front?.replace(/^id: .*/m, `id: "flood-${i}"`).replace(/^slug: .*\n/m, '');
    return [`blog/flood-${String(i).padStart(4, '0')}.md`, `${own}\n${body}\n`];
  });
  const { report } = await buildInMemory(smallContent(Object.fromEntries(posts)));
  return report.problems.map((problem) => ({ ...problem, line: problem.line - firstLine }));
}

describe('a flood of dead links', () => {
  it('in one post is reported in a hundred problems, each at its place, and one for the rest', async () => {
    const links = Array.from({ length: 5000 }, (_, i) => `[a](/no-${i})${i % 500 === 499 ? '\n' : ''}`);
    const problems = await problemsOf([links.join('\n')]);
    expect(problems.map(({ rule }) => rule)).toEqual([...Array(100).fill('dead-link'), 'more-problems']);
    expect(problems[7]).toMatchObject({ line: 7, column: 5, endColumn: 10 });
    expect(problems[7]?.message).toBe('There is no page at `/no-7`.');
    expect(problems[100]?.standsFor).toEqual({ errors: 4900, warnings: 0 });
  });

  it('is found however an address is written', async () => {
    const links =
      '[a](/no(1)) [b](/no%20two) [c](</no three>) [d][e] [f](#no) `\\/evil` [g](\\/evil)\n[h]( /no-blank ) [i](/no&#45;sign)\n\n[e]:  /no-five "Five"\n';
    const found = (await problemsOf([links])).map(({ line, column, endColumn }) =>
      links.split('\n')[line]?.slice(column - 1, endColumn - 1),
    );
    expect(found).toEqual([
      ...['/no(1)', '/no%20two', '/no three', '#no', '\\/evil', '/no-blank', '/no&#45;sign', '/no-five'],
    ]);
  });
});

it.each(['See [a](/faq\u200b).', 'Two\u200bthree.'])(
  'an invisible character in %j is reported once',
  async (text) => {
    const problems = await problemsOf([text]);
    expect(problems.map(({ rule, line, column }) => [rule, line, column])).toEqual([
      ['invalid-text', 0, text.indexOf('\u200b') + 1],
    ]);
  },
);
