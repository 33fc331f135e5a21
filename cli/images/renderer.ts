import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Cache, openCache } from './cache.ts';
import type { FaceFiles, Faces } from './lettering.ts';
import type { PrintedPicture } from './media.ts';

/** One of the drawings, as SVG. */
export type Drawing = (drawings: typeof import('./drawings.ts'), faces: Faces) => string;

/** Renders drawings, and has the cache of all images that are made. */
export interface Artist {
  readonly cache: Cache;
  /** Loads the drawings and their fonts when it is first called. Rejects with what the disk throws. */
  readonly draw: (drawing: Drawing) => Promise<string>;
}

export function createArtist(files: FaceFiles, cacheFolder: string): Artist {
  const load = async () => {
    const [{ openFaces }, drawings] = await Promise.all([import('./lettering.ts'), import('./drawings.ts')]);
    return [drawings, openFaces(files)] as const;
  };
  let loading: ReturnType<typeof load> | undefined;
  return {
    // The names of the font files change with the code of images.
    cache: openCache(cacheFolder, basename(files.display)),
    async draw(drawing) {
      loading ??= load();
      return drawing(...(await loading));
    },
  };
}

/** The bytes of an image to make others from: for SVG the clean text, otherwise the file at `absolute`. */
export const bytesOf = ({ drawing }: PrintedPicture, absolute: string): Buffer =>
  drawing ? Buffer.from(drawing.text) : readFileSync(absolute);
