import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cpuOfEndedChildren } from '../../bench/process.ts';
import { compile } from '../../cli/galley.mjs';
import { root, smallContent } from '../helpers.ts';
import { some } from './scope.ts';

// Nobody writes such content, but a program can: a file of the small site is replaced by almost a mebibyte of one mistake, or hundreds of
// files have it.

const most = 1024 * 1024 - 2000;

/** Seconds after which a check is killed. */
const timeout = 120;

/** How many times the CPU time of the small site a check may take, for each flooded file; a thousand posts count as one. */
const mostTimes = 12;

type Files = Readonly<Record<string, string>>;

const small = (path: string) => readFileSync(join(root, 'tests', 'sites', 'small', 'content', path), 'utf8');
const front = /^---\n[\s\S]*?\n---\n/.exec(small('blog/heron-count.md'))?.[0] ?? '';
const site = small('site.yaml');
const books = small('data/books.yaml').replace(/^books:\n[\s\S]*/m, 'books:\n');

const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('');
const fill = (piece: string) => piece.repeat(Math.floor(most / Buffer.byteLength(piece)));
const counted = (line: (i: number) => string) => lines(Math.floor(most / line(100_000).length), line);

const faq = (text: string): Files => ({ 'data/faq.yaml': text });
const post = (body: string): Files => ({ 'blog/heron-count.md': `${front}\n${body}` });
const posts = (count: number, change: (post: string, i: number) => string): Files =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => {
      const own = front.replace(/^id: .*/m, `id: "flood-${i}"`).replace(/^slug: .*\n/m, '');
      return [`blog/flood-${i}.md`, change(`${own}\nText.\n`, i)];
    }),
  );

const floods: Readonly<Record<string, Files>> = {
  'commas in a list': faq(`a: [${fill(',')}`),
  'closing brackets': faq(`a: ${fill(']')}`),
  colons: faq(fill(': ')),
  'aliases to nothing': faq(`a:\n${fill('  - *x\n')}`),
  'aliases to one anchor': faq(`b: &a 1\na:\n${fill('  - *a\n')}`),
  tags: faq(`a:\n${fill('  - !t x\n')}`),
  directives: faq(fill('%FOO x\n')),
  'escapes that mean nothing': faq(`a: "${fill('\\q')}"`),
  'one word': faq(`a: ${fill('x')}`),
  'one text of many lines': faq(`a: ${fill('x\n  ')}`),
  'empty lines in quotes': faq(`a: "${fill('\n')}"`),
  comments: faq(fill('# x\n')),
  'lines that do not fit': faq(fill('a: b\nword\n')),
  'indentation out of line': faq(fill('a: b\n  c: d\n')),
  'groups in groups': faq(lines(1400, (i) => `${' '.repeat(i)}a:\n`)),
  'a list deep inside': faq(`categories: ${'['.repeat(90)}${'1,'.repeat(400_000)}${']'.repeat(90)}`),
  questions: faq(
    `categories:\n  - title: A\n    items:\n${lines(5000, (i) => `      - q: Q${i}\n        a: A${i}\n`)}`,
  ),
  'five files of unknown keys': Object.fromEntries(
    ['faq', 'books', 'team', 'events', 'plans'].map((name) => [
      `data/${name}.yaml`,
      counted((i) => `key${i}: x\n`),
    ]),
  ),
  'front matter of unknown keys': {
    'blog/heron-count.md': `${front.slice(0, -4)}${counted((i) => `key${i}: x\n`)}---\n\nText.\n`,
  },
  'a title': {
    'blog/heron-count.md': `${front.replace(/^title: .*/m, `title: ${fill('word ').trim().slice(0, -500)}`)}\nText.\n`,
  },
  'dead parts of the page': post(counted((i) => `[a](#x${i}) `)),
  'parts beside headings': post(lines(20_000, (i) => `## h${i}\n\n`) + lines(20_000, (i) => `[a](#g${i}) `)),
  'code that looks like attributes': post(`    ${fill(' id="a"')}`),
  'a link of a mebibyte': post(`[a](/${fill('x').slice(0, -500)})`),
  'dead links of a thousand posts': posts(1000, (text, i) => `${text}[a](/x${i})\n`),
  'one dead link in a thousand posts': posts(1000, (text) => `${text}[a](/x)\n`),
  'dead parts of a thousand posts': posts(1000, (text) => `${text}[a](#x)\n`),
  'a thousand posts with one id': posts(1000, (text) => text.replace(/^id: .*/m, 'id: "same"')),
  'a thousand posts with one slug': posts(1000, (text) => text.replace('---\n', '---\nslug: same\n')),
  'a thousand posts without their picture': posts(1000, (text, i) =>
    text.replace(/^image\w+: .*\n/gm, '').replace('---\n', `---\nimageUrl: media/x${i}.png\nimageAlt: A\n`),
  ),
  'comments that are not closed': { 'feeds/own.xml': `<rss>${fill('<!--').slice(0, -500)}` },
  'elements in elements': { 'feeds/own.xml': `<rss>${fill('<a>').slice(0, -500)}` },
  'tags that close nothing': { 'feeds/own.xml': `<rss>${fill('</a>').slice(0, -500)}` },
  'attributes in a feed file': {
    'feeds/own.xml': `<rss ${counted((i) => `a${i}="x" `).slice(0, -500)}></rss>`,
  },
  'addresses known to be missing': {
    'site.yaml': `${site.replace(/^knownMissing:.*(\n +-.*)*\n/m, '')}\nknownMissing:\n${lines(60_000, (i) => `  - /x${i}\n`)}`,
  },
  categories: {
    'site.yaml': site.replace(/^categories:\n/m, `$&${lines(25_000, (i) => `  - name: C${i}\n`)}`),
  },
  stations: {
    'radio.yaml': small('radio.yaml').replace(
      /^stations:\n/m,
      `$&${lines(12_000, () => '  - { port: 5000, source: "file:media/x.mp3" }\n')}`,
    ),
  },
  'programs at the same time': {
    'radio.yaml': small('radio.yaml').replace(
      /^schedule:\n/m,
      `$&${lines(10_000, () => '  - { time: All day, hours: "00:00-24:00", title: Songs }\n')}`,
    ),
  },
  'books without their cover': {
    'data/books.yaml':
      books + lines(14_000, (i) => `  - {title: T${i}, author: A${i}, cover: media/x${i}.png}\n`),
  },
  // Each gets a cover of its own, which takes a millisecond.
  'books with a wrong number': {
    'data/books.yaml': books + lines(2000, (i) => `  - {title: T${i}, author: A${i}, isbn: 1}\n`),
  },
};

/** Checks the small site with some of its files replaced. */
function check(files: Files) {
  const content = smallContent(files);
  const before = cpuOfEndedChildren();
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'cli', 'galley.mjs'), 'check', '--content', content],
    { encoding: 'utf8', timeout: timeout * 1000, maxBuffer: 1 << 28, env: { ...process.env, NO_COLOR: '1' } },
  );
  return { status, seconds: cpuOfEndedChildren() - before, stderr };
}

let usual = 0;

beforeAll(async () => {
  await compile();
  check({});
  usual = check({}).seconds;
});

describe('a flood', () => {
  it.each(some(Object.entries(floods)))(
    'of %s ends in time, with a report that can be read',
    (name, files) => {
      const { status, seconds, stderr } = check(files);
      console.log(
        `${seconds.toFixed(1).padStart(5)} s, ${(seconds / usual).toFixed(1)} times the usual: ${name}`,
      );
      expect([0, 1], stderr.slice(-2000)).toContain(status);
      expect(stderr.length).toBeLessThan(2 * 1024 * 1024);
      const flooded = Object.keys(files).length;
      expect(seconds / usual).toBeLessThan(mostTimes * (flooded < 10 ? flooded : 1));
    },
  );
});
