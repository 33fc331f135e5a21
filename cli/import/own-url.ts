import { parseUrl } from '../lib/web-address.ts';
import type { Archive } from './archive.ts';

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, '');

/** An address of the archive, seen from another; `undefined` for those of other hosts. */
export function ownUrl({ hosts }: Pick<Archive, 'hosts'>, address: string, from: string): URL | undefined {
  const own = [...hosts, 'archive.invalid'];
  const url = parseUrl(address, `https://${own[0]}${from}`);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return own.some((host) => withoutWww(host) === withoutWww(url.host)) ? url : undefined;
}
