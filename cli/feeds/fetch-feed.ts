import { once } from 'node:events';
import { STATUS_CODES } from 'node:http';
import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { type Dispatcher, errors, request } from 'undici';
import { parseUrl } from '../lib/web-address.ts';
import { type FeedClient, privateAddress, Refusal, Silence } from './feed-client.ts';

export type Answer = Fresh | Unchanged | Failed;

export interface ForNextRequest {
  readonly etag?: string;
  readonly lastModified?: string;
  /** Seconds for which it may be cached: `max-age` minus `Age`, never `s-maxage`. */
  readonly maxAge?: number;
  /** Where the permanent redirects at the start lead. */
  readonly movedTo?: string;
}

export interface Fresh extends ForNextRequest {
  readonly kind: 'fresh';
  /** Uncompressed, never empty. */
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  /** The address after all redirects. */
  readonly url: string;
}

/** The feed is as it was when it was last read. */
export interface Unchanged extends ForNextRequest {
  readonly kind: 'unchanged';
}

export interface Failed {
  readonly kind: 'failed';
  /** A clause in an editor's words: `it answered 404 Not Found`. */
  readonly reason: string;
  /** Of a server that refused. */
  readonly status?: number;
  /** The time of its Retry-After. */
  readonly retryAfter?: Date;
  /** The connection was interrupted. */
  readonly broken?: true;
  /** The host gave no answer. */
  readonly silent?: true;
}

export interface FetchOptions {
  readonly userAgent: string;
  /** The `Accept` of the request; that of feeds by default. */
  readonly accept?: string;
  /** Of the cached answer. */
  readonly etag?: string;
  readonly lastModified?: string;
  readonly signal?: AbortSignal;
  readonly now?: () => Date;
}

const noTime = 'there was no time for it';

/**
 * Requests a feed, and once more after a pause if the connection was interrupted or the server has a temporary error. A failure of the
 * network is an answer; the promise never rejects for that.
 */
export async function fetchFeed(address: string, client: FeedClient, options: FetchOptions): Promise<Answer> {
  const first = await attempt(address, client, options);
  if (first.kind !== 'failed' || !isTemporary(first)) return first;
  // The second try reports what ends the pause.
  await wait(client.limits.pause, undefined, { signal: options.signal }).catch(() => {});
  return attempt(address, client, options);
}

const isTemporary = ({ broken, status = 0, retryAfter }: Failed): boolean =>
  broken ?? (!retryAfter && [502, 503, 504].includes(status));

async function attempt(address: string, client: FeedClient, options: FetchOptions): Promise<Answer> {
  const { time } = client.limits;
  const stop = new AbortController();
  // undici does not abort while it connects.
  const stopped = once(stop.signal, 'abort').then(() => {
    throw stop.signal.reason;
  });
  const timer = setTimeout(() => stop.abort(new Silence(`it took longer than ${time / 1000} s`)), time);
  const cancel = () => stop.abort(new Refusal(noTime));
  options.signal?.addEventListener('abort', cancel);
  if (options.signal?.aborted) cancel();
  try {
    return await Promise.race([stopped, follow(address, client, options, stop.signal)]);
  } catch (error) {
    return failureOf(error, client.limits.bytes);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
    stop.abort();
  }
}

const acceptFeeds =
  'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml;q=0.9, ' +
  'application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1';

async function follow(
  address: string,
  client: FeedClient,
  { userAgent, accept = acceptFeeds, etag, lastModified, now = () => new Date() }: FetchOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const { redirects, bytes: maxBytes } = client.limits;
  const validators = { 'if-none-match': sendable(etag), 'if-modified-since': sendable(lastModified) };
  const headers = { 'user-agent': userAgent, accept, 'accept-encoding': 'gzip, br', ...validators };
  let url = checkedUrl(address, client);
  let movedTo: string | undefined;
  let isPermanent = true;
  for (let followed = 0; followed <= redirects; followed += 1) {
    const answer = await request(url, { dispatcher: client.dispatcher, signal, headers });
    answer.body.on('error', () => {});
    const status = answer.statusCode;
    const next = { ...forNextRequest(answer.headers), movedTo };
    if (status === 200) {
      const bytes = await readBody(answer, maxBytes);
      const contentType = field(answer.headers, 'content-type');
      return { kind: 'fresh', bytes, contentType, url: url.href, ...next };
    }
    answer.body.destroy();
    if (status === 304 && Object.values(validators).some(Boolean)) return { kind: 'unchanged', ...next };
    if (![300, 301, 302, 303, 307, 308].includes(status))
      return refused(status, answer.headers, now(), client.limits.retryAfter);

    const location = field(answer.headers, 'location');
    if (!location) throw new Refusal('it redirects without saying where');
    url = checkedUrl(Buffer.from(location, 'latin1').toString(), client, url);
    isPermanent &&= status === 301 || status === 308;
    if (isPermanent) movedTo = url.href;
  }
  throw new Refusal(`it redirects more than ${redirects} times`);
}

/** A validator that can be sent: printable ASCII, no longer than servers accept. */
const sendable = (value: string | undefined): string | undefined =>
  value && /^[ -~]{1,1000}$/.test(value) ? value : undefined;

/** An address, or where a redirect of `from` leads. @throws {Refusal} if it must not be requested */
function checkedUrl(address: string, { isAllowed }: FeedClient, from?: URL): URL {
  const it = from ? 'it redirects to an address that' : 'its address';
  const url = parseUrl(address, from?.href);
  if (!url) throw new Refusal(`${it} cannot be read`);
  url.hash = '';
  if (!/^https?:$/.test(url.protocol)) throw new Refusal(`${it} is neither http nor https`);
  if (url.protocol === 'http:' && from?.protocol === 'https:')
    throw new Refusal('it redirects from https to http');
  if (url.username || url.password) throw new Refusal(`${it} has a name or a password in it`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isAllowed(host)) throw privateAddress(host);
  return url;
}

type Headers = Dispatcher.ResponseData['headers'];

/** A header field that has one value. */
const field = (headers: Headers, name: string): string | undefined => [headers[name]].flat()[0] || undefined;

const forNextRequest = (headers: Headers): ForNextRequest => ({
  etag: field(headers, 'etag'),
  lastModified: field(headers, 'last-modified'),
  maxAge: maxAgeOf(headers),
});

function maxAgeOf(headers: Headers): number | undefined {
  const control = [headers['cache-control']].flat().join(', ');
  if (/(^|[\s,])no-(store|cache)($|[\s,])/i.test(control)) return 0;
  const seconds = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(control)?.[1];
  const age = /^\d{1,9}$/.exec(field(headers, 'age') ?? '')?.[0] ?? 0;
  return seconds ? Math.max(0, Number(seconds) - Number(age)) : undefined;
}

function refused(status: number, headers: Headers, now: Date, maxSeconds: number): Failed {
  const words = STATUS_CODES[status];
  const wait = [403, 429, 503].includes(status) ? field(headers, 'retry-after')?.trim() : undefined;
  return {
    kind: 'failed',
    reason: `it answered ${status}${words ? ` ${words}` : ''}`,
    status,
    retryAfter: wait ? retryAfterOf(wait, now, maxSeconds) : undefined,
  };
}

function retryAfterOf(wait: string, now: Date, maxSeconds: number): Date | undefined {
  const latest = now.getTime() + maxSeconds * 1000;
  // Date.parse accepts almost any text.
  const isDate = /^[A-Z][a-z]+, .* GMT$/.test(wait);
  const at = isDate ? Date.parse(wait) : now.getTime() + Number(/^\d+$/.exec(wait)?.[0]) * 1000;
  return at > now.getTime() ? new Date(Math.min(at, latest)) : undefined;
}

/** The uncompressed body. @throws {Refusal} if it is empty or has more than `max` bytes */
async function readBody({ headers, body }: Dispatcher.ResponseData, max: number): Promise<Uint8Array> {
  const coding = [headers['content-encoding']].flat().join(', ').toLowerCase();
  const unpack = unpackers.get(coding);
  if (!unpack && !['', 'identity'].includes(coding))
    throw new Refusal('its answer is compressed in an unknown way');
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > max) throw tooLong(max);
    chunks.push(chunk);
  }
  const packed = Buffer.concat(chunks);
  const bytes = unpack && length > 0 ? await unpack(packed, { maxOutputLength: max }) : packed;
  if (bytes.length === 0) throw new Refusal('its answer was empty');
  return bytes;
}

const tooLong = (max: number) => new Refusal(`it sent more than ${max / 1024 / 1024} MiB`);

const unpackers = new Map([
  ...['gzip', 'x-gzip', 'deflate'].map((coding) => [coding, promisify(unzip)] as const),
  ['br', promisify(brotliDecompress)],
]);

const interrupted = 'the connection was interrupted';
const reasons: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^ENOTFOUND$|^EAI_/, 'the host could not be found'],
  [/^ECONNREFUSED$/, 'the host refused the connection'],
  [/^E(HOST|NET)/, 'the host cannot be reached'],
  [/TIMEDOUT$|TIMEOUT$/, 'it did not answer in time'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, interrupted],
  [/^Z_BUF_ERROR$|^HTTP.*EOF/, interrupted],
  [/^HTTP|^UND_ERR_HEADERS_OVERFLOW$/, 'it does not speak HTTP'],
  [/^Proxy /, 'the proxy did not connect'],
  [/^Z_|^ERR_.*BROTLI|^ERR__/, 'its answer could not be uncompressed'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host'],
  [/CERT|^UNABLE_TO_/, 'its certificate cannot be trusted'],
  [/^ERR_(SSL|TLS)_|^EPROTO$/, 'a secure connection was not possible'],
  [/^UND_ERR_(DESTROYED|CLOSED)$|^ABORT_ERR$/, noTime],
];

/** Codes of a host that gives no answer; `EAI_AGAIN` and `ENETUNREACH` are those of our own network. */
const silence = /^ENOTFOUND$|^ECONN|^EHOST|^EPIPE$|TIMEDOUT$|TIMEOUT$|^UND_ERR_SOCKET$/;

/** @throws the error itself if it is not one of the network */
function failureOf(error: unknown, maxBytes: number): Failed {
  if (error instanceof Refusal)
    return { kind: 'failed', reason: error.message, silent: error instanceof Silence || undefined };
  const name = nameOf(error);
  if (name === 'ERR_BUFFER_TOO_LARGE') return failureOf(tooLong(maxBytes), maxBytes);
  const reason = reasons.find(([pattern]) => pattern.test(name))?.[1] ?? `the connection failed (${name})`;
  const broken = reason === interrupted || undefined;
  return { kind: 'failed', reason, broken, silent: silence.test(name) || undefined };
}

/** The code of an error of the network; undici puts some codes into the message. */
function nameOf(error: unknown): string {
  if (error instanceof errors.HTTPParserError) return `HTTP: ${error.message}`;
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
  return error.message.startsWith('Proxy ') ? error.message : error.code;
}
