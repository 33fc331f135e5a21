import { describe, expect, it } from 'vitest';
import { createIds, markdown } from '../../../cli/content/markdown/markdown.ts';
import { markdownProblems } from '../../../cli/content/markdown/problems.ts';
import { overLimit } from '../../../cli/content/markdown/text-limits.ts';
import type { SourceFile } from '../../../cli/content/source-file.ts';
import type { KeyPath } from '../../../cli/problems/locate.ts';
import { placed } from '../../../cli/problems/problem.ts';
import { secondsToRender } from './strange-markdown.ts';

/** Many times what any text takes. */
const seconds = 20;
const fill = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));
const numbered = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

/** Blocks of a piece, as long as a block may be, as many as a text may have. */
const blocks = (piece: string, block = 19_900, text = 250_000) =>
  Array(Math.floor(text / block))
    .fill(fill(piece, block))
    .join('\n\n');

describe('a text that the renderer cannot take', () => {
  it.each([
    ['more than a page', `${'A sentence. '.repeat(1000)}\n\n`.repeat(30)],
    ['a long paragraph', `A first one.\n\n${'words '.repeat(4000)}`],
    ['quotes in quotes', fill('> ', 40_000)],
    ['lists in lists', fill('+ ', 1000)],
    ['a wide table', `${fill('|a', 1000)}\n${fill('|-', 1000)}\n${fill('b\n', 10_000)}`],
    ['one long address for many links', `[l]: /${'u'.repeat(10_000)}\n\n${'[l]\n\n'.repeat(20_000)}`],
    [
      'HTML, quotes and emphasis on one line',
      `漢\t${'<a <b>- '.repeat(554)}${"'http://".repeat(987)}${'*'.repeat(2283)}[a](b 'c[a]: b "c"\nwww.a.b${'===\n<!--2. '.repeat(158)}`,
    ],
  ])('is refused in one sentence: %s', (_, text) => {
    const [finding, ...others] = markdown(text, new Map()).findings;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      rule: 'too-large',
      hint: expect.stringMatching(/^Put (?:empty lines|spaces) /),
    });
  });

  it.each([
    ['a paragraph', 'words '.repeat(4000)],
    ['addresses', `://:漢${'.http://:漢'.repeat(433)}${'*'.repeat(9390)}a`],
  ])('is refused where it is too much: %s', (_, part) => {
    const text = `A first paragraph.\n\n${part}`;
    const [{ start = 0, rule } = {}] = markdown(text, new Map()).findings;
    expect([rule, start]).toEqual(['too-large', text.indexOf(part)]);
  });
});

describe('a text within the limits', () => {
  it.each([
    ['quotation marks', blocks('a "', 4400)],
    ['emphasis in emphasis', `${'*'.repeat(9000)}a${'*'.repeat(9000)}`],
    ['HTML', blocks('<b>a day and a night ')],
    ['definitions that are none', blocks('[a]: b\n[+ ~~', 1000, 20_000)],
    ['a tall table', `|a|b|\n|-|-|\n${'b\n'.repeat(9000)}`],
    ['headings', '## a\n\n'.repeat(20_000)],
  ])('is rendered, or told what is wrong, in seconds: %s', (_, text) => {
    expect(secondsToRender(text)).toBeLessThan(seconds);
  });

  const sentence =
    'It’s said that the "city council" voted on Elm Street & didn\'t agree; the mayor\'s office wouldn’t comment. ';
  const paragraph = sentence.repeat(Math.floor(5000 / sentence.length));
  it.each([
    ['an article of 200 KB', Array(40).fill(paragraph).join('\n\n')],
    ['a table of results', `|a|b|c|\n|-|-|-|\n${'| Team “A” | 12–3 | W. |\n'.repeat(700)}`],
    ['a list', numbered(400, (i) => `${'  '.repeat(i % 6)}- it's "item" ${i} of **the** list`)],
    [
      'links in one line',
      numbered(400, (i) => `[It's link ${i}](https://example.com/${i})`).replaceAll('\n', ' '),
    ],
    [
      'links by label',
      `${numbered(100, (i) => `- it's [link ${i}][l${i}]`)}\n\n${numbered(100, (i) => `[l${i}]: https://example.com/${i} "It's ${i}"`)}`,
    ],
    ['long addresses', `https://a.example/${'a_b.c~'.repeat(500)} ${'https://b.example/,'.repeat(200)}`],
  ])('passes as people write it: %s', (_, text) => {
    expect(overLimit(text)).toBeUndefined();
    expect(markdown(text, new Map()).findings).toEqual([]);
  });
});

describe('many of a kind', () => {
  it('gives 20,000 equal headings each an id of its own, and no heading that of another', () => {
    const idOf = createIds();
    const words = ['News 2', ...Array(20_000).fill('News'), 'News 3', 'News 2'];
    const ids = words.map((word) => idOf(word));
    expect(new Set(ids).size).toBe(words.length);
    expect(ids.slice(0, 4)).toEqual(['news-2', 'news', 'news-3', 'news-4']);
  });

  it('finds the places of tens of thousands of findings, in Markdown and in YAML', () => {
    const words = '<b>\n'.repeat(30_000);
    const findings = Array.from({ length: 30_000 }, (_, i) => ({
      rule: 'raw-html' as const,
      message: 'HTML',
      start: 4 * i,
      end: 4 * i + 3,
    }));
    const lastIn = (source: SourceFile, at: KeyPath | number) =>
      markdownProblems(findings, { markdown: words, source, at }).map(placed).at(-1);
    const post = { path: 'a.md', file: 'a.md', text: `---\n---\n${words}` };
    expect(lastIn(post, 8)).toMatchObject({ line: 30_002, column: 1, endColumn: 4 });
    const page = { path: 'a.yaml', file: 'a.yaml', text: `body: |\n  ${words.replaceAll('\n', '\n  ')}` };
    expect(lastIn(page, ['body'])).toMatchObject({ line: 30_001, column: 3 });
    const escaped = { path: 'a.yaml', file: 'a.yaml', text: `body: "${'\\x3cb>\\n'.repeat(30_000)}"\n` };
    expect(lastIn(escaped, ['body'])).toMatchObject({ line: 1, column: 7 });
  });
});
