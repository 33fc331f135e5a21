import { load } from 'cheerio';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { themeColors } from '../../cli/look/colors.ts';
import { paletteOf } from '../../cli/look/palette.ts';
import { buildInMemory, smallContent } from '../helpers.ts';

const colors = {
  light: { paper: '#f2f7f2', ink: '#14401f', accent: '#8a3b00' },
  dark: { paper: '#0c1a10' },
};
const nameplate =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path fill="currentColor" d="M0 0h40v10H0z"/></svg>';

/** The small site with a look of its own, and without pictures for its icon and for sharing. */
async function build(files: Readonly<Record<string, string>>) {
  const content = smallContent({
    'site.yaml': (text) => text.replace(/^icon:.*\n/m, '').replace('shareImages: none', 'shareImages: all'),
    ...files,
  });
  const { files: built, report } = await buildInMemory(content);
  expect(report.problems).toEqual([]);
  const paths = [...built.keys()];
  const first = (pattern: RegExp) => built.get(paths.find((path) => pattern.test(path)) ?? '') ?? '';
  return { paths, first, css: first(/^assets\/home-.*\.css$/), home: load(built.get('index.html') ?? '') };
}

/** The colors of an image's pixels at some places, as `#rrggbb`. */
async function pixels(image: string, ...places: readonly (readonly [number, number])[]): Promise<string[]> {
  const { data, info } = await sharp(Buffer.from(image, 'latin1'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const at = (y * info.width + x) * info.channels;
    return `#${data.subarray(at, at + 3).toString('hex')}`;
  });
}

describe('a theme', () => {
  it('reaches the stylesheet, drawings, share images, the icon and the bars of the browser', async () => {
    const { first, css, home } = await build({
      'theme.yaml': JSON.stringify({ colors, rules: 'heavy', radius: 6 }),
      'custom.css': '.lead { color: var(--accent) }',
    });
    const { grounds } = paletteOf(themeColors({ colors }));
    expect(css).toMatch(
      /--paper:light-dark\(#f2f7f2,#0c1a10\);.*--bar:4px solid .*--radius:6px\}.*\{border-radius:var\(--radius\)\}/s,
    );
    expect(first(/^assets\/custom-.*\.css$/)).toBe('.lead{color:var(--accent)}');
    expect(home('link[rel=stylesheet]').last().attr('href')).toMatch(/\/custom-/);
    const art = first(/^art\/cover-(?!missing).*\.svg$/);
    expect(art.includes('#f2f7f2')).toBe(true);
    expect(grounds.some(({ ground }) => art.includes(ground))).toBe(true);
    const card = first(/^share\/about/) || first(/^share\//);
    const [ground = ''] = await pixels(card, [2, 2]);
    // Cards are in few colors, which are off by one at most.
    const [ofTheme, ofCard] = ['f2f7f2', ground.slice(1)].map((color) => [...Buffer.from(color, 'hex')]);
    expect(Math.max(...(ofTheme ?? []).map((value, i) => Math.abs(value - (ofCard?.[i] ?? 0))))).toBeLessThan(
      2,
    );
    const [corner = ''] = await pixels(first(/^logo\.png$/), [2, 2]);
    expect(grounds.map(({ ground }) => ground as string)).toContain(corner);
    const bars = home('meta[name="theme-color"]').toArray();
    expect(bars.map((bar) => [home(bar).attr('media'), home(bar).attr('content')])).toEqual([
      ['(prefers-color-scheme: light)', '#f2f7f2'],
      ['(prefers-color-scheme: dark)', '#0c1a10'],
    ]);
  });

  it('shows a drawing for the name, in the colors of headlines, which is read aloud as the name', async () => {
    const { paths, first, home } = await build({
      'theme.yaml': JSON.stringify({ colors, nameplate: 'media/name.svg' }),
      'media/name.svg': nameplate,
    });
    const name = home('.masthead__name');
    expect(name.find('img').attr('alt')).toBe('The Alder Ferry Post');
    expect(name.text()).toBe('');
    const sources = [name.find('img').attr('src'), name.find('source').attr('srcset')].map((src) =>
      src?.slice(1),
    );
    expect(paths).toEqual(expect.arrayContaining(sources));
    const { light, dark } = themeColors({ colors });
    const inks = sources.map((path) => /color="(#\w+)"/.exec(first(new RegExp(`^${path}$`)))?.[1]);
    expect(inks).toEqual([light.ink, dark.ink]);
    // The drawing is a bar, where a written name would have gaps.
    const [left, right] = await pixels(first(/^share\/about/) || first(/^share\//), [70, 74], [250, 74]);
    expect(left).toBe(right);
    expect(left).not.toBe('#f2f7f2');
  });

  it('changes nothing where a paper has none', async () => {
    const { css } = await build({});
    const { css: same } = await build({ 'theme.yaml': '# colors: {}\n', 'custom.css': ' \n' });
    expect(same).toBe(css);
  });
});
