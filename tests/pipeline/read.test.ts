import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isRefused } from '../../cli/content/source-file.ts';
import { createBuildCache } from '../../cli/lib/build-cache.ts';
import { parse } from '../../cli/pipeline/parse.ts';
import { read } from '../../cli/pipeline/read.ts';
import { buildInMemory, smallContent, temporaryFolder } from '../helpers.ts';

/** A name in the bytes of an old encoding, which comes back from the system as something that is not there. */
const oldName = (folder: string, start: string) =>
  Buffer.concat([Buffer.from(join(folder, start)), Buffer.from([0xe9]), Buffer.from('.md')]);

const rowsOf = async (content: string) =>
  (await buildInMemory(content)).report.problems.map(({ file, rule }) => `${file} ${rule}`);

test('a file and a folder that cannot be read are problems among others', async () => {
  const content = smallContent();
  writeFileSync(oldName(join(content, 'blog'), 'caf'), 'text');
  mkdirSync(oldName(join(content, 'pages'), 'caf'));
  writeFileSync(join(content, 'blog', 'second.md'), 'no front matter');
  expect(await rowsOf(content)).toEqual([
    'content/blog/caf\uFFFD.md unreadable',
    'content/blog/second.md front-matter',
    'content/pages/caf\uFFFD.md unreadable',
  ]);
});

test('what the system keeps from this user is a problem, and nothing in it is missing besides', () => {
  const content = smallContent();
  chmodSync(dirname(content), 0o755);
  for (const path of ['media', 'blog/heron-count.md']) chmodSync(join(content, path), 0o000);
  const { value, problems } = asNobody(() => read(content, 'content'));
  expect(problems.map(({ source, rule }) => `${source.file} ${rule}`)).toEqual([
    'content/blog/heron-count.md unreadable',
    'content/media unreadable',
  ]);
  expect(isRefused(value, 'media/icon-32.png')).toBe(true);
  expect(isRefused(value, 'pages/about.yaml')).toBe(false);
});

test('two pictures whose names differ only in capital letters are a problem, and end nothing', async () => {
  const content = smallContent();
  const original = join(content, 'media', 'bridge.png');
  copyFileSync(original, join(content, 'media', 'Bridge.png'));
  expect(await rowsOf(content)).toEqual(['content/media/bridge.png duplicate-address']);
});

test.each([
  'a" onerror=x',
  "b'<script>",
  'c\n::error::d',
  'e\u202Ef',
  'g\\h',
  'i.html',
  'j'.repeat(150),
  'k l',
])('a folder of pictures cannot be called %j', async (name) => {
  const content = smallContent();
  mkdirSync(join(content, 'media', name));
  copyFileSync(join(content, 'media', 'bridge.png'), join(content, 'media', name, 'x.png'));
  expect(await rowsOf(content)).toEqual([`content/media/${name} invalid-address`]);
});

/** Runs as a user who may not read everything, which root may. */
function asNobody<T>(run: () => T): T {
  const root = process.geteuid?.() === 0;
  if (root) process.seteuid?.(65_534);
  try {
    return run();
  } finally {
    if (root) process.seteuid?.(0);
  }
}

test('a picture is at most 300 letters down in its folders', async () => {
  const content = smallContent();
  const folder = join(content, 'media', ...Array<string>(3).fill('f'.repeat(95)));
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(content, 'media', 'bridge.png'), join(folder, 'a.png'));
  expect(await rowsOf(content)).toEqual([]);
  copyFileSync(join(content, 'media', 'bridge.png'), join(folder, 'abcdefg.png'));
  expect(await rowsOf(content)).toEqual([
    `content/media/${`${'f'.repeat(95)}/`.repeat(3)}abcdefg.png invalid-address`,
  ]);
});

test.each([
  ['pages/news.yml', 'pages/news.yaml'],
  ['embed.yaml', 'embeds.yaml'],
  ['events.yaml', 'data/events.yaml'],
  ['notes.yaml', undefined],
])('says which name %s should have, if one is near', (path, suggestion) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'pages'));
  writeFileSync(join(folder, path), 'template: category\n');
  const [problem] = read(folder, 'content').problems;
  expect(problem).toMatchObject({ rule: 'stray-file' });
  expect(problem?.suggestion).toBe(suggestion);
});

test('papers that show a file by other names share what it was parsed to, and name it in their own words', () => {
  const folder = smallContent({
    'blog/heron-count.md': (text) => `${text}\nSee [it](//x.example).\n`,
  });
  const cache = createBuildCache();
  const [first, second] = ['one', 'two'].map((name) => {
    const { problems } = parse(read(folder, name).value, cache);
    return { entries: [...cache.lines()].length, files: problems.map(({ source }) => source.file) };
  });
  expect(second?.entries).toBe(first?.entries);
  expect([first?.files, second?.files]).toEqual([['one/blog/heron-count.md'], ['two/blog/heron-count.md']]);
});
