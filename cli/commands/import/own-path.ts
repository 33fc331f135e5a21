import { decoded, parseUrl } from '../../lib/web-address.ts';
import type { Archive } from './archive.ts';

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, '');

/** The path of an address, or of one relative to `from`, below the archive's site: `/2019/bridge/`, `/?p=123`. `undefined` for other hosts. */
export function ownPath({ hosts, basePath }: Archive, address: string, from = '/'): string | undefined {
  const own = [...hosts, 'archive.invalid'];
  const url = parseUrl(address, `https://${own[0]}${from}`);
  if (!url || !own.some((host) => withoutWww(host) === withoutWww(url.host))) return undefined;
  const path = decoded(url.pathname) ?? url.pathname;
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  return below === '/' ? `/${url.search.replace(/^\?page_id=/, '?p=').replace(/&.*/, '')}` : below;
}
