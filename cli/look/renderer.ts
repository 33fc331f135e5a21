import { basename } from 'node:path';
import { keyOf } from '../lib/content-hash.ts';
import type { FileCache } from '../lib/file-cache.ts';
import type { Look } from './drawings.ts';

/** One of the drawings, as SVG. */
export type Drawing = (drawings: typeof import('./drawings.ts'), look: Look) => string;

export type ImageRenderer = ReturnType<typeof createImageRenderer>;

/** Everything that drawings depend on besides their text. */
export interface DrawnLook extends Pick<Look, 'palette' | 'nameplate'> {
  /** Font files, whose names include a content hash. */
  readonly faces: Readonly<Record<'display' | 'label', string>>;
}

/** Renders drawings, with the cache for everything rendered. */
export function createImageRenderer({ faces, palette, nameplate }: DrawnLook, cache: FileCache) {
  const load = async () => {
    const [{ openFace }, drawings] = await Promise.all([import('./lettering.ts'), import('./drawings.ts')]);
    const [display, label] = [openFace(faces.display), openFace(faces.label)];
    return [drawings, { display, label, palette, nameplate }] as const;
  };
  let loading: ReturnType<typeof load> | undefined;
  const look = keyOf(basename(faces.display), basename(faces.label), palette, nameplate);
  return {
    /** Its keys include the look. */
    cache: { ...cache, keyOf: (...parts) => cache.keyOf(look, ...parts) } satisfies FileCache,
    /** The first call loads the fonts. Rejects with system errors. */
    async draw(drawing: Drawing): Promise<string> {
      loading ??= load();
      return drawing(...(await loading));
    },
  };
}
