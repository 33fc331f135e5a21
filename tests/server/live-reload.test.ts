import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutStyles } from '../../cli/server/live-reload.ts';
import { buildInMemory, spoiledContent } from '../helpers.ts';

test('a page in other colors and fonts is the same without its styles, also where its share image is another one', async () => {
  const content = spoiledContent('');
  const site = join(content, 'site.yaml');
  writeFileSync(site, readFileSync(site, 'utf8').replace('shareImages: none', 'shareImages: all'));
  const page = async () => (await buildInMemory(content)).files.get('privacy.html') ?? '';
  const before = await page();
  expect(before).toContain('/share/');
  writeFileSync(
    join(content, 'theme.yaml'),
    'colors:\n  light: { paper: "#fff6e0", ink: "#400000" }\nfonts: { text: Libre Franklin }\n',
  );
  const after = await page();
  expect(after).not.toBe(before);
  expect(withoutStyles(after)).toBe(withoutStyles(before));
  for (const [words, others] of [
    ['<title>', '<title>New: '],
    ['<h1>', '<h1>New: '],
    ['<script type="module" src="', '<script type="module" src="/new'],
  ] as const)
    expect(withoutStyles(before.replace(words, others))).not.toBe(withoutStyles(before));
});
