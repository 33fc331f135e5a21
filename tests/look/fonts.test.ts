import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import subset from 'subset-font';
import { beforeAll, describe, expect, it } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { inShort, lookOf, newPaper } from './look.ts';

const { resolve } = createRequire(import.meta.url);
const franklin = readFileSync(
  resolve('@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2'),
);

/** Every letter that a test needs. */
const letters = Array.from({ length: 0x250 - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).join('');
const files: Record<number, Buffer> = {};

beforeAll(async () => {
  for (const wght of [400, 700])
    files[wght] = await subset(franklin, letters, {
      targetFormat: 'woff2',
      variationAxes: { wght },
    });
});

interface Package {
  readonly weights?: readonly number[];
  readonly subsets?: readonly string[];
  readonly category?: string;
  readonly damaged?: boolean;
}

/** Installs a family of single weights, `Ford Sans`, for the paper of a content folder. */
function install(content: string, options: Package = {}) {
  const { weights = [400, 700], subsets = ['latin'], category = 'sans-serif' } = options;
  const folder = join(dirname(content), 'node_modules', '@fontsource', 'ford-sans');
  mkdirSync(join(folder, 'files'), { recursive: true });
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  write('metadata.json', {
    id: 'ford-sans',
    family: 'Ford Sans',
    subsets,
    weights,
    category,
    variable: false,
  });
  for (const part of subsets)
    for (const weight of weights)
      writeFileSync(
        join(folder, 'files', `ford-sans-${part}-${weight}-normal.woff2`),
        options.damaged ? 'not a font' : (files[weight] ?? ''),
      );
}

const fordSans = { 'theme.yaml': 'fonts: {text: Ford Sans}' };
const facesIn = (css: string) =>
  [...css.matchAll(/font-family:Ford Sans;font-weight:([\d ]+)/g)].map(([, weight]) => weight);

describe('the fonts of a theme', () => {
  it('come from the packages of the paper, in two weights, with stand-ins of their kind', async () => {
    const content = newPaper();
    install(content);
    const { look, problems } = await lookOf(fordSans, content);
    expect(problems).toEqual([]);
    expect(facesIn(look.css.first)).toEqual(['400', '700']);
    expect(look.css.first).toContain('--face:Ford Sans,Like Arial,sans-serif;');
    expect(look.css.first).not.toContain('Newsreader');
    // These are Libre Franklin in fact, whose measures are known.
    expect(look.css.first).toContain(
      'font-family:Like Arial;src:local(Arial),local(Liberation Sans);size-adjust:103.5%',
    );
    expect(look.fonts.map(({ path }) => path)).toHaveLength(3);
    expect(look.drawn.faces.display).toContain('.galley/fonts/');
    expect(readFileSync(join(content, '..', '.galley', '.gitignore'), 'utf8')).toBe('*\n');
  });

  it.each<[string, Package, string]>([
    ['without Latin letters', { subsets: ['greek'] }, 'lacks a weight with Latin letters'],
    ['without a bold weight', { weights: [400] }, 'lacks a weight'],
    ['without a regular weight', { weights: [700] }, 'lacks a weight'],
  ])('are a problem %s', async (_name, options, words) => {
    const content = newPaper();
    install(content, options);
    const { problems } = await lookOf(fordSans, content);
    expect(problems.map(inShort)).toEqual(['invalid-value 1:15']);
    expect(problems[0]?.message).toContain(words);
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
      /ford-sans-latin-400-normal\.woff2 cannot be used/,
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
    // As measured in Chromium.
    const adjusts = [...look.css.first.matchAll(/size-adjust:([\d.]+)%/g)].map(([, percent]) =>
      Number(percent),
    );
    expect(adjusts).toEqual([92.7, 82.9, 86, 84.5, 101.6, 99.5, 103.5, 98.6]);
  });
});
