import { STATUS_CODES } from 'node:http';
import { isIP } from 'node:net';
import { fetch, type Headers, type Response } from 'undici';
import { parseUrl } from '../../lib/web-address.ts';
import { type FeedClient, privateAddress, Refusal } from './feed-client.ts';

export interface Answered {
  /** Unchanged is what has not changed since the cached answer. */
  readonly kind: 'fresh' | 'unchanged';
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly url: string;
}

export interface Failed {
  readonly kind: 'failed';
  /** A clause in an editor's words: `it answered 404 Not Found`. */
  readonly reason: string;
  /** Who failed: the host, which was silent or gave a useless answer, or this machine, which says nothing about the host. */
  readonly fault: 'silence' | 'answer' | 'ours';
  /** The seconds of its Retry-After. */
  readonly retryAfter?: number;
}

export interface FetchOptions {
  readonly userAgent: string;
  /** The `Accept` of the request; that of feeds by default. */
  readonly accept?: string;
  /** Of the cached answer. */
  readonly etag?: string;
  readonly lastModified?: string;
}

const maxRedirects = 5;
const interrupted = 'the connection was interrupted';

/** Requests a feed. A failure of the network is an answer; the promise never rejects for that. */
export async function fetchFeed(address: string, client: FeedClient, options: FetchOptions) {
  const request = () => follow(address, client, options).catch(failureOf);
  const first = await request();
  // A server may shut a connection that is kept open just when it is used again.
  return first.kind === 'failed' && first.reason === interrupted ? request() : first;
}

const acceptFeeds =
  'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml;q=0.9, ' +
  'application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1';

async function follow(
  address: string,
  client: FeedClient,
  { userAgent, accept = acceptFeeds, etag, lastModified }: FetchOptions,
): Promise<Answered | Failed> {
  const { dispatcher, limits } = client;
  const signal = AbortSignal.timeout(limits.time);
  const headers: Record<string, string> = { 'user-agent': userAgent, accept };
  if (etag) headers['if-none-match'] = etag;
  if (lastModified) headers['if-modified-since'] = lastModified;
  let url = checkedUrl(address, client);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(url, { dispatcher, signal, headers, redirect: 'manual' });
    const { status } = response;
    const kind = status === 304 && (etag || lastModified) ? 'unchanged' : 'fresh';
    if (status === 200 || kind === 'unchanged') {
      const bytes = await readBody(response, limits.bytes);
      return { kind, headers: response.headers, bytes, url: url.href };
    }
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (!location || ![301, 302, 303, 307, 308].includes(status)) return refused(response);
    url = checkedUrl(Buffer.from(location, 'latin1').toString(), client, url);
  }
  throw new Refusal(`it redirects more than ${maxRedirects} times`);
}

/** An address, or where a redirect of `from` leads. @throws {Refusal} if it must not be requested */
function checkedUrl(address: string, { isAllowed }: FeedClient, from?: URL): URL {
  const url = parseUrl(address, from?.href);
  const isWeb = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isWeb) throw new Refusal(from ? 'it redirects to no web address' : 'its address is no web address');
  if (url.protocol === 'http:' && from?.protocol === 'https:')
    throw new Refusal('it redirects from https to http');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isAllowed(host)) throw privateAddress(host);
  url.hash = '';
  return url;
}

function refused({ status, headers }: Response): Failed {
  const words = STATUS_CODES[status] ?? '';
  const wait = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(wait) ? Number(wait) : (Date.parse(wait) - Date.now()) / 1000;
  const retryAfter = seconds > 0 ? seconds : undefined;
  return { kind: 'failed', reason: `it answered ${status} ${words}`.trim(), fault: 'answer', retryAfter };
}

/** @throws {Refusal} if the body has more than `max` bytes */
async function readBody({ body }: Response, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > max) throw new Refusal(`it sent more than ${max / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What errors mean, by their codes, or by their messages if they have none. */
const failures: readonly (readonly [name: RegExp, reason: string, fault?: Failed['fault']])[] = [
  [/^UND_ERR_(DESTROYED|CLOSED)/, 'there was no time for it', 'ours'],
  [/^EAI_|^ENET|^UND_ERR_INVALID_ARG|cancelled/, 'it cannot be reached from this machine', 'ours'],
  [/^ENOTFOUND/, 'its host could not be found', 'silence'],
  [/^ECONNREFUSED|^EHOST|TIMEDOUT$|TIMEOUT/i, 'its host did not answer in time', 'silence'],
  [/^ECONN|^EPIPE|^UND_ERR_(SOCKET|RES_CONTENT)/, interrupted, 'silence'],
  [/CERT|^UNABLE_TO_/, 'its certificate cannot be trusted'],
  [/HTTP|^UND_ERR_HEADERS|^Z_|BROTLI|^ERR__/, 'its answer is damaged'],
];

/** @throws the error itself if it is not one of the network */
function failureOf(error: unknown): Failed {
  // `fetch` gives the error of the network as the cause of its own, except for that of a signal.
  const cause = error instanceof TypeError ? error.cause : error;
  if (cause instanceof Refusal) return { kind: 'failed', reason: cause.message, fault: 'answer' };
  if (!(cause instanceof Error) || (cause === error && !(cause instanceof DOMException))) throw error;
  const name = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
  const [, reason, fault = 'answer'] = failures.find(([pattern]) => pattern.test(name)) ?? [];
  return { kind: 'failed', reason: reason ?? `the connection failed (${name})`, fault };
}
