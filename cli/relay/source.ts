import { openFile } from './file.ts';
import type { Source, StreamInfo } from './options.ts';
import { formatAt, packingOf } from './sound-frames.ts';
import { createSplicer } from './splice.ts';
import { openStream, type StreamOptions } from './upstream.ts';

/** How the sound of a source joins what was sent before. */
export interface Beginning extends StreamInfo {
  /** The sound format; `undefined` if it is the same as before. */
  readonly format: string | undefined;
  /** It goes on at the next byte after the last that was sent, rather than at a frame. */
  readonly isSpliced: boolean;
}

export interface Sound {
  readonly sound: Buffer;
  /** Only on the first sound. */
  readonly beginning?: Beginning;
  /** Whether the source has sent new sound: sound after the last byte that was sent, or for longer than a burst. */
  readonly isProven: boolean;
}

/** An event of a source; the last one is its end, with the reason for the log. */
export type SourcePart = Sound | { readonly title: string | undefined } | { readonly end: string };

export interface SourceOptions extends StreamOptions {
  /** How much sound a file sends at once, in milliseconds. */
  readonly ahead: number;
  /** The newest sound that was sent before. */
  readonly sent: () => Buffer;
  /** Whether sound is dropped until it is proven, because listeners hear the fallback, or nothing. */
  readonly isHeld: () => boolean;
}

/** Opens a source and joins it to what was sent before, until `signal` closes it. */
export async function* openSource(source: Source, options: SourceOptions): AsyncGenerator<SourcePart> {
  let join: ((sound: Buffer) => SourcePart | undefined) | undefined;
  const { signal, ahead } = options;
  const parts = source.kind === 'file' ? openFile(source, signal, ahead) : openStream(source.url, options);
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

/** Finds where the sound of a source begins, and when it is proven. The function it returns gives `undefined` for sound that is not sent. */
function createJoin(info: StreamInfo, source: Source, { limits, sent, isHeld }: SourceOptions) {
  const packing = packingOf(info.contentType);
  /** When the current run of sound without a pause began, and when sound last came. */
  let since = 0;
  let last = Number.NEGATIVE_INFINITY;
  let isProven = false;
  let hasBegun = false;
  let splice: ReturnType<typeof createSplicer> | undefined;

  return (bytes: Buffer): SourcePart | undefined => {
    const now = performance.now();
    // Sound that comes only now and then does not prove a stream.
    if (now - last > limits.trial / 2) since = now;
    last = now;
    isProven ||= (hasBegun || isHeld()) && now - since > limits.trial;
    if (isHeld() && !isProven) return undefined;
    if (hasBegun) return { sound: bytes, isProven };
    // A file starts at its beginning: it is not searched for what was sent.
    const before = () => (source.kind === 'file' || isHeld() ? Buffer.alloc(0) : sent());
    splice ??= createSplicer(before(), packing, limits.silence);
    const spliced = splice(bytes);
    if (!spliced) return undefined;
    hasBegun = true;
    const { rest: sound, isSpliced } = spliced;
    // Sound after the last byte that was sent is new. It may go on in the middle of a frame, in the same format.
    isProven ||= isSpliced;
    const format = isSpliced ? undefined : formatAt(sound, 0, packing);
    return { sound, beginning: { ...info, format, isSpliced }, isProven };
  };
}
