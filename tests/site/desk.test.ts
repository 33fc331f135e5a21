import { createHash } from 'node:crypto';
import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { openContentFolder } from '../../cli/content/content-folder.ts';
import { deskSchema } from '../../cli/content/desk.ts';
import { postSchema } from '../../cli/content/post.ts';
import { deskFields } from '../../cli/content/schema/desk-fields.ts';
import { createBuildCache } from '../../cli/lib/build-cache.ts';
import { compose } from '../../cli/pipeline/compose.ts';
import { createRun } from '../../cli/pipeline/run.ts';
import { es } from '../../templates/words/es.ts';
import { replace } from '../changed-site.ts';
import {
  buildInMemory,
  type Changes,
  changeFiles,
  inputOf,
  sites,
  smallContent,
  temporaryFolder,
} from '../helpers.ts';

const desk = (site: string) => `${site}\ncms: { repo: ridge/herald }\n`;

/** Builds the small paper with a desk. The library is not there, so that problems keep the files from being written. */
const withDesk = (changes: Changes = {}) => buildInMemory(smallContent({ 'site.yaml': desk, ...changes }));

const words = { names: { category: ['News', 'Sports'], author: ['Ada Lund'] }, labels: {}, yes: 'Yes' };
const fieldsOfPosts = new Map(deskFields(postSchema, words).map((field) => [field.name, field]));

describe('the fields of the desk', () => {
  it('are those of the schema of posts, required where it requires them', () => {
    const expected = Object.entries(postSchema.shape).map(([name, field]) => [
      name,
      !field.safeParse(undefined).success,
    ]);
    expect([...fieldsOfPosts.values()].map(({ name, required }) => [name, required])).toEqual(expected);
  });

  it.each([
    ['category', { widget: 'select', options: ['News', 'Sports'] }],
    ['author', { widget: 'select', options: ['Ada Lund'] }],
    ['imageUrl', { widget: 'image' }],
    ['excerpt', { widget: 'text' }],
    ['publishedDate', { widget: 'datetime', format: 'YYYY-MM-DDTHH:mm:ssZ' }],
    ['until', { widget: 'datetime', format: 'YYYY-MM-DD' }],
    ['weight', { widget: 'number', value_type: 'int', min: 1, max: 5 }],
    ['tags', { widget: 'list' }],
    [
      'draft',
      {
        widget: 'select',
        options: [{ label: 'Yes', value: true }],
        hint: '`true` keeps the post from readers.',
      },
    ],
    ['series', { fields: [expect.objectContaining({ name: 'name', required: false }), expect.anything()] }],
    [
      'corrections',
      { fields: [expect.objectContaining({ name: 'date', required: true }), expect.anything()] },
    ],
  ])('are asked for as they are written: %s', (name, expected) => {
    expect(fieldsOfPosts.get(name)).toMatchObject(expected);
  });
});

describe('site.yaml', () => {
  it.each([
    ['repo', 'herald'],
    ['repo', 'https://github.com/ridge/herald'],
    ['repo', 'github.com/ridge/herald'],
    ['repo', 'ridge/../herald'],
    ['repo', 'the ridge/herald'],
    ...['my branch', '-x', 'a..b', 'a/', '/a', 'a.lock', 'a:b', 'a//b', 'a/.b'].map((name) => [
      'branch',
      name,
    ]),
  ])('names no `%s` with “%s”', (key = '', value) => {
    const { error } = deskSchema.safeParse({ repo: 'ridge/herald', [key]: value });
    expect(error?.issues).toMatchObject([
      { path: [key], message: expect.stringContaining(`\`${value}\` is not `) },
    ]);
  });

  it('may name groups of GitLab, and any branch', () => {
    const settings = { backend: 'gitlab', repo: 'group/sub-group/the.herald', branch: 'release/2026-11_#3' };
    expect(deskSchema.parse(settings)).toMatchObject(settings);
  });
});

describe('a paper with a desk', () => {
  it('is told how to get the program of the desk', async () => {
    const { report } = await withDesk();
    expect(report.problems).toMatchObject([
      { rule: 'missing-file', file: 'content/site.yaml', hint: expect.stringContaining('galley cms') },
    ]);
    expect(report.written).toBeUndefined();
  });

  it('publishes no other script in its place', async () => {
    const { report } = await withDesk({ 'public/admin/sveltia-cms.js': 'alert(1)' });
    expect(report.problems).toMatchObject([
      { rule: 'unsafe-file', hint: expect.stringContaining('`galley cms`') },
    ]);
  });
});

/** Gives the texts of the files of the site in a content folder. */
async function composed(content: string): Promise<(path: string) => string> {
  const folder = openContentFolder(content);
  const input = { ...(await inputOf(content)), folder, buildCache: createBuildCache() };
  const { files } = await compose(input, createRun());
  return (wanted) => String(files.find(({ path }) => path === wanted)?.content);
}

it('offers names as the files have them, and `check` takes each', async () => {
  const names = ["Kids' Corner", 'At the "Landing"'];
  const listed = names.map((name) => `  - { name: ${JSON.stringify(name)} }\n`).join('');
  const content = smallContent({
    'site.yaml': (text) => desk(text).replace('categories:\n', `$&${listed}`),
  });
  const writePost = (id: string, post: object) =>
    changeFiles(content, {
      [`blog/${id}.md`]: `---\n${stringify({ id, title: id, excerpt: id, publishedDate: '2026-01-02T12:00:00Z', ...post })}---\n${id} by Mary O’Neil.\n`,
    });
  const picture = { imageUrl: '/media/bridge.png', imageAlt: 'A bridge' };
  writePost('first', { category: 'River Life', author: "Mary O'Neil", authors: ['Zoë D’Arcy'], ...picture });
  const { collections } = parse((await composed(content))('admin/config.yml'));
  const [category, author] = ['category', 'author'].map(
    (name) => collections[0].fields.find((field: { name: string }) => field.name === name).options,
  );
  expect(category).toEqual([...names, 'Business', 'River Life']);
  expect(author).toEqual(['Ada Lund', 'Ben Ortiz', "Mary O'Neil", 'Zoë D’Arcy']);
  for (const [i, name] of category.entries()) writePost(`in-${i}`, { category: name, author: author[i] });
  const { report } = await buildInMemory(content);
  expect(report.problems.map(({ rule }) => rule)).toEqual(['missing-file']);
});

it('the desk of a Spanish paper speaks Spanish', async () => {
  const content = temporaryFolder();
  cpSync(join(sites, 'spanish', 'content'), content, { recursive: true });
  appendFileSync(join(content, 'site.yaml'), 'cms: { repo: puente/diario }\n');
  const textOf = await composed(content);
  const page = load(textOf('admin.html'));
  expect(page('html').attr('lang')).toBe('es-us');
  expect(page('title').text()).toContain(es.desk.title);
  expect(page('noscript').text()).toBe(es.desk.needsScript);
  const { collections } = parse(textOf('admin/config.yml'));
  const [posts, pages, data] = collections;
  expect([posts.label, posts.label_singular]).toEqual([es.desk.posts, es.desk.post]);
  expect([pages.label, pages.label_singular, data.label]).toEqual([
    es.desk.pages,
    es.desk.page,
    es.desk.other,
  ]);
  expect(data.files.map(({ label }: { label: string }) => label)).toEqual([es.desk.team, es.desk.events]);
  const labels = Object.fromEntries(
    posts.fields.map(({ name, label }: Record<'name' | 'label', string>) => [name, label]),
  );
  expect(labels).toMatchObject({ ...es.desk.labels, title: es.desk.headline });
});

it('a paper without a desk has nothing at /admin', async () => {
  const { files } = await buildInMemory(smallContent());
  expect([...files.keys()].filter((path) => path.startsWith('admin'))).toEqual([]);
});

it('does not name the authors of drafts in its public file', async () => {
  const secret = replace(/^author: .*$/m, 'author: Sally Secret\ndraft: true');
  const file = await composed(smallContent({ 'site.yaml': desk, 'blog/heron-count.md': secret }));
  expect(file('admin/config.yml')).not.toContain('Sally Secret');
});

it('runs its own scripts alone, compiles nothing, and does not start in the frame of another site', async () => {
  const page = (await composed(smallContent({ 'site.yaml': desk })))('admin.html');
  const [inline = '', ...files] = [...page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].map(
    ([, attributes, text]) => attributes || text,
  );
  expect(inline).toMatch(/^if \(top !== self\) \{ stop\(\);/);
  expect(files).toEqual([' src="/admin/sveltia-cms.js" defer', ' type="module" src="/admin/desk.js"']);
  const hash = createHash('sha256').update(inline).digest('base64');
  expect(page).toContain(`script-src 'self' 'sha256-${hash}';`);
});

it('shows headline, text and picture first, and folds away what few stories have', async () => {
  const file = await composed(smallContent({ 'site.yaml': desk }));
  const { collections } = parse(file('admin/config.yml'));
  const names = collections[0].fields.map(({ name }: { name: string }) => name);
  expect(names.slice(0, 4)).toEqual(['title', 'body', 'imageUrl', 'imageAlt']);
  const folded = new Set(
    Array.from(file('admin.html').matchAll(/data-key-path="(\w+)"/g), ([, name]) => name),
  );
  expect(names.filter((name: string) => !folded.has(name))).toEqual(names.slice(0, 12));
});
