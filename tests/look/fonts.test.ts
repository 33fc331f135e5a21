import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { write } from '../helpers.ts';
import { inShort, lookOf, newPaper } from './look.ts';

const { resolve } = createRequire(import.meta.url);
const franklin = readFileSync(
  resolve('@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2'),
);

interface Package {
  readonly most?: string;
  /** Files with one weight each, in place of a variable font. */
  readonly weights?: readonly number[];
  readonly subset?: string;
  readonly damaged?: boolean;
}

/** Installs Libre Franklin as another family, `Ford Sans`, for the paper of a content folder. */
function install(content: string, { most = '700', weights, subset = 'latin', damaged }: Package = {}) {
  const scope = weights ? '@fontsource' : '@fontsource-variable';
  const folder = join(dirname(content), 'node_modules', scope, 'ford-sans');
  const variable = weights ? false : { wght: { min: '400', max: most } };
  const metadata = { family: 'Ford Sans', category: 'sans-serif', variable };
  write(join(folder, 'metadata.json'), JSON.stringify(metadata));
  for (const kind of weights ?? ['wght']) {
    const file = join(folder, 'files', `ford-sans-${subset}-${kind}-normal.woff2`);
    write(file, damaged ? 'not a font' : franklin);
  }
}

const fordSans = { 'theme.yaml': 'fonts: {text: Ford Sans}' };
const facesIn = (css: string) =>
  [...css.matchAll(/font-family:Ford Sans;font-weight:([\d ]+)/g)].map(([, weight]) => weight);

describe('the fonts of a theme', () => {
  it('come from the packages of the paper, with stand-ins of their kind', async () => {
    const content = newPaper();
    install(content, { most: '650' });
    const { look, problems } = await lookOf(fordSans, content);
    expect(problems).toEqual([]);
    expect(facesIn(look.css.first)).toEqual(['400 650']);
    expect(look.css.first).toContain('--face:Ford Sans,Like Arial,sans-serif;');
    expect(look.css.first).not.toContain('Newsreader');
    expect(look.fonts).toHaveLength(2);
    expect(look.fonts.some(({ file }) => file.includes('.galley/fonts/'))).toBe(true);
    expect(readFileSync(join(content, '..', '.galley', '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('may have single weights: a regular and a bold one are used', async () => {
    const content = newPaper();
    install(content, { weights: [300, 400, 700, 900] });
    const { look, problems } = await lookOf(fordSans, content);
    expect(problems).toEqual([]);
    expect(facesIn(look.css.first)).toEqual(['400', '700']);
    expect(look.drawn.faces.display).toContain('.galley/fonts/');
  });

  it.each<[string, Package]>([
    ['without Latin letters', { subset: 'greek' }],
    ['without a bold weight', { most: '500' }],
    ['without a single bold weight', { weights: [400, 500] }],
    ['without a single regular weight', { weights: [600, 700] }],
  ])('are a problem %s', async (_name, options) => {
    const content = newPaper();
    install(content, options);
    const { problems } = await lookOf(fordSans, content);
    expect(problems.map(inShort)).toEqual(['invalid-value 1:15']);
    expect(problems[0]?.message).toContain('lacks a weight with Latin letters');
  });

  it('are named among those that are installed, if a name is not quite right', async () => {
    const content = newPaper();
    install(content);
    const { problems } = await lookOf({ 'theme.yaml': 'fonts: {labels: Fort Sans}' }, content);
    expect(problems.map(inShort)).toEqual(['unknown-value 1:17 -> Ford Sans']);
    expect(problems[0]?.hint).toMatch(
      /^Installed: Ford Sans, Libre Franklin, Newsreader\. .*`npm install @fontsource-variable\/fort-sans`\.$/,
    );
  });

  it('that are damaged end the build with the name of their file', async () => {
    const content = newPaper();
    install(content, { damaged: true });
    await expect(lookOf(fordSans, content)).rejects.toThrow(
      /ford-sans-latin-wght-normal\.woff2 cannot be used/,
    );
  });
});

describe('fonts that were cut', () => {
  it('have ligatures and kerning, and no features that pages do not use', async () => {
    const { look } = await lookOf({});
    for (const { file } of atLeastOne(look.fonts)) {
      const font = create(readFileSync(file)) as Font;
      expect(font.availableFeatures).toEqual(expect.arrayContaining(['kern', 'liga']));
      expect(font.availableFeatures).not.toContain('frac');
    }
  });

  it('are brought by the program for papers that name none: nothing is kept for these', async () => {
    const { look, content } = await lookOf({});
    expect(look.fonts.map(({ path }) => path.replace(/-\w+\./, '.'))).toEqual([
      'assets/libre-franklin.woff2',
      'assets/newsreader.woff2',
    ]);
    expect(readdirSync(dirname(content))).not.toContain('.galley');
  });
});
