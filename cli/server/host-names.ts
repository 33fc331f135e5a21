import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * The value of `--allow-host` as requests spell it: lower case, without a final dot. An initial dot means the name and all under it.
 * `undefined` where it is not a host name.
 */
export function readHostName(text: string): string | undefined {
  const [, dot = '', name = ''] = /^(\.?)(.*?)\.?$/.exec(text.trim()) ?? [];
  const ascii = domainToASCII(name);
  return isName(ascii) || isIP(ascii) ? dot + ascii : undefined;
}

const isName = (text: string) =>
  /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/.test(text);

/**
 * Reads the target of a request, and refuses hosts other than IP addresses, `localhost` and all under it, and `names`, written as for
 * `--allow-host`. This stops DNS rebinding: another site that points its own name at this machine could read what is served here.
 *
 * @returns the path and query, or the status and message of the refusal
 */
export function createTargetReader(
  names: readonly string[],
): (
  request: IncomingMessage,
) => { readonly path: string } | { readonly status: number; readonly refusal: string } {
  const known = ['.localhost', ...names.flatMap((name) => readHostName(name) ?? [])];
  const isKnown = (name: string) =>
    known.some((host) => (host.startsWith('.') ? `.${name}`.endsWith(host) : name === host));

  /** Why a host is refused, if it is. */
  function refusalOf(host: string): string | undefined {
    const name = nameIn(host);
    if (name === undefined) return 'The request does not say, or not clearly, which host it is for.';
    if (isIP(name) || isKnown(name)) return undefined;
    return `Galley does not answer under the name ${name}, so that no other site can read what is served here. If the name is yours, start Galley with --allow-host ${name}`;
  }

  return (request) => {
    const hosts = request.headersDistinct.host ?? [];
    const { path, host } = split(request.url ?? '/');
    if (path === undefined) return { status: 400, refusal: 'The request names no page.' };
    const [asked = ''] = hosts;
    const refusal =
      refusalOf(hosts.length > 1 ? '' : asked) ?? (host === undefined ? undefined : refusalOf(host));
    return refusal === undefined ? { path } : { status: 403, refusal };
  };
}

/** A request target is a path, or a whole address, as proxies get it. */
function split(target: string): { readonly path?: string; readonly host?: string } {
  if (target.startsWith('/')) return { path: target.replace(/^\/+/, '/') };
  const [, host, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target) ?? [];
  return host === undefined ? {} : { host, path: `/${rest.replace(/^\/+/, '')}` };
}

/** The name or address in a Host field, without brackets, port or final dot; `undefined` where there is none. */
function nameIn(host: string): string | undefined {
  const [, v6, name] = /^(?:\[([\da-f:.]+)\]|([\w.-]+?)\.?)(?::\d{1,5})?$/i.exec(host) ?? [];
  if (v6 !== undefined) return isIP(v6) === 6 ? v6 : undefined;
  const lower = name?.toLowerCase();
  return lower !== undefined && (isName(lower) || isIP(lower) === 4) ? lower : undefined;
}
