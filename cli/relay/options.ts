import type { Kind } from './frames.ts';

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
  /** The key, matched letter by letter. */
  readonly port: string;
  readonly source: Source;
  /** What stands in when the source is gone for longer than `limits.grace`. */
  readonly fallback?: Source;
}

/** How long and how much; times in milliseconds, sizes in bytes. */
export interface Limits {
  /** A request, or an upstream's header, that is not whole in this time is given up. */
  readonly header: number;
  /** An upstream that sends nothing for this long is gone. */
  readonly silence: number;
  /** How long listeners are kept without sound. */
  readonly grace: number;
  /** How long an upstream stays open without listeners. */
  readonly linger: number;
  /** The first wait before connecting again; it doubles up to `retryMost`. */
  readonly retry: number;
  readonly retryMost: number;
  /** Every listener is written to this often; in `slices`, so that not all are at once. */
  readonly beat: number;
  readonly slices: number;
  /** What a newcomer is ahead: so much time, but never more bytes. */
  readonly burst: number;
  readonly burstBytes: number;
  /** A listener behind by more than this is dropped, and how often the system's own buffers are looked at for it. */
  readonly backlog: number;
  readonly sweep: number;
  /** How long a shutdown takes at most. */
  readonly shutdown: number;
}

export const defaultLimits: Limits = {
  header: 10_000,
  silence: 10_000,
  grace: 30_000,
  linger: 30_000,
  retry: 250,
  retryMost: 1000,
  beat: 1000,
  slices: 20,
  burst: 8000,
  burstBytes: 256 * 1024,
  backlog: 512 * 1024,
  sweep: 5000,
  shutdown: 10_000,
};

/** One line of the log: what happened, and to what. */
export type Log = (event: string, details?: Readonly<Record<string, unknown>>) => void;

/** What an open source tells. Nothing comes before `start`, and nothing after `end`. */
export interface SourceEvents {
  /** It sends sound of this kind from now on. */
  readonly start: (kind: Kind) => void;
  readonly sound: (bytes: Buffer) => void;
  readonly title: (title: string | undefined) => void;
  /** It failed or ended; why, in words for the log. */
  readonly end: (reason: string) => void;
}
