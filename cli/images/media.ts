import { readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Picture } from '../../templates/types.ts';
import { isSystemError } from '../lib/surroundings.ts';
import type { OutputFile } from '../pipeline/output.ts';
import { type MediaFile, unreadableProblem } from '../pipeline/read.ts';
import { placeOf, topOf } from '../problems/locate.ts';
import { type Outcome, type Problem, problemAt, type Rule } from '../problems/problem.ts';
import type { Cache } from './cache.ts';
import { fileName } from './file-name.ts';
import { copiedKinds } from './first-bytes.ts';
import {
  convert,
  issueOf,
  type Measured,
  maxBytes,
  maxWebpSide,
  measure,
  notAnImage,
  tooLarge,
  UnusableImage,
} from './measure.ts';
import { inPool } from './pool.ts';
import { type CleanSvg, cleanSvg, decodeSvg, maxSvgBytes, type SvgFault } from './svg/clean-svg.ts';
import { type Words, words } from './words.ts';

/** An image of `content/media/` as pages show it, without its text alternative. */
export type PrintedPicture = Omit<Picture, 'alt'> & {
  /** The size of the file at `src`. */
  readonly bytes: number;
  /** Content hash, unique for each original. */
  readonly key: string;
  /** The clean text of an SVG. */
  readonly drawing?: CleanSvg;
};

/** The files to publish of `content/media/`, and its images by their path in `content/`. */
export interface PrintedMedia {
  readonly files: readonly OutputFile[];
  readonly pictures: ReadonlyMap<string, PrintedPicture>;
}

/** Widths of an image in pixels, up to that of the original; the largest is also that of the fallback. */
const widths = [320, 480, 680, 1080];
const maxWidth = 1600;

/** By format. Low effort: at high effort an image takes seconds and the file is hardly smaller. */
const encodings = {
  jpeg: { quality: 80, mozjpeg: true },
  png: { palette: true, compressionLevel: 9, effort: 6 },
  webp: { quality: 72, effort: 4 },
  avif: { quality: 42, effort: 2 },
};
type Format = keyof typeof encodings;

/** Formats that are resized, by extension; other images are copied. */
const formats: Readonly<Record<string, Format>> = {
  '.avif': 'avif',
  '.jpeg': 'jpeg',
  '.jpg': 'jpeg',
  '.png': 'png',
  '.webp': 'webp',
};

/** What one file of `content/media/` is published as. */
interface Published {
  readonly files: readonly OutputFile[];
  readonly image?: PrintedPicture;
  readonly problems?: readonly Problem[];
}

interface Options {
  readonly shownAs: string;
  /** Paths of images that are published as they are. */
  readonly unresized: ReadonlySet<string>;
  readonly cache: Cache;
}

/**
 * Publishes photographs of `media` upright and without metadata: in several widths as AVIF, and at the largest width under their own name
 * and format. SVG is published as `cleanSvg` writes it. Other files are copied, as are moving images and those of `unresized`.
 * A file that is not what its name says is a problem. Images with problems, and `refused` ones, are in the result all the
 * same, so that references to them are not reported too. Rejects with what the disk throws.
 */
export async function printMedia(
  media: readonly MediaFile[],
  shownAs: string,
  unresized: ReadonlySet<string>,
  refused: ReadonlySet<string>,
  cache: Cache,
): Promise<Outcome<PrintedMedia>> {
  const options = { shownAs, unresized, cache };
  const published = await Promise.all(media.map((file) => inPool(() => publish(file, options))));
  const pictures = new Map<string, PrintedPicture>();
  for (const path of refused) if (/^media\/.*\.\w+$/.test(path)) pictures.set(path, unknownImage(path));
  for (const [i, { path }] of media.entries()) {
    const image = published[i]?.image;
    if (image) pictures.set(path, image);
  }
  // By path: copies of one original share their other widths.
  const files = new Map(published.flatMap(({ files }) => files.map((file) => [file.path, file] as const)));
  return {
    value: { files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), pictures },
    problems: published.flatMap(({ problems = [] }) => problems),
  };
}

const unknownImage = (path: string, bytes = 0): PrintedPicture => ({
  src: `/${path}`,
  width: 1,
  height: 1,
  bytes,
  key: path,
});

const copyOf = ({ path, absolute }: MediaFile): OutputFile => ({ path, content: { copyOf: absolute } });

const problemOf = (path: string, { shownAs }: Options, issue: Words, rule: Rule = 'invalid-picture') =>
  problemAt(topOf(`${shownAs}/${path}`), { rule, ...issue });

async function publish(file: MediaFile, options: Options): Promise<Published> {
  const { path, absolute, bytes } = file;
  const extension = extname(path).toLowerCase();
  const copied = copiedKinds[extension];
  try {
    if (extension === '.svg') return await publishDrawing(file, options);
    if (!copied) return await publishPhotograph(file, formats[extension] ?? 'gif', options);
    if (copied.holds(absolute)) return { files: [copyOf(file)] };
    const issue = words(
      `This file is called ${copied.name}, and holds something else.`,
      'Save it once more from the program it comes from, or take it out.',
    );
    return { files: [copyOf(file)], problems: [problemOf(path, options, issue, 'invalid-file')] };
  } catch (error) {
    // The cache explains its errors, so a system error is from reading the original.
    if (!isSystemError(error)) throw error;
    const problems = [unreadableProblem(`${options.shownAs}/${path}`, error)];
    return { files: [], problems, ...(!copied && { image: unknownImage(path, bytes) }) };
  }
}

async function publishPhotograph(
  file: MediaFile,
  named: Format | 'gif',
  options: Options,
): Promise<Published> {
  const { path, absolute, bytes } = file;
  const { cache, unresized } = options;
  if (bytes > maxBytes) {
    return { files: [], image: unknownImage(path), problems: [problemOf(path, options, tooLarge(bytes))] };
  }
  const original = readFileSync(absolute);
  const key = cache.keyOf(original);
  const asItIs = ({ width, height }: Measured, issue?: Words): Published => ({
    files: [copyOf(file)],
    image: { src: `/${path}`, width: width || 1, height: height || 1, bytes, key },
    problems: issue && [problemOf(path, options, issue)],
  });
  let found = notAnImage;
  try {
    found = await measure(original, key, cache);
    const issue = issueOf(found, named);
    if (issue || found.pages > 1 || unresized.has(path) || named === 'gif') return asItIs(found, issue);
    return await resize(path, original, key, found, named, cache);
  } catch (error) {
    if (!(error instanceof UnusableImage)) throw error;
    return asItIs(found, error.issue);
  }
}

async function resize(
  path: string,
  original: Buffer,
  key: string,
  { width, height }: Measured,
  format: Format,
  cache: Cache,
): Promise<Published> {
  const largest = Math.max(1, Math.min(width, maxWidth, Math.floor((maxWebpSide * width) / height)));
  const resized = (w: number, to: Format) =>
    cache.file(`${key}-${w}`, to, () =>
      convert(original, (image) => image.autoOrient().resize(w).toFormat(to, encodings[to])),
    );
  const fallback = await resized(largest, format);
  const files: OutputFile[] = [{ path, content: { copyOf: fallback } }];
  const candidates: string[] = [];
  for (const w of [...widths.filter((w) => w < largest), largest]) {
    // No file of content is in `assets/`, and hosts may keep what is.
    const at = `assets/${fileName(basename(path, extname(path)), key)}-${w}.avif`;
    files.push({ path: at, content: { copyOf: await resized(w, 'avif') } });
    candidates.push(`/${at} ${w}w`);
  }
  const image = {
    src: `/${path}`,
    width: largest,
    height: Math.max(1, Math.round((height * largest) / width)),
    // All browsers that the stylesheet is for show AVIF; others get the fallback.
    sources: [{ type: 'image/avif', srcset: candidates.join(', ') }],
    bytes: statSync(fallback).size,
    key,
  };
  return { files, image };
}

async function publishDrawing(file: MediaFile, options: Options): Promise<Published> {
  const { path } = file;
  const { svg, fault, text: read = '' } = await readDrawing(file, options.cache);
  const { text, width, height } = svg ?? { text: '', width: 1, height: 1 };
  const bytes = Buffer.byteLength(text);
  const image = { src: `/${path}`, width, height, bytes, key: options.cache.keyOf(text), drawing: svg };
  const files = [{ path, content: text }];
  if (!fault) return { files, image };
  const { start, end, ...words } = fault;
  const place = placeOf(`${options.shownAs}/${path}`, read, start, end);
  return { files, image, problems: [problemAt(place, { rule: 'invalid-picture', ...words })] };
}

/** A drawing as it is published, or what is wrong with its text. */
interface ReadDrawing {
  readonly svg?: CleanSvg;
  readonly fault?: SvgFault;
  readonly text?: string;
}

async function readDrawing({ absolute, bytes }: MediaFile, cache: Cache): Promise<ReadDrawing> {
  const top = { start: 0, end: 1 };
  if (bytes > maxSvgBytes) {
    const message = `This drawing is ${(bytes / 1024 / 1024).toFixed(1)} MiB large; the most is 5 MiB.`;
    const hint =
      'Simplify it in the drawing program, or export a PNG. A picture inside of it is better a file of its own.';
    return { fault: { message, hint, ...top } };
  }
  const original = readFileSync(absolute);
  const text = decodeSvg(original);
  if (typeof text === 'string') {
    const cleaning = cleanSvg(text);
    return cleaning.kind === 'clean' ? { svg: cleaning.svg } : { fault: cleaning.fault, text };
  }
  const found = await measure(original, cache.keyOf(original), cache);
  const isOther = found.format !== '' && found.format !== 'svg';
  return { fault: { ...((isOther && issueOf(found, 'svg')) || text), ...top } };
}
