import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseDocument, parse as parseYaml } from 'yaml';
import * as z from 'zod';
import { shapeOf, unwrapped } from '../../cli/content/schema/schema-keys.ts';
import { isRecord } from '../../cli/lib/is-record.ts';
import { schemaFor } from '../../cli/pages/kinds.ts';
import { read } from '../../cli/pipeline/read.ts';
import { where } from '../changed-site.ts';
import { buildInMemory, root, sites, temporaryFolder } from '../helpers.ts';
import { removeNames } from '../pipeline/corpus.ts';
import { demoNow } from '../setup.ts';

// What a paper may do without is taken out of the demo: nothing that is left points to it.

let content: string;
const original = (path: string) => join(root, 'content', path);

beforeAll(() => {
  content = join(temporaryFolder(), 'content');
  cpSync(join(root, 'content'), content, { recursive: true });
});

const touched = new Set<string>();
afterEach(() => {
  for (const path of touched) cpSync(original(path), join(content, path), { recursive: true });
  touched.clear();
});

/** Removes a file or folder. */
function remove(path: string) {
  touched.add(path);
  rmSync(join(content, path), { recursive: true });
}

/** Changes the text of a file. */
function edit(path: string, change: (text: string) => string) {
  touched.add(path);
  writeFileSync(join(content, path), change(readFileSync(join(content, path), 'utf8')));
}

/** Removes values of a YAML file by their key paths. */
function take(path: string, ...keys: readonly (readonly (string | number)[])[]) {
  touched.add(path);
  const document = parseDocument(readFileSync(join(content, path), 'utf8'));
  for (const key of keys) expect(document.deleteIn(key), `${key.join('.')} was in ${path}`).toBe(true);
  writeFileSync(join(content, path), String(document));
}

/** What is wrong with the changed demo, and all texts of its site by path. */
async function built() {
  const { report, files } = await buildInMemory(content, { now: new Date(demoNow) });
  return {
    problems: report.problems.map(where),
    messages: report.problems.map(({ message }) => message),
    files: new Map([...files].filter(([path]) => /\.(?:html|xml|json|txt)$|^_/.test(path))),
  };
}

const pathsWith = (files: ReadonlyMap<string, string>, words: RegExp) =>
  [...files].filter(([, text]) => words.test(text)).map(([path]) => path);

describe('a paper without a file', () => {
  // Each group is missed in one build.
  it.each<readonly (readonly [path: string, shownAs: RegExp])[]>([
    [
      ['data/plans.yaml', /"@type":"Product"|id="Plans"/],
      ['data/team.yaml', /id="Team"|#Team/],
      ['navigation.yaml', /class="(?:menu-bar|mobile-menu)|aria-label="(?:Main|Quick Links)"/],
    ],
    [['blog', /NewsArticle|class="lead"|Related|href="\/blog\/./]],
  ])('that no page needs shows nothing of it: %j', async (...missing) => {
    for (const [path] of missing) remove(path);
    if (missing.some(([path]) => path === 'data/team.yaml')) remove('pages/authors.yaml');
    if (missing.some(([path]) => path === 'blog')) {
      touched.add('pages/home.yaml').add('navigation.yaml');
      removeNames(content);
    }
    const { problems, files } = await built();
    expect(problems.filter((problem) => !problem.includes(' dead-link'))).toEqual([]);
    for (const [path, shownAs] of missing) expect(pathsWith(files, shownAs), path).toEqual([]);
  });

  it('that a page needs hears of it there', async () => {
    const missed = {
      'pages/authors.yaml:1': 'data/team.yaml',
      'pages/books.yaml:1': 'data/books.yaml',
      'pages/embeds/events-wall.yaml:1': 'data/events.yaml',
      'pages/faq.yaml:1': 'data/faq.yaml',
      'pages/partners.yaml:1': 'data/partners.yaml',
      'pages/radio.yaml:1': 'radio.yaml',
      'pages/subscribe.yaml:31': 'data/departments.yaml',
    };
    for (const path of Object.values(missed)) remove(path);
    const { problems, messages } = await built();
    expect(problems).toEqual(Object.keys(missed).map((place) => `${place} missing-file`));
    for (const [i, path] of Object.values(missed).entries()) expect(messages[i]).toContain(`\`${path}\``);
  });

  it('that several pages need hears of it once at each', async () => {
    remove('embeds.yaml');
    const { problems, messages } = await built();
    expect(problems.map((problem) => problem.replace(/:.*/, ''))).toEqual([
      'data/partners.yaml',
      'pages/contact.yaml',
      'pages/home.yaml',
      'pages/local-events.yaml',
      'pages/subscribe.yaml',
    ]);
    for (const message of messages) expect(message).toContain('`embeds.yaml`');
  });
});

it('a paper without advertisements has no place for any, once its front page asks for none', async () => {
  take('embeds.yaml', ['ads']);
  expect((await built()).problems).toEqual(['pages/home.yaml:57 unknown-reference']);
  edit('pages/home.yaml', (text) => text.replaceAll('  - block: ads\n', ''));
  const { problems, files } = await built();
  expect(problems).toEqual([]);
  expect(pathsWith(files, /class="ad |data-slot|a-ads\.com/)).toEqual([]);
});

/** Keys that refer to each other: of an event one is needed, and partners name providers. */
const kept = ['providers', 'when', 'starts', 'ends', 'repeats', 'time'];

/** The key paths of all that a schema lets a file leave out. */
function* optionalKeys(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly (string | number)[] = [],
): Iterable<typeof path> {
  const inner = unwrapped(schema);
  if (Array.isArray(value) && inner instanceof z.ZodArray)
    for (const [i, item] of value.entries()) yield* optionalKeys(inner.element, item, [...path, i]);
  if (!isRecord(value)) return;
  for (const [key, part] of Object.entries(shapeOf(inner))) {
    if (value[key] === undefined) continue;
    if (!kept.includes(key) && z.safeParse(part, undefined).success) yield [...path, key];
    else yield* optionalKeys(part, value[key], [...path, key]);
  }
}

it('a paper of many pages without anything that may be left out shows nothing half', async () => {
  for (const path of [
    'navigation.yaml',
    'data/plans.yaml',
    'data/team.yaml',
    'pages/authors.yaml',
    'blog',
    'notices',
    'pages/not-found.yaml',
  ])
    remove(path);
  for (const { path, text } of read(content, 'content').value.files.filter(({ path }) =>
    path.endsWith('.yaml'),
  )) {
    const data: unknown = parseYaml(text);
    const schema = schemaFor(path, data);
    if (schema) take(path, ...optionalKeys(schema, data));
  }
  const { problems, files } = await built();
  expect(problems.filter((problem) => !problem.includes(' dead-link'))).toEqual([
    'site.yaml:2 doubtful-value',
  ]);
  expect(pathsWith(files, /(?<!-)\bundefined\b|\[object Object\]/)).toEqual([]);
  // Scripts fill those with such an attribute.
  expect(pathsWith(files, /<(ul|ol|dl|nav|section|p)(?![^>]* data-)(?: [^>]*)?><\/\1>/)).toEqual([]);
});

it('a paper of a name, an address and a front page has no problem, no link and no feed', async () => {
  const { report, files } = await buildInMemory(join(sites, 'minimal', 'content'));
  expect(report.problems).toEqual([]);
  expect([...files.keys()].filter((path) => !path.startsWith('assets/')).sort()).toEqual([
    '.nojekyll',
    '404.html',
    '_headers',
    'apple-touch-icon.png',
    'art/icon.svg',
    'favicon.ico',
    'index.html',
    'logo.png',
    'robots.txt',
    expect.stringMatching(/^share\/the-ford-bulletin-\w+\.png$/),
    'sitemap.xml',
  ]);
  const hrefs = Array.from(
    (files.get('index.html') ?? '').matchAll(/ (?:href|src)="([^"]*)"/g),
    ([, href = '']) => href,
  );
  expect(hrefs.filter((href) => !/^\/(?:assets|art)\//.test(href))).toEqual([
    'https://ford.example/',
    '#Main',
    '/',
  ]);
  expect(files.get('sitemap.xml')?.match(/<loc>.*<\/loc>/g)).toEqual(['<loc>https://ford.example/</loc>']);
});
