import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../cli/problems/problem.ts';
import { problemsWith } from '../changed-site.ts';
import { buildInMemory, sites, spoiledContent, temporaryFolder } from '../helpers.ts';

const front = /^---\n[\s\S]*?\n---\n/.exec(
  readFileSync(join(sites, 'small', 'content', 'blog', 'heron-count.md'), 'utf8'),
)?.[0];

/** The problems of the small site with some posts of a text in place of its own. */
async function problemsOf(bodies: readonly string[]): Promise<readonly Problem[]> {
  const overlay = temporaryFolder();
  mkdirSync(join(overlay, 'blog'));
  for (const [i, body] of bodies.entries()) {
    const own = (front ?? '').replace(/^id: .*/m, `id: "flood-${i}"`).replace(/^slug: .*\n/m, '');
    writeFileSync(join(overlay, 'blog', `flood-${String(i).padStart(4, '0')}.md`), `${own}\n${body}\n`);
  }
  const { report } = await buildInMemory(spoiledContent(overlay));
  return report.problems;
}

const firstLine = (front ?? '').split('\n').length + 1;

describe('a flood of dead links', () => {
  it('in one post is reported in a hundred problems, each at its place, and one for the rest', async () => {
    const links = Array.from({ length: 5000 }, (_, i) => `[a](/no-${i})${i % 500 === 499 ? '\n' : ''}`);
    const problems = await problemsOf([links.join('\n')]);
    expect(problems.map(({ rule }) => rule)).toEqual([...Array(100).fill('dead-link'), 'more-problems']);
    expect(problems[7]).toMatchObject({ line: firstLine + 7, column: 5, endColumn: 10 });
    expect(problems[7]?.message).toBe('There is no page at `/no-7`.');
    expect(problems[100]?.standsFor).toEqual({ errors: 4900, warnings: 0 });
  }, 30_000);

  it('with one in each of many posts is reported in each of them', async () => {
    const problems = await problemsOf(
      Array.from({ length: 300 }, (_, i) => `See\n[a](/no-${i}) and [b](#no).`),
    );
    expect(new Set(problems.map(({ file }) => file)).size).toBe(300);
    expect(problems.map(({ line, column }) => [line - firstLine, column]).slice(0, 2)).toEqual([
      [1, 5],
      [1, 20],
    ]);
    expect(problems.length).toBe(600);
  }, 60_000);

  it.each([
    [
      'with brackets, encoded, in angle brackets, in a definition, to a part',
      '[a](/no(1)) [b](/no%20two) [c](</no three>) [d][e] and [f](#no)\n\n[e]: /no-five "Five"\n',
      '0:5-11 0:17-26 0:33-42 0:60-63 2:6-14',
    ],
    [
      'behind backslashes, entities and blanks',
      'See [a](\\/evil) and `\\/evil` and [b](\\/evil).\n[c]( /no-blank ) [d](/no&#45;sign)\n\n[e]\n\n[e]:  /no-definition',
      '0:9-15 0:38-44 1:6-15 1:22-34 5:7-21',
    ],
  ])('is found at its place, however its address is written: %s', async (_, text, places) => {
    const problems = await problemsOf([text]);
    const found = problems.map(({ line, column, endColumn }) => `${line - firstLine}:${column}-${endColumn}`);
    expect(found.join(' ')).toBe(places);
  });
});

it('a link with an invisible character is reported once', async () => {
  const problems = await problemsWith({
    'blog/ice-on-the-landing.md': (text) => `${text}\nSee [a](/faq\u200b).\n`,
  });
  expect(problems.map(({ rule }) => rule)).toEqual(['invalid-text']);
});
