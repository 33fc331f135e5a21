import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Picture } from '../../templates/types.ts';
import { placeOf, topOf } from '../problems/locate.ts';
import { type Outcome, type Problem, problemAt } from '../problems/problem.ts';
import type { Artist } from './artist.ts';
import type { OutputFile } from './output.ts';
import type { MediaFile } from './read.ts';
import { type CleanSvg, cleanSvg, decodeSvg, maxSvgBytes, type SvgFault } from './svg.ts';

/** A picture of `content/media/` as pages show it, but for its words. */
export type PrintedPicture = Omit<Picture, 'alt'> & {
  /** The size of the file at `src`. */
  readonly bytes: number;
  /** Another for every other original. */
  readonly key: string;
  /** What a drawing was cleaned to: what pages show, and what is to be drawn from. */
  readonly drawing?: CleanSvg;
};

/** The media of an edition: files to be written, and what is known of those that are pictures, by their path in `content/`. */
export interface PrintedMedia {
  readonly files: readonly OutputFile[];
  readonly pictures: ReadonlyMap<string, PrintedPicture>;
}

/** Widths in which pictures come out, in pixels, as far as the original reaches; the widest is also that of the fallback. */
const widths = [320, 480, 680, 1080, 1600];

/** Low effort: at high effort a picture takes seconds and comes out hardly smaller. */
const avif = { quality: 42, effort: 2 };
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
const measured: Readonly<Record<string, string>> = { '.gif': 'gif' };

/** No side may be longer: WebP counts pixels in 14 bits. */
const longestSide = 16_383;

/** How many originals are held in memory at once. */
const atOnce = 3;

/**
 * Prints the pictures of `media`: each in several widths as AVIF, and under its own name in its own format at the largest, turned
 * upright and without the data cameras put in, such as where it was taken. Drawings are published as `cleanSvg` writes them. The rest is
 * copied, and so are moving pictures and photographs that `untouched` names. A file that is no picture, or a drawing that does more than
 * show itself, is a problem. Rejects with what the disk throws.
 */
export async function printMedia(
  media: readonly MediaFile[],
  shownAs: string,
  untouched: ReadonlySet<string>,
  { memory, keyOf }: Pick<Artist, 'memory' | 'keyOf'>,
): Promise<Outcome<PrintedMedia>> {
  const files: OutputFile[] = [];
  const pictures = new Map<string, PrintedPicture>();
  const problems: Problem[] = [];

  async function print({ path, absolute, bytes }: MediaFile) {
    const ending = extname(path).toLowerCase();
    if (ending === '.svg') return printDrawing({ path, absolute, bytes });
    const named = printed[ending] ?? measured[ending];
    const copy = () => files.push({ path, content: { copyOf: absolute } });
    if (!named) return copy();
    const original = readFileSync(absolute);
    const key = keyOf(original);
    const found = await measure(original, key);
    const report = (fault: NonNullable<ReturnType<typeof faultOf>>) =>
      problems.push(problemAt(topOf(`${shownAs}/${path}`), { rule: 'invalid-picture', ...fault }));
    const asItIs = () => {
      copy();
      // One that cannot be read is there all the same: what names it is not wrong besides.
      const { width, height } = found;
      return { src: `/${path}`, width: width || 1, height: height || 1, bytes, key };
    };
    const fault = faultOf(found, named);
    if (fault) report(fault);
    if (fault || found.pages > 1 || untouched.has(path) || !(ending in printed))
      return pictures.set(path, asItIs());
    try {
      pictures.set(path, await printOne(path, original, key, found, printed[ending] ?? 'png'));
    } catch (error) {
      if (!(error instanceof CutShort)) throw error;
      report(unreadable);
      pictures.set(path, asItIs());
    }
  }

  async function printDrawing({ path, absolute, bytes }: MediaFile) {
    const { svg, fault, text: read = '' } = await readDrawing(absolute, bytes);
    if (fault) {
      const { start, end, ...words } = fault;
      const place = placeOf(`${shownAs}/${path}`, read, start, end);
      problems.push(problemAt(place, { rule: 'invalid-picture', ...words }));
    }
    // One that cannot be shown is there all the same: what names it is not wrong besides.
    const { text, width, height } = svg ?? { text: '', width: 1, height: 1 };
    files.push({ path, content: text });
    const key = keyOf(text);
    pictures.set(path, { src: `/${path}`, width, height, bytes: Buffer.byteLength(text), key, drawing: svg });
  }

  async function printOne(
    path: string,
    original: Buffer,
    key: string,
    { width, height }: Found,
    format: keyof typeof fallbacks,
  ): Promise<PrintedPicture> {
    const whole = Math.max(
      1,
      Math.min(width, Math.max(...widths), Math.floor((longestSide * width) / height)),
    );
    const inWidths = [...widths.filter((w) => w < whole), whole];
    const draw = async (w: number, to: keyof typeof fallbacks) => {
      const { default: sharp } = await import('sharp');
      const picture = sharp(original).autoOrient().resize(w).toFormat(to, fallbacks[to]);
      return picture.toBuffer().catch((error: Error) => {
        throw new CutShort(error.message);
      });
    };
    const fallback = await memory.file(`${key}-${whole}`, format, () => draw(whole, format));
    files.push({ path, content: { copyOf: fallback } });
    const name = path.replace(/\.(\w+)$/, '-$1');
    const srcset = [];
    for (const w of inWidths) {
      const at = `${name}-${key.slice(0, 8)}-${w}.avif`;
      files.push({
        path: at,
        content: { copyOf: await memory.file(`${key}-${w}`, 'avif', () => draw(w, 'avif')) },
      });
      srcset.push(`/${at} ${w}w`);
    }
    // Every browser that the stylesheet is made for takes AVIF; others get the original's own format.
    const sources = [{ type: 'image/avif', srcset: srcset.join(', ') }];
    const { size: bytes } = statSync(fallback);
    const printedHeight = Math.max(1, Math.round((height * whole) / width));
    return { src: `/${path}`, width: whole, height: printedHeight, sources, bytes, key };
  }

  async function readDrawing(absolute: string, size: number): Promise<ReadDrawing> {
    const top = { start: 0, end: 1 };
    if (size > maxSvgBytes) return { fault: { ...tooLarge(size), ...top } };
    const original = readFileSync(absolute);
    const text = decodeSvg(original);
    if (typeof text === 'string') {
      const cleaning = cleanSvg(text);
      return cleaning.kind === 'clean' ? { svg: cleaning.svg } : { fault: cleaning.fault, text };
    }
    const found = await measure(original, keyOf(original));
    const isOther = found.format !== '' && found.format !== 'svg';
    return { fault: { ...((isOther && faultOf(found, 'svg')) || text), ...top } };
  }

  /** What a file holds; nothing where it cannot be read. */
  async function measure(original: Buffer, key: string): Promise<Found> {
    const file = await memory.file(key, 'json', async () => {
      const { default: sharp } = await import('sharp');
      try {
        if (isDrawing(original)) return JSON.stringify({ width: 0, height: 0, format: 'svg', pages: 1 });
        const picture = sharp(original);
        const { autoOrient, format, mediaType, pages = 1 } = await picture.metadata();
        // A file cut short has a good header: only reading all of it tells, and on a busy machine now and then not even that.
        // What is a drawing all the same would be drawn, however large.
        if (format !== 'svg') await picture.stats();
        return JSON.stringify({ ...autoOrient, format: mediaType === 'image/avif' ? 'avif' : format, pages });
      } catch {
        return JSON.stringify({ width: 0, height: 0, format: '', pages: 1 });
      }
    });
    return JSON.parse(readFileSync(file, 'utf8'));
  }

  const queue = [...media];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await print(next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { value: { files, pictures }, problems };
}

interface Found {
  /** Held upright, in pixels. */
  readonly width: number;
  readonly height: number;
  /** As endings name it; empty where it is no picture. */
  readonly format: string;
  readonly pages: number;
}

/** A drawing as it is published, or what is wrong with its text. */
interface ReadDrawing {
  readonly svg?: CleanSvg;
  readonly fault?: SvgFault;
  readonly text?: string;
}

const tooLarge = (bytes: number) => ({
  message: `This drawing is ${(bytes / 1024 / 1024).toFixed(1)} MiB large; the most is 5 MiB.`,
  hint: 'Simplify it in the drawing program, or export a PNG. A picture inside of it is better a file of its own.',
});

/** A picture that was measured and yet cannot be read to its end. */
class CutShort extends Error {}

const unreadable = {
  message: 'This file cannot be read as a picture.',
  hint: 'Is it whole, and of at most 268 megapixels? Save it once more from a picture program.',
};

/** Why a file cannot be printed. */
function faultOf({ format }: Found, named: string) {
  if (format === '') return unreadable;
  if (format !== named) {
    return {
      message: `This file is called ${named.toUpperCase()}, and holds ${format.toUpperCase()}.`,
      hint: `Give its name the ending \`.${format === 'jpeg' ? 'jpg' : format}\`.`,
    };
  }
  return undefined;
}

/** Whether what reads pictures would take a file for a drawing: by its first characters, compressed or not. */
const isDrawing = (bytes: Buffer): boolean =>
  (bytes[0] === 0x1f && bytes[1] === 0x8b) ||
  /^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString('latin1', 0, 1000));
