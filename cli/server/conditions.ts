import type { Stats } from 'node:fs';
import type { IncomingMessage } from 'node:http';

/** The ETag that http-server gives a file when `weakEtags` is off. */
export const etagOf = ({ ino, size, mtime }: Pick<Stats, 'ino' | 'size' | 'mtime'>): string =>
  `"${ino}-${size}-${mtime.toISOString()}"`;

/**
 * Decides the conditions and the range of a request for a file (https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2), and rewrites
 * them into the only forms that http-server 14 reads rightly: `If-None-Match` with the file's ETag for a file that is unchanged,
 * `Range: bytes=first-last` for a part, neither for the whole file. Left alone, http-server knows no lists of ETags and no `If-Range`,
 * wants all conditions to hold at once, and takes `bytes=-3` and several ranges wrongly.
 *
 * @returns `false` where the range is outside the file
 */
export function rewriteConditions({ headers, method }: IncomingMessage, file: Stats): boolean {
  const unchanged = isUnchanged(headers, file);
  const range = method !== 'HEAD' && isSameVersion(headers['if-range'], file) ? headers.range : undefined;
  dropConditions(headers);
  if (unchanged) headers['if-none-match'] = etagOf(file);
  else if (range !== undefined) {
    const part = partOf(range, file.size);
    if (part === 'outside') return false;
    if (part !== 'whole') headers.range = part;
  }
  return true;
}

/** Takes conditions and range from a request, so that it is answered whole. */
export function dropConditions(headers: IncomingMessage['headers']) {
  for (const name of ['range', 'if-range', 'if-none-match', 'if-modified-since']) delete headers[name];
}

function isUnchanged(headers: IncomingMessage['headers'], file: Stats): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) {
    const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.includes('*') || tags.includes(etagOf(file));
  }
  const since = headers['if-modified-since'];
  return since !== undefined && Date.parse(file.mtime.toUTCString()) <= Date.parse(since);
}

const isSameVersion = (condition: string | string[] | undefined, file: Stats): boolean =>
  condition === undefined || condition === etagOf(file) || condition === file.mtime.toUTCString();

/** A range in the form `bytes=first-last`. Several ranges, and what is no range, mean the whole file. */
function partOf(range: string, size: number): string {
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range) ?? [];
  if (first === '' && last === '') return 'whole';
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  return start <= end ? `bytes=${start}-${end}` : 'outside';
}
