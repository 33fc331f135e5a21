import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Picture } from '../../templates/types.ts';
import type { Images, OutputFile } from '../content/model.ts';
import type { FileCache } from '../lib/file-cache.ts';
import { fileName } from './pictures.ts';
import { inPool, processImage } from './pool.ts';

/** The shapes that Google asks for in the structured data of articles, and how wide these are, in pixels. */
const shapes = [16 / 9, 4 / 3, 1];
const [leastWidth, mostWidth] = [696, 1200];

export interface Media {
  /** By the path of the original; the first has the path of it. */
  readonly files: ReadonlyMap<string, readonly OutputFile[]>;
  readonly pictures: Images;
}

/**
 * Adds crops of the photographs at the paths of `focusOf`, around what must stay in sight. A shape that the photograph has already, or that
 * keeps less than half of it, is left out. Rejects with system errors.
 */
export async function addCrops(
  { files, pictures }: Media,
  focusOf: ReadonlyMap<string, Picture['focus']>,
  cache: FileCache,
): Promise<Media> {
  const all = { files: new Map(files), pictures: new Map(pictures) };
  async function add(path: string, focus: Picture['focus']) {
    const [image, made = []] = [pictures.get(path), files.get(path)];
    const [whole] = made.map(({ content }) => content);
    if (!image?.sources || typeof whole !== 'object' || !('copyOf' in whole)) return;
    const { width, height, key } = image;
    const position = focus ?? (height > width ? 'top' : 'center');
    const sizes = shapes.flatMap((shape) => {
      const kept = Math.min(width / height / shape, (shape * height) / width);
      const w = Math.round(Math.min(width, height * shape, mostWidth));
      return kept < 0.5 || kept > 0.98 || w < leastWidth ? [] : [{ w, h: Math.round(w / shape) }];
    });
    const name = `assets/${fileName(basename(path, extname(path)), key)}`;
    const crops = sizes.map(async ({ w, h }): Promise<OutputFile> => {
      const cut = `${w}x${h}-${position}`;
      const make = () =>
        processImage(readFileSync(whole.copyOf), (original) =>
          original.resize(w, h, { position }).webp({ quality: 72, effort: 2 }),
        );
      const file = await cache.file(`${key}-${cut}`, 'webp', make);
      return { path: `${name}-${cut}.webp`, content: { copyOf: file } };
    });
    const added = await Promise.all(crops);
    all.files.set(path, [...made, ...added]);
    all.pictures.set(path, { ...image, crops: added.map((file) => `/${file.path}`) });
  }
  await Promise.all(Array.from(focusOf, ([path, focus]) => inPool(() => add(path, focus))));
  return all;
}
