import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cleanSvg, decodeSvg } from '../../../cli/images/svg/clean-svg.ts';
import { embeddedPng, harmlessDrawings, refusedDrawings } from './hostile-drawings.ts';

const namespace = 'xmlns="http://www.w3.org/2000/svg"';

function cleaned(text: string) {
  const cleaning = cleanSvg(text);
  if (cleaning.kind === 'fault') throw new Error(cleaning.fault.message);
  return cleaning.svg;
}

function faultIn(text: string) {
  const cleaning = cleanSvg(text);
  return cleaning.kind === 'fault' ? cleaning.fault : undefined;
}

const pixelsOf = (text: string) => sharp(Buffer.from(text)).ensureAlpha().raw().toBuffer();

describe('a hostile drawing', () => {
  it.each(Object.entries(refusedDrawings))(
    'with %s is refused, and the problem names it',
    (_, [text, named]) => {
      const fault = faultIn(text);
      expect(fault?.message).toContain(named);
      expect(fault?.hint).toMatch(/\.$/);
      expect(fault && fault.start < fault.end && fault.start <= text.length).toBe(true);
    },
  );

  it.each(Object.entries(harmlessDrawings))('with %s comes out without it', (_, text) => {
    const { text: written } = cleaned(text);
    // Texts and labels may say anything.
    const markup = written.replace(/>[^<]*</g, '><').replace(/ (?:class|aria-label)="[^"]*"/g, '');
    expect(markup).not.toMatch(/ran\b|<script|javascript:|<[?!]|\son\w+=|example|foreignObject|urn:/i);
    // What was cleaned once is clean.
    expect(cleaned(written).text).toBe(written);
  });

  it('is reported with its place', () => {
    const place = (text: string) => {
      const fault = faultIn(text);
      return fault && text.slice(fault.start, fault.end);
    };
    expect(place(`<svg ${namespace}>\n<s:script xmlns:s="http://www.w3.org/2000/svg">`)).toMatch(
      /^<s:script /,
    );
    expect(place(`<svg ${namespace}><g id="onload"\n onload = '1'/></svg>`)).toBe("onload = '1'");
    expect(place(`<svg ${namespace}><rect fill="url(/a.svg#b)"/></svg>`)).toBe('url(/a.svg#b');
    expect(place(`<svg ${namespace}><style>a{}\n@import "a"</style></svg>`)).toBe('@import');
    expect(place(`<svg ${namespace}><text>a &copy; b</text></svg>`)).toBe('&copy;');
    expect(place(`<!DOCTYPE svg [<!ENTITY a "b">]><svg ${namespace}/>`)).toBe('<!DOCTYPE');
    expect(place(`<svg ${namespace} viewBox="0 0 0 0"/>`)).toBe('viewBox="0 0 0 0"');
  });
});

describe('a drawing as programs write it', () => {
  const folder = join(import.meta.dirname, 'drawings');

  it.each(readdirSync(folder))('looks the same when it is cleaned: %s', async (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const svg = cleaned(text);
    expect(svg.isCheap).toBe(true);
    const [before, after] = [await pixelsOf(text), await pixelsOf(svg.text)];
    expect(before.some((value) => value !== before[0])).toBe(true);
    expect(after.equals(before)).toBe(true);
    expect(cleaned(svg.text).text).toBe(svg.text);
  });

  it('keeps what readers and style sheets need, and no notes', () => {
    const { text } = cleaned(readFileSync(join(folder, 'favicon.svg'), 'utf8'));
    expect(text).toContain('role="img" aria-label="Courier (of the river)"');
    expect(text).toContain('<title>A &amp; B</title>');
    expect(text).toContain('@media (prefers-color-scheme:dark){path:not(.x){fill:#fff}}');
    expect(text).toContain('<animate attributeName="r" values="4;6;4" dur="2s" repeatCount="indefinite"/>');
    expect(text).toContain('<a><text');
    const { text: notes } = cleaned(readFileSync(join(folder, 'inkscape.svg'), 'utf8'));
    expect(notes).not.toMatch(/sodipodi|inkscape:|rdf|metadata|rosa|<!/i);
    expect(notes).toContain('xml:space="preserve"');
  });
});

describe('the size of a drawing', () => {
  it.each([
    ['width="60" height="40"', 60, 40],
    ['width="60px" height="30pt"', 60, 40],
    ['width="1in" height="25.4mm" viewBox="0 0 1 1"', 96, 96],
    ['viewBox="0 0 32 16"', 32, 16],
    ['viewBox="-5,-5 32,16" width="100%" height="100%"', 32, 16],
    ['viewBox="0 0 32 16" width="64"', 64, 32],
    ['viewBox="0 0 32 16" height="64" width="auto"', 128, 64],
    ['', 300, 150],
    ['width="100%"', 300, 150],
    ['viewBox="0 0 .1 .2"', 1, 2],
    ['width="20000" height="10000"', 8192, 4096],
    ['viewBox="0 0 1e9 1e9"', 8192, 8192],
  ])('is read from %s', (attributes, width, height) => {
    expect(cleaned(`<svg ${namespace} ${attributes}/>`)).toMatchObject({ width, height });
  });

  it('is replaced by one that can be drawn, and the drawing looks the same', async () => {
    const { text } = cleaned(
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

describe('what a drawing costs', () => {
  const isCheap = (inner: string, attributes = 'viewBox="0 0 9 9"') =>
    cleaned(`<svg ${namespace} ${attributes}>${inner}</svg>`).isCheap;

  it('is too much for a share image where it takes seconds, and still no fault', () => {
    expect(isCheap('<rect width="9" height="9"/>')).toBe(true);
    expect(isCheap('<filter><feTurbulence/></filter>')).toBe(false);
    expect(isCheap('<g mask="url(#a)"/>'.repeat(200))).toBe(false);
    expect(isCheap(`<text>${'long '.repeat(5000)}</text>`)).toBe(false);
    expect(isCheap(`<path d="M0 0${'h1'.repeat(10_001)}"/>`)).toBe(false);
    expect(isCheap('<path/>'.repeat(10_001))).toBe(false);
    expect(isCheap('<path stroke="red" stroke-dasharray="0.00001" d="M0 0h9"/>')).toBe(false);
    expect(isCheap('<path stroke="red" style="stroke-dasharray:1" d="M0 0h99999"/>')).toBe(false);
    expect(isCheap('', 'viewBox="0 0 900 9"')).toBe(false);
    expect(isCheap('', 'viewBox="0 0 9 9" style="width:99999px"')).toBe(false);
    expect(isCheap('<style>svg{width:99999px}</style>')).toBe(false);
    expect(isCheap('<rect width="9" height="9"/>', '')).toBe(false);
  });

  it('counts what classes of a style sheet refer to once for every element of the class', () => {
    const drawing = (shapes: number) =>
      `<svg ${namespace}><style>.a,.b{clip-path:url(#c)}</style><clipPath id="c">${'<rect/>'.repeat(100)}</clipPath>${'<rect class="b"/>'.repeat(shapes)}${'<rect class="d"/>'.repeat(9000)}</svg>`;
    expect(faultIn(drawing(3000))).toBeUndefined();
    expect(faultIn(drawing(5000))?.message).toContain('over and over');
  });

  it('counts the pixels of a picture as often as it is shown', () => {
    const png = Buffer.from(embeddedPng.slice(embeddedPng.indexOf(',') + 1), 'base64');
    png.writeUInt32BE(1000, 16);
    png.writeUInt32BE(1000, 20);
    const image = `<image id="i" href="data:image/png;base64,${png.toString('base64')}"/>`;
    const drawing = (times: number) => `<svg ${namespace}>${image}${'<use href="#i"/>'.repeat(times)}</svg>`;
    expect(faultIn(drawing(49))).toBeUndefined();
    expect(faultIn(drawing(50))?.message).toContain('50 megapixels');
  });

  /** Work of quadratic time would not end at this length. */
  const length = 512 * 1024;
  it.each([
    ['tags', `<svg ${namespace}>${'<g>'.repeat(length / 3)}`],
    ['small parts', `<svg ${namespace}>${'<path d="M0 0"/>'.repeat(length / 16)}</svg>`],
    ['attributes', `<svg ${namespace} ${Array.from({ length: 50_000 }, (_, i) => `a${i}="b"`).join(' ')}/>`],
    ['a long name', `<svg ${namespace}><${'a'.repeat(length)} onload="a"/></svg>`],
    ['white space in an address', `<svg ${namespace}><use href="a${' '.repeat(length)}b"/></svg>`],
    [
      'white space in a style',
      `<svg ${namespace}><style>a{fill:url(${' '.repeat(length)}a b)}</style></svg>`,
    ],
    ['one word in a style', `<svg ${namespace}><style>${'a'.repeat(length)}</style></svg>`],
    ['open braces', `<svg ${namespace}><style>${'{'.repeat(length)}</style></svg>`],
    ['open comments', `<svg ${namespace}><style>${'/*'.repeat(length / 2)}</style></svg>`],
    [
      'rules',
      `<svg ${namespace}><style>${'.a{fill:url(#a)}'.repeat(length / 16)}</style><g class="a"/></svg>`,
    ],
    [
      'parts that all rules are for',
      `<svg ${namespace}><style>${'*{fill:url(#a)}'.repeat(20)}</style><linearGradient id="a"/>${'<g/>'.repeat(50_000)}</svg>`,
    ],
    ['digits', `<svg ${namespace} width="${'1'.repeat(length)}x"/>`],
    ['classes', `<svg ${namespace}><g class="${'a '.repeat(length / 2)}"/></svg>`],
    ['quotation marks', `<!DOCTYPE svg ${`"'`.repeat(length / 2)}`],
    ['ampersands', `<svg ${namespace}>${'&'.repeat(length)}`],
  ])('is counted in linear time, however much there is of %s', (_, text) => {
    expect(['clean', 'fault']).toContain(cleanSvg(text).kind);
  });
});

describe('the text of a drawing', () => {
  it('is read with and without a byte order mark', () => {
    expect(decodeSvg(Buffer.from('\uFEFF<svg/>'))).toBe('<svg/>');
    expect(decodeSvg(Buffer.from('<svg/>'))).toBe('<svg/>');
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFF<svg/>', 'utf16le')],
    ['UTF-16', Buffer.from('<svg/>', 'utf16le')],
    ['not saved as UTF-8', Buffer.from('<svg>é</svg>', 'latin1')],
    ['compressed', Buffer.from([0x1f, 0x8b, 8])],
  ])('is a fault where it is %s', (named, bytes) => {
    expect(decodeSvg(bytes)).toMatchObject({ message: expect.stringContaining(named) });
  });
});
