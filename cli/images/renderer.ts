import { basename } from 'node:path';
import { keyOf, type Memory } from './cache.ts';
import type * as drawings from './drawings.ts';
import type { FaceFiles, Faces } from './lettering.ts';

/** What draws, and remembers what it has drawn. */
export interface Artist {
  readonly memory: Memory;
  /** The file with a drawing as SVG that follows from `words` alone. Rejects with what drawing and the disk throw. */
  readonly draw: (words: readonly string[], drawing: (hand: Hand) => string) => Promise<string>;
  /** The key of everything that follows from `words` and this state of the drawing code. */
  readonly keyOf: (...words: readonly (string | Uint8Array)[]) => string;
  /** The hand itself, loaded when it is first needed. */
  readonly hand: () => Promise<Hand>;
}

/** The drawings and the faces to letter them with. */
export interface Hand {
  readonly faces: Faces;
  readonly drawings: typeof drawings;
}

/** An artist whose font files are `faces` and whose drawings are kept in `memory`. */
export function createArtist(faces: FaceFiles, memory: Memory): Artist {
  let loading: Promise<Hand> | undefined;
  const hand = () => {
    loading ??= (async () => {
      const [{ openFaces }, drawings] = await Promise.all([
        import('./lettering.ts'),
        import('./drawings.ts'),
      ]);
      return { faces: openFaces(faces), drawings };
    })();
    return loading;
  };
  const key: Artist['keyOf'] = (...words) => keyOf(basename(faces.display), ...words);
  return {
    memory,
    keyOf: key,
    hand,
    draw: (words, drawing) => memory.file(key(...words), 'svg', async () => drawing(await hand())),
  };
}
