import type { ContentType } from '../../lib/sound-frames.ts';
import type { IcyPart } from './icy.ts';

/** Where a station's sound comes from: a stream, or a file that is played in a loop. */
export type Source =
  | { readonly kind: 'stream'; readonly url: URL }
  | {
      readonly kind: 'file';
      readonly path: string;
      /** The folder that `path` must stay in, also through links. */
      readonly within?: string;
    };

/** One entry of the allow-list: the key that listeners request as `port`, and the sound behind it. */
export interface StationOptions {
  /** The key, compared as text. */
  readonly port: string;
  readonly source: Source;
  /** Played when the source is gone for longer than `limits.grace`. */
  readonly fallback?: Source;
}

/** Times in milliseconds, sizes in bytes. `silence` and `grace` have flags; a test checks that the others fit together. */
export const defaultLimits = {
  /** A source that sends nothing for this long is gone. */
  silence: 10_000,
  grace: 30_000,
  /** The same with a fallback, which has to play before listeners have heard what they were sent ahead. */
  withFallback: { silence: 3000, grace: 4000 },
  /** How long listeners have to take what was sent when they are disconnected. */
  shutdown: 1000,
  /** How long to wait for a complete request. */
  header: 10_000,
  /** A source that sends new sound for this long is back. Servers begin with a burst of old sound even if their encoder hangs. */
  trial: 3000,
  /** The first wait before connecting again; it doubles up to `maxRetry`. */
  retry: 250,
  maxRetry: 1000,
  /** How often every listener is written to, in `slices` that take turns. */
  beat: 1000,
  slices: 20,
  /** What a newcomer is sent first: milliseconds of sound, and at most so many bytes. */
  burst: 8000,
  burstBytes: 256 * 1024,
  /** A listener that is behind by more than this is dropped. */
  backlog: 512 * 1024,
  titles: 10_000,
  report: 3_600_000,
};

export type Limits = Readonly<typeof defaultLimits>;

/** One line of the log: what happened, and to what. */
export type Log = (event: string, details?: Readonly<Record<string, unknown>>) => void;

/** A piece of a stream or a file; the first one is its type. */
export type Part = IcyPart | { readonly contentType: ContentType };
