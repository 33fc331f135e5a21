import { readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Image, Images, OutputFile } from '../content/model.ts';
import { type MediaFile, unreadableProblem } from '../content/source-file.ts';
import { isSystemError } from '../lib/errors.ts';
import type { FileCache } from '../lib/file-cache.ts';
import { type Outcome, type Problem, problem } from '../problems/problem.ts';
import { copiedKinds } from './first-bytes.ts';
import {
  decode,
  encode,
  type Measured,
  maxBytes,
  maxWebpSide,
  readHeader,
  refuseUnfit,
  tooLarge,
} from './measure.ts';
import { fileName } from './pictures.ts';
import { inPool, type OnPicture, type Pixels } from './pool.ts';
import { cleanSvg, decodeSvg, maxSvgBytes, notUtf8 } from './svg/clean-svg.ts';
import { tryDrawing } from './svg/trial.ts';
import { UnusableImage } from './unusable-image.ts';

/** Published widths in pixels, up to the original's; the largest is also that of the fallback. */
const widths = [320, 480, 680, 1080];
const maxWidth = 1600;

/** By format; decision 7 has the measurements. Wide AVIF files are mostly for dense screens, which hide what effort 0 loses. */
const encodings = {
  jpeg: () => ({ quality: 78, quantisationTable: 3, progressive: true }),
  png: () => ({ palette: true, compressionLevel: 9, effort: 6 }),
  webp: () => ({ quality: 72, effort: 2 }),
  avif: (width: number) =>
    width > 680 ? { quality: 38, effort: 0, chromaSubsampling: '4:2:0' } : { quality: 42, effort: 2 },
};
type Format = keyof typeof encodings;

interface Published {
  readonly files: readonly OutputFile[];
  readonly image?: Image;
}

/** A file to publish. */
interface Job {
  readonly file: MediaFile;
  readonly isUnresized: boolean;
  readonly cache: FileCache;
  readonly onPicture: OnPicture;
}

/**
 * Publishes the photographs of `media` upright and without metadata: as AVIF in several widths, and as a fallback of the largest width
 * under the original's path. SVG is published as written by `cleanSvg`; PDF, MP3, animations and images in `unresized` are copied. A file
 * whose content does not match its extension is a problem. Images with problems, and those in `refused`, are included in the result so that
 * references to them are not reported as well. Files are by the path of their original. `onPicture` is called before each image that is not
 * in the cache. Rejects with system errors.
 */
export async function resizeImages(
  media: readonly MediaFile[],
  shownAs: string,
  unresized: ReadonlySet<string>,
  refused: ReadonlySet<string>,
  cache: FileCache,
  onPicture: OnPicture = () => {},
): Promise<
  Outcome<{ readonly files: ReadonlyMap<string, readonly OutputFile[]>; readonly pictures: Images }>
> {
  const files = new Map<string, readonly OutputFile[]>();
  const pictures = new Map<string, Image>();
  const problems: Problem[] = [];
  for (const path of refused) if (/^media\/.*\.\w+$/.test(path)) pictures.set(path, unknownImage(path));
  async function add(file: MediaFile) {
    const { path } = file;
    const shown = `${shownAs}/${path}`;
    try {
      const published = await publishOnce({ file, isUnresized: unresized.has(path), cache, onPicture });
      files.set(path, published.files);
      if (published.image) pictures.set(path, published.image);
    } catch (error) {
      if (!copiedKinds[extensionOf(path)]) pictures.set(path, unknownImage(path, file.bytes));
      // The cache throws no bare system errors, so this one is from reading the original.
      if (isSystemError(error)) problems.push(unreadableProblem(shown, error));
      else if (!(error instanceof UnusableImage)) throw error;
      else {
        const { message, hint, details } = error;
        const { at, rule = 'invalid-picture' } = details;
        problems.push(problem({ file: shown, text: at?.text }, at ?? 'top', { rule, message, hint }));
        // `dev` shows pages in spite of problems, but never a refused drawing.
        files.set(path, [extensionOf(path) === '.svg' ? { path, content: '' } : copyOf(file)]);
      }
    }
  }
  await Promise.all(media.map((file) => inPool(() => add(file))));
  return { value: { files, pictures }, problems };
}

const extensionOf = (path: string) => extname(path).toLowerCase();

const unknownImage = (path: string, bytes = 0): Image => ({
  src: `/${path}`,
  width: 1,
  height: 1,
  bytes,
  key: path,
  isUnusable: true,
});

const copyOf = ({ path, absolute }: MediaFile): OutputFile => ({ path, content: { copyOf: absolute } });

/** What is published of shared files, by the cache that has it. */
const shared = new WeakMap<FileCache, Map<string, Promise<Published>>>();

/** The same as `publish`, once for all papers that have the file. */
function publishOnce(job: Job): Promise<Published> {
  const { file, isUnresized, cache } = job;
  if (file.sharedHash === undefined) return publish(job);
  const known = shared.get(cache) ?? new Map<string, Promise<Published>>();
  shared.set(cache, known);
  const key = `${file.path} ${file.sharedHash} ${isUnresized}`;
  const published = known.get(key) ?? publish(job);
  known.set(key, published);
  return published;
}

/** Rejects with `UnusableImage` and with system errors. */
async function publish(job: Job): Promise<Published> {
  const { file, cache } = job;
  const extension = extensionOf(file.path);
  if (extension === '.svg') return publishDrawing(file, cache);
  const copied = copiedKinds[extension];
  if (!copied) return publishPhotograph(job);
  if (copied.holds(file.absolute)) return { files: [copyOf(file)] };
  const message = `This file is called ${copied.name}, and holds something else.`;
  const hint = 'Save it once more from the program it comes from, or take it out.';
  throw new UnusableImage(message, hint, { rule: 'invalid-file' });
}

/** Resizes or copies an image; GIF is copied. Rejects with `UnusableImage`. */
async function publishPhotograph({ file, isUnresized, cache, onPicture }: Job): Promise<Published> {
  const { path, absolute, bytes } = file;
  if (bytes > maxBytes) throw tooLarge(bytes);
  const original = readFileSync(absolute);
  const key = cache.keyOf(original);
  let decoded: Promise<Pixels> | undefined;
  function pixelsOf(found: Measured): Promise<Pixels> {
    if (!decoded) onPicture(path);
    decoded ??= decode(original, largestWidth(found));
    return decoded;
  }
  const named = extensionOf(path).slice(1).replace('jpg', 'jpeg') as Format | 'gif';
  const measured = await cache.file(`${key}-${named}`, 'json', async () => {
    const header = await readHeader(original);
    refuseUnfit(header, named);
    // A truncated file has a valid header, so it must be decoded to the end.
    await pixelsOf(header);
    return JSON.stringify(header);
  });
  const found: Measured = JSON.parse(readFileSync(measured, 'utf8'));
  const { width, height } = found;
  if (named === 'gif' || found.pages > 1 || isUnresized)
    return { files: [copyOf(file)], image: { src: `/${path}`, width, height, bytes, key } };
  const largest = largestWidth(found);
  const heightAt = (w: number) => Math.max(1, Math.round((height * w) / width));
  const resized = (w: number, to: Format) =>
    cache.file(`${key}-${w}`, to, async () =>
      encode(await pixelsOf(found), (image) =>
        image.resize(w, heightAt(w), { fit: 'fill' }).toFormat(to, encodings[to](w)),
      ),
    );
  // Content has no files in `assets/`, and hosts may cache these forever.
  const name = `assets/${fileName(basename(path, extname(path)), key)}`;
  const candidates = [...widths.filter((w) => w < largest), largest].map((w) => ({
    w,
    at: `${name}-${w}.avif`,
  }));
  const [fallback, ...files] = await Promise.all([
    resized(largest, named),
    ...candidates.map(async ({ w, at }) => ({ path: at, content: { copyOf: await resized(w, 'avif') } })),
  ]);
  const image = {
    src: `/${path}`,
    width: largest,
    height: heightAt(largest),
    // All browsers that the stylesheet supports show AVIF.
    sources: [{ type: 'image/avif', srcset: candidates.map(({ w, at }) => `/${at} ${w}w`).join(', ') }],
    bytes: statSync(fallback).size,
    key,
  };
  return { files: [{ path, content: { copyOf: fallback } }, ...files], image };
}

const largestWidth = ({ width, height }: Measured): number =>
  Math.max(1, Math.min(width, maxWidth, Math.floor((maxWebpSide * width) / height)));

/** Rejects with `UnusableImage`. */
async function publishDrawing({ path, absolute, bytes }: MediaFile, cache: FileCache): Promise<Published> {
  if (bytes > maxSvgBytes) {
    const message = `This drawing is ${(bytes / 1024 / 1024).toFixed(1)} MiB large; the most is 5 MiB.`;
    const hint =
      'Simplify it in the drawing program, or export a PNG. A picture inside it is better as a file of its own.';
    throw new UnusableImage(message, hint);
  }
  const original = readFileSync(absolute);
  const text = decodeSvg(original);
  if (text === undefined) {
    // Says so if the file is another kind of image.
    refuseUnfit(await readHeader(original), 'svg');
    throw notUtf8();
  }
  const drawing = cleanSvg(text);
  await tryDrawing(drawing.text, cache);
  const size = Buffer.byteLength(drawing.text);
  const { width, height } = drawing;
  const image = { src: `/${path}`, width, height, bytes: size, key: cache.keyOf(drawing.text), drawing };
  return { files: [{ path, content: drawing.text }], image };
}
