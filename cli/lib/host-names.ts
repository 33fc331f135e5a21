import { isIP } from 'node:net';
import { parseUrl } from './web-address.ts';

/**
 * The value of `--allow-host` as requests spell it: lower case, without a final dot. An initial dot means the name and all under it.
 * `undefined` if it is not a host name.
 */
export function readHostName(text: string): string | undefined {
  const [, dot = '', name = ''] = /^(\.?)([^\s:/?#@\\*]+)$/.exec(text.trim()) ?? [];
  const host = nameIn(name);
  return host && dot + host;
}

/** The name or address in a Host field or in `--allow-host`, as browsers read it: without port, brackets and final dot. */
const nameIn = (host: string): string | undefined =>
  parseUrl(`http://${host}`)?.hostname.replace(/^\[|\]$|\.$/g, '') || undefined;

/**
 * Why a request for a host is refused; `undefined` if it is answered. Answered are IP addresses, `localhost` and all under it, and `names`,
 * written as for `--allow-host`. This stops DNS rebinding: another site could point its own name at this machine, and read what is served.
 */
export function hostRefusal(host: string, names: readonly string[]): string | undefined {
  const name = nameIn(host);
  if (name === undefined) return 'The request does not say, or not clearly, which host it is for.';
  const known = ['.localhost', ...names.flatMap((name) => readHostName(name) ?? [])];
  const isKnown = known.some((host) => (host.startsWith('.') ? `.${name}`.endsWith(host) : name === host));
  if (isIP(name) || isKnown) return undefined;
  return `Galley does not answer under the name ${name}, so that no other site can read what is served here. If the name is yours, start Galley with --allow-host ${name}`;
}
