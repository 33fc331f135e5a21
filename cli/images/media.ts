import { readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Sharp } from 'sharp';
import type { Picture } from '../../templates/types.ts';
import { isSystemError } from '../lib/environment-error.ts';
import type { OutputFile } from '../model.ts';
import { placeOf, topOf } from '../problems/locate.ts';
import { type Outcome, type Problem, problemAt, type Rule } from '../problems/problem.ts';
import { type MediaFile, unreadableProblem } from '../sources/source-file.ts';
import { copiedKinds } from './first-bytes.ts';
import type { Artist } from './renderer.ts';
import { type CleanSvg, cleanSvg, decodeSvg, maxSvgBytes, type SvgFault } from './svg/clean-svg.ts';

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
const printed: Readonly<Record<string, Format>> = {
  '.avif': 'avif',
  '.jpeg': 'jpeg',
  '.jpg': 'jpeg',
  '.png': 'png',
  '.webp': 'webp',
};

/** No side may be longer: WebP counts pixels in 14 bits. */
const longestSide = 16_383;

/** The most pixels of an original: JPEG can be read at a fraction of its size, unless it comes in steps; all others only whole. */
const mostPixels = { jpeg: 100_000_000, others: 40_000_000 };

/** No side of a picture is longer, in pixels: JPEG counts them in 16 bits. */
const mostOfSide = 65_535;

/** From so many pixels on, a picture is alone while it is read: some formats take forty bytes for each. */
const heavy = 10_000_000;

/** The largest original, in bytes. */
const mostBytes = 100 * 1024 * 1024;

/** Seconds of work on a picture after which it is given up. */
const longest = 30;

/** How many originals are held in memory at once. */
const atOnce = 3;

/**
 * Prints the pictures of `media`: each in several widths as AVIF, and under its own name in its own format at the largest, turned
 * upright and without the data cameras put in, such as where it was taken. Drawings are published as `cleanSvg` writes them. The rest is
 * copied, and so are moving pictures and photographs that `untouched` names. A file that is not what its name says, or a drawing that does
 * more than show itself, is a problem; what has problems, or was `refused` already, is there all the same, so that what names it is not wrong
 * besides. Rejects with what the disk throws.
 */
export async function printMedia(
  media: readonly MediaFile[],
  shownAs: string,
  untouched: ReadonlySet<string>,
  refused: ReadonlySet<string>,
  { memory, keyOf }: Pick<Artist, 'memory' | 'keyOf'>,
): Promise<Outcome<PrintedMedia>> {
  const files: OutputFile[] = [];
  const pictures = new Map<string, PrintedPicture>();
  const problems: Problem[] = [];
  /** By path: copies of one picture have theirs in common. */
  const inSizes = new Map<string, string>();

  const report = (path: string, words: Words, rule: Rule = 'invalid-picture') =>
    problems.push(problemAt(topOf(`${shownAs}/${path}`), { rule, ...words }));

  const unknownSize = (path: string) => ({ src: `/${path}`, width: 1, height: 1, bytes: 0, key: path });

  async function print(file: MediaFile) {
    const { path, absolute, bytes } = file;
    const ending = extname(path).toLowerCase();
    const copied = copiedKinds[ending];
    try {
      if (ending === '.svg') await printDrawing(file);
      else if (!copied) await printPicture(file, printed[ending] ?? 'gif');
      else {
        if (!copied.holds(absolute)) report(path, isOther(copied.name), 'invalid-file');
        files.push({ path, content: { copyOf: absolute } });
      }
    } catch (error) {
      // What is remembered speaks for itself; what the system throws as it is comes from reading the original.
      if (!isSystemError(error)) throw error;
      problems.push(unreadableProblem(`${shownAs}/${path}`, error));
      if (!copied) pictures.set(path, { ...unknownSize(path), bytes });
    }
  }

  async function printPicture({ path, absolute, bytes }: MediaFile, named: Format | 'gif') {
    if (bytes > mostBytes) {
      report(path, tooLarge(bytes));
      pictures.set(path, unknownSize(path));
      return;
    }
    const original = readFileSync(absolute);
    const key = keyOf(original);
    let found: Found = { width: 0, height: 0, format: '', pages: 1 };
    const asItIs = () => {
      files.push({ path, content: { copyOf: absolute } });
      pictures.set(path, { src: `/${path}`, width: found.width || 1, height: found.height || 1, bytes, key });
    };
    try {
      found = await measure(original, key);
      const fault = faultOf(found, named);
      if (fault) report(path, fault);
      if (fault || found.pages > 1 || untouched.has(path) || named === 'gif') return asItIs();
      pictures.set(path, await printOne(path, original, key, found, named));
    } catch (error) {
      if (!(error instanceof Undrawable)) throw error;
      report(path, error.words);
      asItIs();
    }
  }

  async function printDrawing({ path, absolute, bytes }: MediaFile) {
    const { svg, fault, text: read = '' } = await readDrawing(absolute, bytes);
    if (fault) {
      const { start, end, ...words } = fault;
      const place = placeOf(`${shownAs}/${path}`, read, start, end);
      problems.push(problemAt(place, { rule: 'invalid-picture', ...words }));
    }
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
    format: Format,
  ): Promise<PrintedPicture> {
    const whole = Math.max(
      1,
      Math.min(width, Math.max(...widths), Math.floor((longestSide * width) / height)),
    );
    const inWidths = [...widths.filter((w) => w < whole), whole];
    const draw = (w: number, to: Format) =>
      work(original, width * height, (picture) => picture.autoOrient().resize(w).toFormat(to, fallbacks[to]));
    const fallback = await memory.file(`${key}-${whole}`, format, () => draw(whole, format));
    // Beside all that is named by its content, where no file of content stands.
    const name = `assets/${basename(path, extname(path)).toLowerCase()}-${key.slice(0, 8)}`;
    const drawn: (readonly [string, string])[] = [];
    for (const w of inWidths) {
      const at = `${name}-${w}.avif`;
      drawn.push([at, await memory.file(`${key}-${w}`, 'avif', () => draw(w, 'avif'))]);
    }
    files.push({ path, content: { copyOf: fallback } });
    for (const [at, file] of drawn) inSizes.set(at, file);
    const srcset = drawn.map(([at], i) => `/${at} ${inWidths[i]}w`).join(', ');
    // Every browser that the stylesheet is made for takes AVIF; others get the original's own format.
    const sources = [{ type: 'image/avif', srcset }];
    const { size: bytes } = statSync(fallback);
    const printedHeight = Math.max(1, Math.round((height * whole) / width));
    return { src: `/${path}`, width: whole, height: printedHeight, sources, bytes, key };
  }

  async function readDrawing(absolute: string, size: number): Promise<ReadDrawing> {
    const top = { start: 0, end: 1 };
    if (size > maxSvgBytes) return { fault: { ...tooLargeDrawing(size), ...top } };
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
    const file = await memory.file(key, 'json', async () => JSON.stringify(await look(original)));
    return JSON.parse(readFileSync(file, 'utf8'));
  }

  async function printAll(queue: MediaFile[]) {
    for (let next = queue.shift(); next; next = queue.shift()) await print(next);
  }

  for (const path of refused) if (/^media\/.*\.\w+$/.test(path)) pictures.set(path, unknownSize(path));
  const queue = [...media];
  await Promise.all(Array.from({ length: atOnce }, () => printAll(queue)));
  for (const [path, copyOf] of inSizes) files.push({ path, content: { copyOf } });
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { value: { files, pictures }, problems };
}

type Format = keyof typeof fallbacks;
type Words = Readonly<Record<'message' | 'hint', string>>;

interface Found {
  /** Held upright, in pixels. */
  readonly width: number;
  readonly height: number;
  /** As endings name it; empty where it is no picture. */
  readonly format: string;
  readonly pages: number;
  /** Whether it comes in steps that grow finer, all of which must be held. */
  readonly isProgressive?: boolean;
}

/** A drawing as it is published, or what is wrong with its text. */
interface ReadDrawing {
  readonly svg?: CleanSvg;
  readonly fault?: SvgFault;
  readonly text?: string;
}

const tooLargeDrawing = (bytes: number) => ({
  message: `This drawing is ${(bytes / 1024 / 1024).toFixed(1)} MiB large; the most is 5 MiB.`,
  hint: 'Simplify it in the drawing program, or export a PNG. A picture inside of it is better a file of its own.',
});

/** A picture that cannot be drawn from, and why. */
class Undrawable extends Error {
  constructor(readonly words: Words) {
    super(words.message);
  }
}

const unreadable = {
  message: 'This file cannot be read as a picture.',
  hint: 'Is it whole? Save it once more from a picture program.',
};

const tooSlow = {
  message: `This picture takes longer than ${longest} seconds to read.`,
  hint: 'Save it once more from a picture program, smaller and without layers or progressive steps.',
};

const smaller = 'Make it smaller in a picture program: pages show at most 1,600 pixels of its width.';

const tooLarge = (bytes: number) => ({
  message: `This picture is ${Math.ceil(bytes / 1024 / 1024)} MiB large; the most is ${mostBytes / 1024 / 1024} MiB.`,
  hint: smaller,
});

const isOther = (name: string) => ({
  message: `This file is called ${name}, and holds something else.`,
  hint: 'Save it once more from the program it comes from, or take it out.',
});

/** The last of the heavy pictures that wait for each other. */
let lastHeavy: Promise<unknown> = Promise.resolve();

/** What comes of work on a picture of so many pixels, within its time. Rejects with `Undrawable`. */
async function work(original: Buffer, pixels: number, make: (picture: Sharp) => Sharp): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const run = () => make(sharp(original)).timeout({ seconds: longest }).toBuffer();
  try {
    if (pixels < heavy) return await run();
    const before = lastHeavy;
    const mine = before.then(run, run);
    lastHeavy = mine.catch(() => {});
    return await mine;
  } catch (error) {
    throw new Undrawable(
      error instanceof Error && error.message.startsWith('timeout') ? tooSlow : unreadable,
    );
  }
}

/** What a file holds. Rejects with `Undrawable` where that takes too long, and never because of what stands in it. */
async function look(original: Buffer): Promise<Found> {
  if (isDrawing(original)) return { width: 0, height: 0, format: 'svg', pages: 1 };
  const { default: sharp } = await import('sharp');
  const nothing = { width: 0, height: 0, format: '', pages: 1 };
  const header = await sharp(original, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!header) return nothing;
  const { autoOrient, mediaType, pages = 1, isProgressive } = header;
  const format = mediaType === 'image/avif' ? 'avif' : header.format;
  const found = { width: autoOrient.width, height: autoOrient.height, format, pages, isProgressive };
  // A file cut short has a good header: only reading all of it tells, and on a busy machine now and then not even that.
  if (format === 'svg' || tooManyPixels(found)) return found;
  try {
    await work(original, found.width * found.height, (picture) =>
      picture.resize(32, 32, { fit: 'fill' }).raw(),
    );
    return found;
  } catch (error) {
    if (error instanceof Undrawable && error.words === unreadable) return nothing;
    throw error;
  }
}

const pixelsOf = ({ format, isProgressive }: Found) =>
  format === 'jpeg' && !isProgressive ? mostPixels.jpeg : mostPixels.others;

const tooManyPixels = (found: Found) =>
  found.width * found.height > pixelsOf(found) || Math.max(found.width, found.height) > mostOfSide;

/** Why a file cannot be printed. */
function faultOf(found: Found, named: string): Words | undefined {
  const { format, width, height } = found;
  if (format === '') return unreadable;
  if (format !== named) {
    return {
      message: `This file is called ${named.toUpperCase()}, and holds ${format.toUpperCase()}.`,
      hint: `Give its name the ending \`.${format === 'jpeg' ? 'jpg' : format}\`.`,
    };
  }
  const is = `This picture is ${width} by ${height} pixels`;
  if (tooManyPixels(found)) {
    const millions = (pixels: number) => Math.ceil(pixels / 1_000_000);
    const kind = `${found.isProgressive ? 'progressive ' : ''}${format.toUpperCase()}`;
    return {
      message: `${is}, which is ${millions(width * height)} megapixels; the most for ${kind} is ${millions(pixelsOf(found))}, and ${mostOfSide} for a side.`,
      hint: smaller,
    };
  }
  if (height > longestSide * width)
    return { message: `${is}, too narrow to be shown.`, hint: 'Cut it to a part.' };
  return undefined;
}

/** Whether what reads pictures would take a file for a drawing: by its first characters, compressed or not. */
const isDrawing = (bytes: Buffer): boolean =>
  (bytes[0] === 0x1f && bytes[1] === 0x8b) ||
  /^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString('latin1', 0, 1000));
