import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { cleanSvg } from '../../cli/images/svg/clean-svg.ts';
import { markdown, renderWithChecks } from '../../cli/sources/markdown/markdown.ts';
import { demoContent } from './demo.ts';

const filesOf = (folder: string, ending: string) =>
  readdirSync(join(demoContent, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, text: readFileSync(join(demoContent, folder, name), 'utf8') }));

const bodyOf = (text: string) => text.split('\n---\n').slice(1).join('\n---\n');

it.each(['blog', 'pages', 'pages/embeds'])('the Markdown of %s has nothing to report', (folder) => {
  const bodies = filesOf(folder, '.md').map(({ text }) => bodyOf(text));
  expect(bodies).not.toEqual([]);
  for (const body of bodies)
    expect(
      markdown(body, new Map())
        .findings.filter(({ rule }) => rule !== 'missing-media')
        .map(({ rule, message }) => `${rule} ${message}`),
    ).toEqual([]);
});

it('posts are rendered the same with and without checks', () => {
  for (const { text } of filesOf('blog', '.md'))
    expect(markdown(bodyOf(text), new Map())).toEqual(renderWithChecks(bodyOf(text), new Map()));
});

it.each(filesOf('media', '.svg'))('$name looks the same when it is cleaned', async ({ text }) => {
  const pixelsOf = (svg: string) => sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  const cleaning = cleanSvg(text);
  const cleaned = cleaning.kind === 'clean' ? cleaning.svg.text : '';
  expect((await pixelsOf(cleaned)).equals(await pixelsOf(text))).toBe(true);
});
