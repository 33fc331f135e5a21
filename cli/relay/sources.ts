import { openFile } from './file.ts';
import type { Kind } from './frames.ts';
import type { Limits, Source } from './options.ts';
import { openStream } from './upstream.ts';

/** What an open source tells. Nothing comes before `start`, and nothing after `end`. */
export interface SourceEvents {
  /** It sends sound of this kind from now on. */
  readonly start: (kind: Kind) => void;
  readonly sound: (bytes: Buffer) => void;
  readonly title: (title: string | undefined) => void;
  /** It failed or ended; why, in words for the log. */
  readonly end: (reason: string) => void;
}

/**
 * Opens a source. Its events come later, never before this returns.
 *
 * @returns a function that closes it without another word
 */
export function openSource(
  source: Source,
  limits: Pick<Limits, 'header' | 'silence'>,
  events: SourceEvents,
): () => void {
  return source.kind === 'file' ? openFile(source, events) : openStream(source.url, limits, events);
}
