import { basename } from 'node:path';
import { type Cache, openCache } from './cache.ts';
import type { FaceFiles, Faces } from './lettering.ts';

/** One of the drawings, as SVG. */
export type Drawing = (drawings: typeof import('./drawings.ts'), faces: Faces) => string;

/** Renders drawings, and has the cache of all images that are made. */
export interface ImageRenderer {
  readonly cache: Cache;
  /** Loads the drawings and their fonts when it is first called. Rejects with what the disk throws. */
  readonly draw: (drawing: Drawing) => Promise<string>;
}

export function createImageRenderer(files: FaceFiles, cacheFolder: string): ImageRenderer {
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
