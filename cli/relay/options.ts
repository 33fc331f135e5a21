import type { IcyPart } from './icy.ts';
import type { ContentType } from './sound-frames.ts';

/** Where a station's sound comes from: a stream, or a file that is played over and over. */
export type Source =
  | { readonly kind: 'stream'; readonly url: URL }
  | {
      readonly kind: 'file';
      readonly path: string;
      /** The folder that `path` is in and must not lead out of, not by links either. */
      readonly within?: string;
    };

/** One entry of the allow-list: what listeners ask for as `port`, and what they hear. */
export interface StationOptions {
  /** The key, compared character by character. */
  readonly port: string;
  readonly source: Source;
  /** What is played while the source is gone for longer than `limits.grace`. */
  readonly fallback?: Source;
}

/** Times in milliseconds, sizes in bytes. Operators may change the first four by flags; a test proves that the others are safe together. */
export const defaultLimits = {
  /** A source that sends nothing for this long is gone. */
  silence: 10_000,
  /** How long listeners are kept without sound. */
  grace: 30_000,
  /** How long a source stays open without listeners. */
  linger: 30_000,
  /** How long a shutdown takes at most. */
  shutdown: 10_000,
  /** A request, or a source's header, that is not whole in this time is given up. */
  header: 10_000,
  /** A source that sends new sound for this long is back. Servers start with a burst of old sound, also if their encoder hangs. */
  trial: 3000,
  /** The first wait before connecting again; it doubles up to `maxRetry`. */
  retry: 250,
  maxRetry: 1000,
  /** Every listener is written to this often; in `slices`, so that not all are at once. */
  beat: 1000,
  slices: 20,
  /** What a newcomer is sent first: so much time, but no more bytes. */
  burst: 8000,
  burstBytes: 256 * 1024,
  /** A listener behind by more than this is dropped, and how often the system's own buffers are checked for it. */
  backlog: 512 * 1024,
  sweep: 5000,
  /** How often pages ask for the title. */
  titles: 10_000,
  /** How often the listeners' hours are logged. */
  report: 3_600_000,
  /** How many listeners a relay that starts serves to itself. */
  warmUp: 6000,
};

export type Limits = Readonly<typeof defaultLimits>;

/** One line of the log: what happened, and to what. */
export type Log = (event: string, details?: Readonly<Record<string, unknown>>) => void;

/** What a stream says of itself. */
export interface StreamInfo {
  readonly contentType: ContentType;
  readonly name?: string | undefined;
  /** Kilobits a second. */
  readonly bitRate?: string | undefined;
}

/** One thing that a stream or a file sends; first what it says of itself. */
export type Part = IcyPart | { readonly info: StreamInfo };
