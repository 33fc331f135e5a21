import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Redirects } from '../addresses/redirects.ts';
import type { Edition } from '../content/model.ts';
import { hashOf } from '../lib/content-hash.ts';
import { isCopy } from './file-store.ts';
import { isCompressible, plainTypeOf } from './headers.ts';
import type { Writer } from './write.ts';

// Brotli’s 11 would be 2 % smaller, and takes three times as long.
const compress = (bytes: Buffer, ending: string) =>
  ending === '.gz'
    ? gzipSync(bytes, { level: 9 })
    : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } });

/** A writer that also writes compressed copies of texts, if a host of the paper sends such: these hosts need no pages at former addresses. */
export function withCopies(
  writer: Writer,
  { edition, redirects }: { readonly edition: Edition; readonly redirects: Redirects },
): Writer {
  const { hosts = [] } = edition.shared.site.data;
  const sendsBrotli = hosts.includes('caddy') || hosts.includes('apache');
  const endings = sendsBrotli ? ['.br', '.gz'] : hosts.includes('nginx') ? ['.gz'] : [];
  if (endings.length === 0) return writer;
  const kept = new Set<string>();

  /** The paths of the copies that are not kept, if those made with this key may be. */
  const missing = (path: string, key: string | undefined) =>
    (isCompressible(plainTypeOf(path)) && !redirects.at(`/${path}`) ? endings : []).filter((ending) => {
      const isKept = kept.has(path + ending) || (key && writer.keep(path + ending, key + ending));
      if (isKept) kept.add(path + ending);
      return !isKept;
    });

  return {
    ...writer,
    keep: (path, key, isCached) => missing(path, key).length === 0 && writer.keep(path, key, isCached),
    write(file, key) {
      const { path, content } = file;
      const bytes = isCopy(content) ? readFileSync(content.copyOf) : Buffer.from(content);
      const copyKey = key ?? hashOf(bytes);
      // A page may have the key of an older one with other pictures.
      for (const ending of missing(path, key ? undefined : copyKey))
        writer.write({ path: path + ending, content: compress(bytes, ending) }, copyKey + ending);
      writer.write(file, key);
    },
  };
}
