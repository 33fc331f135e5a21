import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openFileCache } from '../../../cli/lib/file-cache.ts';
import { cleanSvg, decodeSvg } from '../../../cli/look/svg/clean-svg.ts';
import { tryDrawing } from '../../../cli/look/svg/trial.ts';
import { UnusableImage } from '../../../cli/look/unusable-image.ts';
import { atLeastOne } from '../../at-least-one.ts';
import { temporaryFolder } from '../../helpers.ts';
import { endlessDrawings, harmlessDrawings, refusedDrawings } from './hostile-drawings.ts';

const namespace = 'xmlns="http://www.w3.org/2000/svg"';

/** The issue of a drawing that is refused. */
function issueOf(text: string) {
  try {
    cleanSvg(text);
  } catch (error) {
    if (error instanceof UnusableImage)
      return { message: error.message, hint: error.hint, at: error.details.at };
    throw error;
  }
  return undefined;
}

const pixelsOf = (text: string) => sharp(Buffer.from(text)).ensureAlpha().raw().toBuffer();

describe('a hostile drawing', () => {
  it.each(Object.entries(refusedDrawings))(
    'with %s is refused, and the problem names it',
    (_, [text, named]) => {
      const issue = issueOf(text);
      expect(issue?.message).toContain(named);
      expect(issue?.hint).toMatch(/\.$/);
      expect(issue?.at && issue.at.start < issue.at.end && issue.at.start <= text.length).toBe(true);
    },
  );

  it.each(Object.entries(harmlessDrawings))('with %s comes out without it', (_, text) => {
    const { text: written } = cleanSvg(text);
    // Texts and labels may say anything.
    const markup = written.replace(/>[^<]*</g, '><').replace(/ (?:class|aria-label)="[^"]*"/g, '');
    expect(markup).not.toMatch(/ran\b|<script|javascript:|<[?!]|\son\w+=|example|foreignObject|urn:/i);
    expect(cleanSvg(written).text).toBe(written);
  });

  it('is reported with its place', () => {
    const place = (text: string) => {
      const at = issueOf(text)?.at;
      return at && text.slice(at.start, at.end);
    };
    expect(place(`<svg ${namespace}>\n<s:script xmlns:s="http://www.w3.org/2000/svg">`)).toMatch(
      /^<s:script /,
    );
    const rect = '<rect fill="url(/a.svg#b)"/>';
    expect(place(`<svg ${namespace}>${rect}</svg>`)).toBe(rect);
    expect(place(`<svg ${namespace}><style>a{}\n@import "a"</style></svg>`)).toMatch(/^<style>/);
    expect(place(`<svg ${namespace}><text>a &copy; b</text></svg>`)).toBe('&copy;');
    expect(place(`<!DOCTYPE svg [<!ENTITY a "b">]><svg ${namespace}/>`)).toMatch(/^<!DOCTYPE/);
    expect(place(`<svg ${namespace} viewBox="0 0 0 0"/>`)).toMatch(/^<svg /);
  });

  // The audit has those that meet the limit of time.
  it('of thousands of layers is given up where there is no memory for it', async () => {
    const text = endlessDrawings['thousands of layers in memory'] ?? '';
    const before = process.memoryUsage.rss();
    const tried = tryDrawing(cleanSvg(text).text, openFileCache(temporaryFolder(), ''));
    await expect(tried).rejects.toThrow('more than 3 seconds or 600 MB');
    expect(process.memoryUsage.rss() - before).toBeLessThan(200e6);
  }, 60_000);
});

describe('a drawing as programs write it', () => {
  const folder = join(import.meta.dirname, 'drawings');

  it.each(atLeastOne(readdirSync(folder)))('looks the same when it is cleaned: %s', async (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const svg = cleanSvg(text);
    const [before, after] = [await pixelsOf(text), await pixelsOf(svg.text)];
    expect(before.some((value) => value !== before[0])).toBe(true);
    expect(after.equals(before)).toBe(true);
    expect(cleanSvg(svg.text).text).toBe(svg.text);
    await tryDrawing(svg.text, openFileCache(temporaryFolder(), ''));
  });

  it('keeps what readers and style sheets need, and no notes', () => {
    const { text } = cleanSvg(readFileSync(join(folder, 'favicon.svg'), 'utf8'));
    expect(text).toContain('role="img" aria-label="Courier (of the river)"');
    expect(text).toContain('<title>A &amp; B</title>');
    expect(text).toContain('@media (prefers-color-scheme:dark){path:not(.x){fill:#fff}}');
    expect(text).toContain('<a><text');
    const { text: notes } = cleanSvg(readFileSync(join(folder, 'inkscape.svg'), 'utf8'));
    expect(notes).not.toMatch(/sodipodi|inkscape:|rdf|metadata|rosa|<!/i);
    expect(notes).toContain('xml:space="preserve"');
  });
});

describe('the size of a drawing', () => {
  it.each([
    ['width="60px" height="30pt"', 60, 40],
    ['width="1in" height="25.4mm" viewBox="0 0 1 1"', 96, 96],
    ['viewBox="-5,-5 32,16" width="100%" height="100%"', 32, 16],
    ['viewBox="0 0 32 16" height="64" width="auto"', 128, 64],
    ['', 300, 150],
    ['viewBox="0 0 .1 .2"', 1, 2],
    ['width="20000" height="10000"', 8192, 4096],
    ['viewBox="0 0 1e9 1e9"', 8192, 8192],
  ])('is read from %s', (attributes, width, height) => {
    expect(cleanSvg(`<svg ${namespace} ${attributes}/>`)).toMatchObject({ width, height });
  });

  it('is replaced by one that can be drawn, and the drawing looks the same', async () => {
    const { text } = cleanSvg(
      `<svg ${namespace} width="20000" height="10000"><rect width="10000" height="10000"/></svg>`,
    );
    const { data, info } = await sharp(Buffer.from(text))
      .resize(20, 10)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const alphaAt = (x: number) => data[(5 * info.width + x) * info.channels + 3];
    expect([alphaAt(4), alphaAt(15)]).toEqual([255, 0]);
  });
});

/** Work of quadratic time would not end at this length. */
const length = 512 * 1024;
it.each([
  ['tags', `<svg ${namespace}>${'<g>'.repeat(length / 3)}`],
  ['attributes', `<svg ${namespace} ${Array.from({ length: 50_000 }, (_, i) => `a${i}="b"`).join(' ')}/>`],
  ['a long name', `<svg ${namespace}><${'a'.repeat(length)} onload="a"/></svg>`],
  ['white space in an address', `<svg ${namespace}><use href="a${' '.repeat(length)}b"/></svg>`],
  ['white space in a style', `<svg ${namespace}><style>a{fill:url(${' '.repeat(length)}a b)}</style></svg>`],
  ['open comments', `<svg ${namespace}><style>${'/*'.repeat(length / 2)}</style></svg>`],
  ['quotation marks', `<!DOCTYPE svg ${`"'`.repeat(length / 2)}`],
])('a drawing is read in linear time, however much there is of %s', (_, text) => {
  const start = process.cpuUsage().user;
  issueOf(text);
  expect(process.cpuUsage().user - start).toBeLessThan(4e6);
});

it('a drawing is read as UTF-8 or not at all', () => {
  expect(decodeSvg(Buffer.from('\uFEFF<svg/>'))).toBe('<svg/>');
  const others = [
    Buffer.from('\uFEFF<svg/>', 'utf16le'),
    Buffer.from('<svg/>', 'utf16le'),
    gzipSync('<svg/>'),
  ];
  for (const bytes of [...others, Buffer.from('<svg>é</svg>', 'latin1')])
    expect(decodeSvg(bytes)).toBeUndefined();
});
