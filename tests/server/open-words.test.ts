import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findWords } from '../../cli/server/words-in-content.ts';
import { afterwards } from '../cleanup.ts';
import { sites, startServer, temporaryFolder } from '../helpers.ts';

const files = [
  {
    path: 'blog/heron.md',
    text: '---\ntitle: Heron count is up\nauthor: Ann Lee\n---\n\nThe **herons** are back, [says](/about) Ann Lee.\n',
  },
  {
    path: 'navigation.yaml',
    text: 'header:\n  - { title: News, path: /news }\n  - title: About Us\n    path: /about\n',
  },
  {
    path: 'pages/about.yaml',
    text: 'template: about\ntitle: About Us\nsections:\n  - title: "It’s 9 % more"\n    body: |\n      We count herons.\n',
  },
  { path: 'pages/home.yaml', text: 'title: News\nblocks:\n  - block: stories\n    title: News\n' },
];

describe('words that are clicked', () => {
  it.each([
    ['in Markdown with marks', 'The herons are back, says Ann Lee.', '/blog/heron', 'blog/heron.md:6:1'],
    ['with words of Galley before them', 'By Ann Lee', '/blog/heron', 'blog/heron.md:3:9'],
    ['in the file of the page', 'About Us', '/about', 'pages/about.yaml:2:8'],
    ['in a menu, on another page', 'About Us', '/blog/heron', 'navigation.yaml:3:12'],
    ['as a whole value rather than a part', 'News', '/', 'pages/home.yaml:1:8'],
    ['with other quotes and spaces', "It's 9%\n more", '/about', 'pages/about.yaml:4:13'],
    ['that no file has', 'Skip to the news', '/', undefined],
    ['that are no words', '→ …', '/', undefined],
  ])('are found %s', (_, words, address, place) => {
    const found = findWords(words, address, files);
    expect(found && `${found.path}:${found.line}:${found.column}`).toBe(place);
  });
});

it('galley dev opens their file in the editor, for its own pages only', async () => {
  const folder = temporaryFolder();
  cpSync(join(sites, 'small', 'content'), join(folder, 'content'), { recursive: true });
  const [editor, opened] = [join(folder, 'subl'), join(folder, 'opened')];
  writeFileSync(editor, `#!/bin/sh\nprintf '%s\\n' "$@" > ${opened}.new && mv ${opened}.new ${opened}\n`);
  chmodSync(editor, 0o755);
  const { server, base } = await startServer(folder, ['dev', '--port', '0'], { GALLEY_EDITOR: editor });
  afterwards(async () => {
    server.kill();
    await once(server, 'exit');
  });
  const click = (words: string, origin?: string) =>
    fetch(`${base}/__galley/open?page=/about`, {
      method: 'POST',
      body: words,
      ...(origin && { headers: { origin } }),
    });
  expect((await click('News', 'http://evil.example')).status).toBe(403);
  expect((await click('News')).status).toBe(403);
  expect((await click('Skip to the news', base)).status).toBe(404);
  expect(existsSync(opened)).toBe(false);
  const title =
    /^title: (.*)$/m.exec(readFileSync(join(folder, 'content/pages/about.yaml'), 'utf8'))?.[1] ?? '';
  const answer = await click(title, base);
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringMatching(/^pages\/about\.yaml:\d+:\d+\n$/),
  ]);
  await expect.poll(() => existsSync(opened)).toBe(true);
  expect(readFileSync(opened, 'utf8')).toMatch(/content\/pages\/about\.yaml:\d+:\d+\n$/);
});
