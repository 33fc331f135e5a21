import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { postSchema } from '../../cli/sources/post.ts';
import { deskFields } from '../../cli/sources/schema/desk-fields.ts';
import { buildInMemory, sites, spoiledContent } from '../helpers.ts';

const site = join(sites, 'small', 'content', 'site.yaml');

/** Builds the small paper with a desk. The library is not there, so that problems keep the files from being written. */
async function withDesk(path = '', text = '') {
  const content = spoiledContent('');
  writeFileSync(
    join(content, 'site.yaml'),
    `${readFileSync(site, 'utf8')}\ncms: { library: decap, repo: ridge/herald }\n`,
  );
  if (path !== '') {
    mkdirSync(join(content, 'public', 'admin'), { recursive: true });
    writeFileSync(join(content, path), text);
  }
  return buildInMemory(content);
}

const words = { names: { category: ['News', 'Sports'], author: ['Ada Lund'] }, labels: {} };
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
      { widget: 'boolean', default: false, label: 'Draft', hint: '`true` keeps the post from readers.' },
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

describe('a paper with a desk', () => {
  it('is told how to get the program of the desk', async () => {
    const { report } = await withDesk();
    expect(report.problems).toMatchObject([
      { rule: 'missing-file', file: 'content/site.yaml', hint: expect.stringContaining('galley cms') },
    ]);
    expect(report.written).toBeUndefined();
  });

  it('publishes no other script in its place', async () => {
    const { report } = await withDesk('public/admin/decap-cms.js', 'alert(1)');
    expect(report.problems).toMatchObject([{ rule: 'unsafe-file' }]);
  });
});

it('a paper without a desk has nothing at /admin', async () => {
  const { files } = await buildInMemory(spoiledContent(''));
  expect([...files.keys()].filter((path) => path.startsWith('admin'))).toEqual([]);
});
