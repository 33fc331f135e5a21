import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Composed } from '../../cli/pipeline/compose.ts';
import { atLeastOne } from '../at-least-one.ts';
import { buildInMemory, root, smallContent } from '../helpers.ts';

async function compose(content: string): Promise<Composed> {
  let composed: Composed | undefined;
  await buildInMemory(content, { onComposed: (site) => (composed = site) });
  if (!composed) throw new Error('nothing was composed');
  return composed;
}

test('the pages of a kind that does not say so are made of no texts but their own', async () => {
  const { edition, routes, draft } = await compose(join(root, 'content'));
  const read = new Set<string>();
  for (const { parsed } of edition.posts) {
    const { body } = parsed;
    Object.defineProperty(parsed, 'body', { get: () => read.add(parsed.source.path) && body });
  }
  const reading = new Set<string>();
  for (const route of atLeastOne(routes)) {
    read.clear();
    draft(route);
    read.delete(route.source.path);
    if (read.size > 0) reading.add(route.kind.name);
  }
  const saying = routes.filter(({ kind }) => kind.readsTexts).map(({ kind }) => kind.name);
  expect(reading).toEqual(new Set(saying));
  expect(saying).toEqual(['podcast', 'print']);
});

test('drafts are made of everything in the content except the texts of other posts', async () => {
  const content = smallContent();
  const post = join(content, 'blog', 'heron-count.md');
  const text = readFileSync(post, 'utf8');
  const keys: string[] = [];
  const save = async (path: string, to: string) => {
    writeFileSync(join(content, path), to);
    keys.push((await compose(content)).contentKey);
  };
  await save('blog/heron-count.md', text);
  await save('blog/heron-count.md', `${text}\nMore.\n`);
  expect(new Set(keys).size).toBe(1);
  await save('blog/heron-count.md', text.replace('[herons]', '[birds]'));
  await save('pages/tags.yaml', 'template: tags\npath: /tags\ntitle: Tags\n');
  await save('pages/tags.yaml', 'template: tags\npath: /subjects\ntitle: Tags\n');
  await save('custom.css', '.prose { padding: 1px }');
  expect(new Set(keys).size).toBe(5);
});

test('a feed is written again if anything changes that the text of an article may show', async () => {
  const content = smallContent();
  const keyWithTags = async (path: string) => {
    writeFileSync(join(content, 'pages', 'tags.yaml'), `template: tags\npath: ${path}\ntitle: Tags\n`);
    const file = (await compose(content)).files.find(({ path }) => path === 'rss.xml');
    return file?.content;
  };
  const key = await keyWithTags('/tags');
  expect(key).toMatchObject({ key: expect.any(String) });
  expect(await keyWithTags('/tags')).toMatchObject({ key: (key as { key: string }).key });
  expect(await keyWithTags('/subjects')).not.toMatchObject({ key: (key as { key: string }).key });
});
