import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

test('pictures that only drafts and scheduled stories name are published with them, and all others now', async () => {
  const picture = readFileSync(join(root, 'tests/sites/small/content/media/bridge.png'));
  const story = (id: string, field: string, text: string) =>
    `---\nid: ${id}\ntitle: ${id}\nexcerpt: ${id}.\npublishedDate: 2026-11-20T19:00:00Z\ncategory: Business\n${field}\n---\n${text}\n`;
  const names = 'field text sent shared twin old_mill unnamed'.split(' ');
  const content = smallContent({
    'blog/a.md': story(
      'a',
      'imageUrl: media/x/field.png\nimageAlt: A',
      '![A](media/x/text.png) [PDF](/media/x/shared.png)',
    ),
    'blog/b.md': story(
      'b',
      'draft: true',
      '![B](media/x/sent.png) ![B](media/x/twin.png) ![B](media/x/old_mill.png)',
    ),
    'blog/heron-count.md': (all) => `${all}\n![C](media/x/shared.png) ![D](media/x/old\\_mill.png)\n`,
  });
  mkdirSync(join(content, 'media', 'x'));
  for (const name of names) writeFileSync(join(content, 'media', 'x', `${name}.png`), picture);
  mkdirSync(join(content, 'media', 'y'));
  writeFileSync(join(content, 'media', 'y', 'twin.png'), picture);
  const published = async (options: Parameters<typeof buildInMemory>[1]) => {
    const { report, files } = await buildInMemory(content, options);
    expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    // What a page shows is there, also if it is the same as something that waits.
    for (const html of files.values())
      for (const [, path = ''] of html.matchAll(/src="\/(media\/[^"]+)"/g))
        expect(files.has(path), path).toBe(true);
    expect([...files.keys()].some((path) => path.startsWith('assets/twin'))).toBe(true);
    return names.filter((name) => files.has(`media/x/${name}.png`));
  };
  expect(await published({})).toEqual(['shared', 'old_mill', 'unnamed']);
  expect(await published({ now: new Date('2026-11-20T20:00:00Z') })).toEqual([
    'field',
    'text',
    'shared',
    'old_mill',
    'unnamed',
  ]);
  expect(await published({ drafts: true })).toEqual(names);
});
