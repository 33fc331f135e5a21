import { openFile } from './file.ts';
import type { Source, StreamInfo } from './options.ts';
import { formatAt, packingOf } from './sound-frames.ts';
import { createSplicer } from './splice.ts';
import { openStream, type StreamOptions } from './upstream.ts';

/** How the sound of a source goes on. */
export interface Beginning extends StreamInfo {
  /** The kind of sound; `undefined` if it is that of before. */
  readonly format: string | undefined;
  /** At the very next byte after what was sent before; otherwise at a frame. */
  readonly isSpliced: boolean;
}

export interface Sound {
  readonly sound: Buffer;
  /** With its first sound. */
  readonly beginning?: Beginning;
  /** It has sent new sound: what follows the last byte that was sent, or sound for longer than a burst. */
  readonly isProven: boolean;
}

/** What comes of a source; an end is the last, with its reason in words for the log. */
export type SourcePart = Sound | { readonly title: string | undefined } | { readonly end: string };

export interface SourceOptions extends StreamOptions {
  /** The newest of what was sent before. */
  readonly sent: () => Buffer;
  /** Whether its sound is dropped until it is proven, because listeners have other sound, or none. */
  readonly isHeld: () => boolean;
}

/** Opens a source and joins it to what was sent before, until `signal` closes it. */
export async function* openSource(source: Source, options: SourceOptions): AsyncGenerator<SourcePart> {
  let join: ((sound: Buffer) => SourcePart | undefined) | undefined;
  const parts = source.kind === 'file' ? openFile(source, options.signal) : openStream(source.url, options);
  try {
    for await (const part of parts) {
      if ('info' in part) join = createJoin(part.info, source, options);
      const found = 'sound' in part ? join?.(part.sound) : 'title' in part ? part : undefined;
      if (found) yield found;
    }
  } catch (error) {
    yield { end: error instanceof Error ? error.message : String(error) };
  }
}

/** Finds where the sound of a source begins, and when it is proven; what it returns gives `undefined` for sound that is not to be sent. */
function createJoin(info: StreamInfo, source: Source, { limits, sent, isHeld }: SourceOptions) {
  const packing = packingOf(info.contentType);
  /** When the sound began that has come without a pause since, and when it last came. */
  let since = 0;
  let last = Number.NEGATIVE_INFINITY;
  let isProven = false;
  let hasBegun = false;
  let splice: ReturnType<typeof createSplicer> | undefined;

  return (bytes: Buffer): SourcePart | undefined => {
    const now = performance.now();
    // Sound that comes now and then is no stream.
    if (now - last > limits.trial / 2) since = now;
    last = now;
    isProven ||= (hasBegun || isHeld()) && now - since > limits.trial;
    if (isHeld() && !isProven) return undefined;
    if (hasBegun) return { sound: bytes, isProven };
    // A file begins anew: what was sent is not looked for in it.
    const before = () => (source.kind === 'file' || isHeld() ? Buffer.alloc(0) : sent());
    splice ??= createSplicer(before(), packing, limits.silence);
    const spliced = splice(bytes);
    if (!spliced) return undefined;
    hasBegun = true;
    const { rest: sound, isSpliced } = spliced;
    // What follows the last byte that was sent is new. It may go on in the middle of a frame, with the same kind of sound.
    isProven ||= isSpliced;
    const format = isSpliced ? undefined : formatAt(sound, 0, packing);
    return { sound, beginning: { ...info, format, isSpliced }, isProven };
  };
}
