import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markdownProblems } from '../../cli/pipeline/page.ts';
import { createIds, markdown } from '../../cli/sources/markdown.ts';
import { overLimit } from '../../cli/sources/text-limits.ts';
import { createProbe } from './markdown-process.ts';
import { randomFrom, strangeText } from './strange-markdown.ts';

let probe: Awaited<ReturnType<typeof createProbe>>;
beforeAll(async () => {
  probe = await createProbe();
});
afterAll(() => probe.end());

/** A child that needs longer is ended: a guard, many times what any text takes. */
const seconds = 20;
const mebibyte = 2 ** 20;
const fill = (piece: string, bytes = mebibyte) => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));
const numbered = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

const tooMuch: readonly (readonly [name: string, text: string])[] = [
  ['apostrophes', "it's ".repeat(40_000)],
  ['attributes', ' id="a"'.repeat(30_000)],
  ['quotation marks', fill('"')],
  ['links that never end', fill('[a](b "')],
  ['entities', fill('&amp;')],
  ['numbered entities', fill('&#1;')],
  ['underscores in words', fill('a_b')],
  ['emphasis in emphasis', `${fill('*', mebibyte / 2)}a${fill('*', mebibyte / 2)}`],
  ['accents before emphasis', fill('é*a* ')],
  ['closing brackets after accents', fill('漢]')],
  ['closing brackets and HTML', `<b>é${fill('   ]')}`],
  ['backslashes and HTML', `<b>é${fill('\\\\*')}`],
  ['links on one line of accents', fill('é[a](b) ')],
  ['quotes in quotes', fill('> ', 40_000)],
  ['lists in lists', fill('+ ')],
  ['numbered lists in lists', fill('1. ')],
  ['empty lines in deep lists', `${'+ '.repeat(400)}a\n${fill('\n')}`],
  ['a wide table of short rows', `${fill('|a', 80_000)}\n${fill('|-', 80_000)}\n${fill('b\n', 80_000)}`],
  ['a tall table', `|a|\n|-|\n${fill('b\n')}`],
  ['one long address for many links', `[l]: /${fill('u', mebibyte / 2)}\n\n${fill('[l] ', mebibyte / 4)}`],
  ['one long title for many links', `[l]: /u "${fill('u', mebibyte / 2)}"\n\n${fill('[l] ', mebibyte / 4)}`],
  ['an address of some length for very many links', `[l]: /${'u'.repeat(3000)}\n\n${fill('[l] ')}`],
  ['HTML', fill('<b>')],
  ['HTML that never ends', fill('<a b="')],
  ['lines after a title that never ends', `[a](b "${fill('a\n', 80_000)}`],
  ['comments that never end', fill('<!--')],
  ['headings', fill('## a\n')],
  ['underlined headings', fill('a\n-\n')],
  ['pictures', fill('![a](b)')],
  ['addresses of people', fill('.a@b')],
  ['paragraph lines that look like list items', `a\n${fill("     - it's\n")}`],
  ['a fence that only looks like one', `   \`\`\`\n\`\`\`\n\n${fill("it's ")}`],
  ['a fence in a comment', `<!--\n\n\`\`\`\n-->\n${fill("it's ")}`],
  // What random texts have found, and no bound foresees: tried in a process of its own.
  [
    'HTML, quotes and emphasis on one line',
    `漢\t${'<a <b>- '.repeat(554)}${"'http://".repeat(987)}${'*'.repeat(2283)}[a](b 'c[a]: b "c"\nwww.a.b${'===\n<!--2. '.repeat(158)}`,
  ],
  [
    'links and pieces of web pages on many lines',
    `${'[a](b)www.a.b</div>\n:'.repeat(12_027)}${"漢[a](b 'c".repeat(870)}`,
  ],
  [
    'definitions that are none, and addresses',
    `${'[a]: b\n[+ ~~'.repeat(1518)}${'http://a.b\\\n)    '.repeat(14_348)}`,
  ],
  ['many paragraphs, none of them long', fill(`${"it's ".repeat(1600)}\n\n`)],
  [
    'a label in paragraphs of its own for a long address',
    `[l]: /${fill('u', mebibyte / 2)}\n\n${fill('[l]\n\n', mebibyte / 4)}`,
  ],
  ['a table of many columns and few signs', `${fill('|a', 400)}\n${fill('|-', 400)}\n${fill('b\n', 80_000)}`],
  ['a table that a quote has ended', `|a|b|\n|-|-|\n> q\n${fill("it's\n")}`],
];

/** A trial in a process of its own takes a second: the audit does them all, and here every fourth is one for the others. */
const tried = tooMuch.filter(([, text]) => !overLimit(text));
const everyTrial = process.env.TRIALS === 'all';

describe('a text that the renderer cannot take', () => {
  it.each(tooMuch.filter((one) => everyTrial || !tried.includes(one) || tried.indexOf(one) % 4 === 0))(
    'is refused in an editor’s words: %s',
    async (_, text) => {
      const drawn = await probe.draw(text, seconds);
      expect(drawn).toMatchObject({ html: 0, findings: 1, first: { rule: 'too-large' } });
    },
  );

  it.each([
    ['words', fill('a ')],
    ['one word', fill('a')],
    ['definitions', numbered(60_000, (i) => `[l${i}]: /u`)],
    ['paragraphs', fill('a\n\n')],
    ['hard breaks', fill('a  \n')],
    ['a fence that never ends', `\`\`\`\n${fill("it's ")}`],
    ['combining characters', `a${fill('\u0301')}`],
    ['astral characters', fill('😀')],
    ['line separators', fill('a\u2028')],
    ['carriage returns', fill('a\r')],
    ['tabs', fill('\ta\n')],
    ['rules', fill('- ')],
    ['an address of brackets', `http://a.b/${fill('(')}`],
    ['many findings', fill('# a\n\n', 90_000)],
    [
      'a fence that a line separator does not end',
      `${fill('~', mebibyte / 2)}{\u2028${fill('<!-- ', 90_000)}`,
    ],
    ['one line of HTML, and a slip after it', `<div>${fill(' a', 240_000)}\n\na **b`],
    ['a listing of signs', `\`\`\`\n${fill('[a](b) *c*\n', 90_000)}\`\`\``],
    ['a table of results', `|a|b|c|\n|-|-|-|\n${'| Team “A” | 12–3 | W. |\n'.repeat(700)}`],
  ])('is no text of a mebibyte that is only long: %s', async (_, text) => {
    const drawn = await probe.draw(text, seconds);
    expect(drawn).not.toHaveProperty('ended');
    expect(drawn).not.toMatchObject({ first: { rule: 'too-large' } });
  });

  it('says where the paragraph starts and what to do', () => {
    const text = `A first paragraph.\n\n${"it's ".repeat(42_400)}`;
    expect(markdown(text, new Map()).findings).toEqual([
      {
        rule: 'too-large',
        message:
          'This is too much for one paragraph: 212,000 characters without an empty line, 42,400 of them quotation marks, asterisks, brackets and other signs.',
        hint: 'Put empty lines between its paragraphs. Put what a program printed between two lines of three backticks.',
        start: 20,
        end: 100,
      },
    ]);
  });
});

describe('a long text as people write it', () => {
  const sentence =
    'It’s said that the "city council" voted on Elm Street & didn\'t agree; the mayor\'s office wouldn’t comment. ';
  const paragraph = sentence.repeat(Math.floor(5000 / sentence.length));
  const row = (i: number) => `|${` it's "cell" ${i} |`.repeat(10)}`;

  it.each([
    ['an article of 200 KB', Array(40).fill(paragraph).join('\n\n')],
    [
      'an article in lines',
      Array(40)
        .fill(paragraph.replace(/(.{70,80}) /g, '$1\n'))
        .join('\n\n'),
    ],
    ['a table', `|${' col |'.repeat(10)}\n|${'---|'.repeat(10)}\n${numbered(500, row)}`],
    ['a table without outer bars', `a | b\n--|--\n${numbered(2000, (i) => `it's ${i} | it's`)}`],
    ['a list', numbered(2000, (i) => `${'  '.repeat(i % 6)}- it's "item" ${i} of **the** list`)],
    ['a list by number', numbered(2000, (i) => `${i + 1}. it's "item" ${i} of **the** list`)],
    [
      'links in one line',
      numbered(3000, (i) => `[It's link ${i}](https://example.com/${i})`).replaceAll('\n', ' '),
    ],
    ['bare links', numbered(3000, (i) => `https://example.com/story/${i}`)],
    [
      'links by label',
      `${numbered(3000, (i) => `- it's [link ${i}][l${i}]`)}\n\n${numbered(3000, (i) => `[l${i}]: https://example.com/${i} "It's ${i}"`)}`,
    ],
    ['headings', Array(2000).fill("## It's news\n\nText.").join('\n\n')],
    ['a listing', `Text.\n\n\`\`\`json\n${'{"a": "b", "c": "d"},\n'.repeat(9000)}\`\`\`\n`],
    ['hours of opening', Array(300).fill('10:30-11:00').join('\n')],
    ['a listing far from the margin', `\`\`\`\n${`${' '.repeat(60)}a: b\n`.repeat(20)}\`\`\``],
  ])('passes: %s', (_, text) => {
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
    const post = { path: 'a.md', file: 'a.md', text: `---\n---\n${words}` };
    expect(markdownProblems(findings, words, post, 8).at(-1)).toMatchObject({
      line: 30_002,
      column: 1,
      endColumn: 4,
    });
    const page = { path: 'a.yaml', file: 'a.yaml', text: `body: |\n  ${words.replaceAll('\n', '\n  ')}` };
    expect(markdownProblems(findings, words, page, ['body']).at(-1)).toMatchObject({
      line: 30_001,
      column: 3,
    });
    const escaped = { path: 'a.yaml', file: 'a.yaml', text: `body: "${'\\x3cb>\\n'.repeat(30_000)}"\n` };
    expect(markdownProblems(findings, words, escaped, ['body']).at(-1)).toMatchObject({ line: 1, column: 7 });
  });
});

it('draws or refuses what chance puts together', async () => {
  const random = randomFrom(20);
  // The audit goes on for minutes.
  for (let i = 0; i < 6; i++) {
    const text = strangeText(random, 2 ** (12 + i));
    const drawn = await probe.draw(text, seconds);
    expect(drawn, JSON.stringify(text.slice(0, 200))).not.toHaveProperty('ended');
  }
});
