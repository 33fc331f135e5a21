import type { Request } from './relay.ts';

/** The line and the fields of a request as browsers and players send it: nothing folded, nothing empty, no body, nothing after it. */
const plainRequest =
  /^GET (\/api\/[\w-]+\?[\w=&-]*) HTTP\/1\.1\r\n((?:[\w-]+: ?[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?\r\n)+)\r\n$/;

/** Fields that would make it another kind of request. */
const notPlain = new Set(['content-length', 'transfer-encoding', 'expect', 'upgrade', 'te', 'trailer']);

/** Reads a whole, plain request; `undefined` for all others, which `node:http` reads. */
export function readHead(chunk: Buffer): Request | undefined {
  if (chunk.length > 4096) return undefined;
  const [, url, fields] = plainRequest.exec(chunk.toString('latin1')) ?? [];
  if (!url || !fields) return undefined;
  const headers: Record<string, string> = {};
  for (const field of fields.slice(0, -2).split('\r\n')) {
    const colon = field.indexOf(':');
    const name = field.slice(0, colon).toLowerCase();
    if (notPlain.has(name) || Object.hasOwn(headers, name)) return undefined;
    headers[name] = field.slice(colon + 1).trim();
  }
  return headers.host ? { method: 'GET', url, headers } : undefined;
}
