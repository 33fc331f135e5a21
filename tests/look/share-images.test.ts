import { load } from 'cheerio';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { replace } from '../changed-site.ts';
import { buildInMemory, smallContent } from '../helpers.ts';

const withPicture = 'blog/bridge-toll-ends.html';

/** The small site with one more post that has a picture, built with these settings, such as `shareImages: all`. */
async function build(settings: string, drawing?: string) {
  const content = smallContent({
    'site.yaml': (text) => text.replace('shareImages: none', settings).concat('\n'),
    ...(drawing && {
      [withPicture.replace(/html$/, 'md')]: replace(/media\/bridge\.png/g, 'media/bridge.svg'),
      'media/bridge.svg': drawing,
    }),
  });
  const { files, report } = await buildInMemory(content);
  expect(report.problems).toEqual([]);
  const shareImageOf = (path: string) => {
    const $ = load(files.get(path) ?? '');
    const property = (name: string) => $(`meta[property="og:image${name}"]`).attr('content') ?? '';
    const path_ = new URL(property('')).pathname;
    return { path: path_, width: property(':width'), height: property(':height'), alt: property(':alt') };
  };
  const bytesOf = (path: string) => Buffer.from(files.get(path.slice(1)) ?? '', 'latin1');
  return { files, shareImageOf, bytesOf };
}

describe('share images', () => {
  it('are PNG files of 1200 by 630, one for every page, all written and all used', async () => {
    const { files, shareImageOf, bytesOf } = await build('shareImages: all');
    const pages = [...files.keys()].filter((path) => path.endsWith('.html'));
    const own = new Map<string, string>();
    for (const page of atLeastOne(pages)) {
      const { path, width, height, alt } = shareImageOf(page);
      expect([page, width, height]).toEqual([page, '1200', '630']);
      expect(alt).not.toBe('');
      if (path === '/media/share.png') continue;
      expect([path, own.get(path)]).toEqual([path, undefined]);
      own.set(path, page);
      const { format, width: w, height: h } = await sharp(bytesOf(path)).metadata();
      expect([path, format, w, h]).toEqual([path, 'png', 1200, 630]);
    }
    expect(own.size).toBeGreaterThan(10);
    expect([...files.keys()].filter((path) => path.startsWith('share/')).sort()).toEqual(
      [...own.keys()].map((path) => path.slice(1)).sort(),
    );
  });

  it('show a post’s own picture above the paper’s name', async () => {
    const { shareImageOf, bytesOf } = await build('shareImages: all');
    const shared = bytesOf(shareImageOf(withPicture).path);
    const colorAt = async (left: number, top: number) => {
      const pixel = sharp(shared).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw();
      return [...(await pixel.toBuffer())];
    };
    // The bridge's picture is all of one color.
    expect(await colorAt(600, 200)).toEqual([120, 90, 60]);
    expect(await colorAt(20, 610)).toEqual([0x0f, 0x2d, 0x37]);
  });

  it('show a drawing however large it says it is, and a card instead of one that is far too long', async () => {
    const topOf = async (size: string) => {
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="20000" height="20000" fill="#785a3c"/></svg>`;
      const { shareImageOf, bytesOf } = await build('shareImages: all', drawing);
      const shared = sharp(bytesOf(shareImageOf(withPicture).path));
      expect(await shared.metadata()).toMatchObject({ width: 1200, height: 630 });
      const pixel = shared.extract({ left: 600, top: 100, width: 1, height: 1 }).removeAlpha().raw();
      return [...(await pixel.toBuffer())];
    };
    expect(await topOf('width="20000" height="20000"')).toEqual([0x78, 0x5a, 0x3c]);
    expect(await topOf('width="9000" height="100"')).not.toEqual([0x78, 0x5a, 0x3c]);
  });

  it('of imported posts are their picture, unless the paper asks for all', async () => {
    const imported = 'importedBefore: 2026-11-06 # meant: imported-count';
    const left = await build(imported);
    expect(left.shareImageOf(withPicture).path).toBe('/media/bridge.png');
    expect(left.shareImageOf('about.html').path).toMatch(/^\/share\//);
    const asked = await build(`shareImages: all\n${imported}`);
    expect(asked.shareImageOf(withPicture).path).toMatch(/^\/share\//);
  });

  it('of posts are their picture or their category’s where only pages are to have their own', async () => {
    const { files, shareImageOf } = await build('shareImages: pages');
    expect(shareImageOf(withPicture).path).toBe('/media/bridge.png');
    const others = [...files.keys()].filter(
      (path) => /^blog\/[^/]+\.html$/.test(path) && path !== withPicture,
    );
    for (const path of atLeastOne(others)) {
      const category = load(files.get(path) ?? '')('.badge')
        .first()
        .text();
      expect(shareImageOf(path).alt).toBe(`${category}: The Alder Ferry Post`);
    }
    expect(others.length).toBeGreaterThan(0);
    expect(shareImageOf('about.html').path).toMatch(/^\/share\//);
  });

  it('are the image of the paper where no page is to have its own', async () => {
    const { files, shareImageOf } = await build('shareImages: none');
    expect([...files.keys()].filter((path) => path.startsWith('share/'))).toEqual([]);
    expect(shareImageOf('about.html').path).toBe('/media/share.png');
    expect(shareImageOf(withPicture).path).toBe('/media/bridge.png');
  });
});
