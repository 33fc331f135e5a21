import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect as connectPlain, isIP } from 'node:net';
import querystring from 'node:querystring';
import { Duplex } from 'node:stream';
import { connect as connectSecure } from 'node:tls';
import { type ContentType, contentTypeOf } from '../../lib/sound-frames.ts';
import type { RelayOptions } from './flags.ts';
import { createIcySplitter, type IcyPart, icyAsHttp } from './icy.ts';

/** A piece of a stream or a file; the first one is its type. */
export type Part = IcyPart | { readonly contentType: ContentType };

/** `follow` names hosts to which a stream may redirect, besides its own; `signal` closes it. */
export type StreamOptions = Pick<RelayOptions, 'limits' | 'follow'> & { readonly signal: AbortSignal };

/** The stream of an Icecast or SHOUTcast server, or of a relay. Throws when it fails or ends, with the reason for the log. */
export async function* openStream(url: URL, options: StreamOptions): AsyncGenerator<Part> {
  const { silence } = options.limits;
  let timer: NodeJS.Timeout | undefined;
  try {
    const response = await responseOf(url, options);
    const { contentType, interval } = readHeader(response);
    yield { contentType };
    const split = createIcySplitter(interval);
    timer = setTimeout(() => response.destroy(new Error('it fell silent')), silence);
    for await (const chunk of response) {
      timer.refresh();
      yield* split(chunk);
    }
    throw new Error('it ended');
  } finally {
    clearTimeout(timer);
  }
}

/** The response to a request, after at most so many redirects. */
async function responseOf(url: URL, options: StreamOptions, redirects = 5): Promise<IncomingMessage> {
  const { limits, follow, signal } = options;
  const request = requestStream(url, signal);
  const timer = setTimeout(() => request.destroy(new Error('it did not answer in time')), limits.silence);
  const answered = once(request, 'response').finally(() => clearTimeout(timer));
  const response: IncomingMessage = (await answered)[0];
  request.on('error', () => {});
  const { location } = response.headers;
  if (location === undefined || !/^30[12378]$/.test(String(response.statusCode))) return response;
  request.destroy();
  if (redirects === 0) throw new Error('it redirects in circles');
  const target = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
  if (target && /^https?:$/.test(target.protocol) && [url.hostname, ...follow].includes(target.hostname))
    return responseOf(target, options, redirects - 1);
  throw new Error(
    `it redirects to ${target?.host || 'nowhere'}: name that address, or allow its host with --follow`,
  );
}

function requestStream(url: URL, signal: AbortSignal) {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const address = { host, port: Number(url.port) || (isSecure ? 443 : 80) };
  return get({
    ...address,
    signal,
    path: `${url.pathname}${url.search}`,
    // Unlike `decodeURIComponent`, this accepts a lone % in a password.
    auth: url.username && `${querystring.unescape(url.username)}:${querystring.unescape(url.password)}`,
    headers: {
      Host: url.host,
      'User-Agent': 'Galley relay',
      Accept: '*/*',
      'Icy-MetaData': '1',
      Connection: 'close',
    },
    // Old servers are not strict.
    insecureHTTPParser: true,
    createConnection() {
      const socket = isSecure
        ? connectSecure({ ...address, ...(isIP(host) ? {} : { servername: host }) })
        : connectPlain(address);
      return Duplex.from({ readable: socket.pipe(icyAsHttp()), writable: socket });
    },
  });
}

/** Reads the header of a response. Throws the reason if its stream cannot be relayed. */
function readHeader({ statusCode, headers }: IncomingMessage) {
  if (statusCode !== 200) throw new Error(`it answers ${statusCode}`);
  if (headers['content-length'] !== undefined)
    throw new Error('it sends a file of a fixed length, not a stream: download it, and relay it as file:…');
  // SHOUTcast 1 may leave the type out, and then sends MP3.
  const type = headers['content-type'] || 'audio/mpeg';
  const contentType = contentTypeOf(type);
  if (!contentType)
    throw new Error(`it sends ${type.split(';')[0]}, which nobody can join midway: relay MP3 or AAC`);
  const interval = Number(headers['icy-metaint'] ?? 0);
  if (!Number.isInteger(interval) || interval < 0 || interval > 1024 * 1024)
    throw new Error('its icy-metaint is not valid');
  return { contentType, interval };
}
