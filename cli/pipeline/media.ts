import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Picture } from '../../templates/types.ts';
import { topOf } from '../problems/locate.ts';
import { type Outcome, type Problem, problemAt } from '../problems/problem.ts';
import type { OutputFile } from './output.ts';
import type { MediaFile } from './read.ts';
import { keyOf, type Memory } from './remember.ts';

/** A picture of `content/media/` as pages show it, but for its words, and the size of the file at `src` in bytes. */
export type PrintedPicture = Omit<Picture, 'alt'> & { readonly bytes: number };

/** The media of an edition: files to be written, and what is known of those that are pictures, by their path in `content/`. */
export interface PrintedMedia {
  readonly files: readonly OutputFile[];
  readonly pictures: ReadonlyMap<string, PrintedPicture>;
}

/** Widths in which pictures come out, in pixels, as far as the original reaches; the widest is also that of the fallback. */
const widths = [480, 800, 1200, 1600];

/** Low effort: at high effort a picture takes seconds and comes out hardly smaller. */
const avif = { quality: 50, effort: 2 };
const webp = { quality: 72, effort: 4 };
const fallbacks = {
  jpeg: { quality: 80, mozjpeg: true },
  png: { palette: true, compressionLevel: 9, effort: 6 },
  webp,
  avif,
};

/** Formats that come out in several widths, by ending; pictures of all others are copied. */
const printed: Readonly<Record<string, keyof typeof fallbacks>> = {
  '.avif': 'avif',
  '.jpeg': 'jpeg',
  '.jpg': 'jpeg',
  '.png': 'png',
  '.webp': 'webp',
};
const measured = new Set(['.gif', '.svg']);

/** How many originals are held in memory at once. */
const atOnce = 3;

/**
 * Prints the pictures of `media`: each in several widths as AVIF and WebP, and under its own name in its own format at the largest, turned
 * upright and without the data cameras put in, such as where it was taken. The rest is copied, and so is what `untouched` names.
 * A file that is no picture is a problem. Rejects with what the disk throws.
 */
export async function printMedia(
  media: readonly MediaFile[],
  shownAs: string,
  untouched: ReadonlySet<string>,
  memory: Memory,
): Promise<Outcome<PrintedMedia>> {
  const files: OutputFile[] = [];
  const pictures = new Map<string, PrintedPicture>();
  const problems: Problem[] = [];

  async function print({ path, absolute, bytes }: MediaFile) {
    const ending = extname(path).toLowerCase();
    const format = untouched.has(path) ? undefined : printed[ending];
    const isPicture = ending in printed || measured.has(ending);
    const copy = () => files.push({ path, content: { copyOf: absolute } });
    if (!isPicture) return copy();
    const original = readFileSync(absolute);
    const size = await measure(original, memory);
    if (!format || !size) copy();
    if (!size) {
      problems.push(
        problemAt(topOf(`${shownAs}/${path}`), {
          rule: 'invalid-picture',
          message: 'This file cannot be read as a picture.',
          hint: `Is it whole, and really a ${ending.slice(1).toUpperCase()} file of at most 268 megapixels? Save it once more from a picture program.`,
        }),
      );
    }
    // One that cannot be read is there all the same: what names it is not wrong besides.
    if (!format || !size) pictures.set(path, { src: `/${path}`, width: 1, height: 1, ...size, bytes });
    else pictures.set(path, await printOne(path, original, size, format));
  }

  async function printOne(
    path: string,
    original: Buffer,
    { width, height }: Size,
    format: keyof typeof fallbacks,
  ): Promise<PrintedPicture> {
    const whole = Math.min(width, Math.max(...widths));
    const inWidths = [...widths.filter((w) => w < whole), whole];
    const key = keyOf(original, JSON.stringify([avif, webp, fallbacks]));
    const draw = async (w: number, to: keyof typeof fallbacks) => {
      const { default: sharp } = await import('sharp');
      return sharp(original).autoOrient().resize(w).toFormat(to, fallbacks[to]).toBuffer();
    };
    const fallback = await memory.file(`${key}-${whole}`, format, () => draw(whole, format));
    files.push({ path, content: { copyOf: fallback } });
    const name = path.replace(/\.\w+$/, '');
    const sources = [];
    for (const newer of ['avif', 'webp'] as const) {
      const srcset = [];
      for (const w of inWidths) {
        const at = `${name}-${key.slice(0, 8)}-${w}.${newer}`;
        files.push({
          path: at,
          content: { copyOf: await memory.file(`${key}-${w}`, newer, () => draw(w, newer)) },
        });
        srcset.push(`/${at} ${w}w`);
      }
      sources.push({ type: `image/${newer}`, srcset: srcset.join(', ') });
    }
    const { size: bytes } = statSync(fallback);
    return { src: `/${path}`, width: whole, height: Math.round((height * whole) / width), sources, bytes };
  }

  const queue = [...media];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await print(next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { value: { files, pictures }, problems };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a picture held upright; `undefined` where the bytes are none. */
async function measure(original: Buffer, memory: Memory): Promise<Size | undefined> {
  const file = await memory.file(keyOf(original), 'json', async () => {
    const { default: sharp } = await import('sharp');
    try {
      const picture = sharp(original);
      const { autoOrient } = await picture.metadata();
      // A file cut short has a good header: only reading all of it tells.
      await picture.stats();
      return JSON.stringify(autoOrient);
    } catch {
      return JSON.stringify(null);
    }
  });
  const { width, height } = JSON.parse(readFileSync(file, 'utf8')) ?? {};
  return width > 0 && height > 0 ? { width, height } : undefined;
}
