import type { Stats } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';

/** A file as it is now. */
export interface FileVersion {
  /** In bytes. */
  readonly size: number;
  /** To the second, as headers say it. */
  readonly modified: Date;
  readonly etag: string;
}

/** What of a file is sent: nothing, because the reader has it; all of it; its bytes from `start` to `end`; or nothing, as there are no such bytes. */
export type Part =
  | { readonly kind: 'unchanged' | 'whole' | 'beyond' }
  | { readonly kind: 'stretch'; readonly start: number; readonly end: number };

export const versionOf = ({ size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): FileVersion => ({
  size,
  modified: new Date(Math.floor(mtimeMs / 1000) * 1000),
  etag: `"${size.toString(36)}-${mtimeMs.toString(36)}"`,
});

/**
 * What a request for a file asks for (https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2). Several ranges at once, and what is not
 * understood, are answered with the whole file, as everyone may.
 */
export function partOf(headers: IncomingHttpHeaders, version: FileVersion): Part {
  if (isUnchanged(headers, version)) return { kind: 'unchanged' };
  const { range } = headers;
  if (range === undefined || !isStillMeant(headers['if-range'], version)) return { kind: 'whole' };
  return stretchOf(range, version.size);
}

function isUnchanged(headers: IncomingHttpHeaders, { etag, modified }: FileVersion): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) {
    const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.includes('*') || tags.includes(etag);
  }
  const since = headers['if-modified-since'];
  return since !== undefined && modified.getTime() <= Date.parse(since);
}

/** Whether the file a reader has a part of is the one that is here. */
const isStillMeant = (condition: string | string[] | undefined, { etag, modified }: FileVersion): boolean =>
  condition === undefined || condition === etag || condition === modified.toUTCString();

function stretchOf(range: string, size: number): Part {
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range) ?? [];
  if (first === '' && last === '') return { kind: 'whole' };
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  return start <= end ? { kind: 'stretch', start, end } : { kind: 'beyond' };
}
