import { openFile } from './file.ts';
import type { Limits, Source, SourceEvents } from './options.ts';
import { openStream } from './upstream.ts';

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
