import { get, type IncomingMessage } from 'node:http';
import { connect as connectPlain, isIP } from 'node:net';
import { Duplex, Transform } from 'node:stream';
import { connect as connectSecure } from 'node:tls';
import { contentTypeOf } from '../lib/sound-frames.ts';
import { createIcySplitter, decodeText, printableText, titleOf } from './icy.ts';
import type { Limits, StreamEvents, StreamInfo } from './options.ts';

const maxRedirects = 5;
/** What is read at once, and then in a second, in bytes: no MP3 needs more than 40,000. Whoever sends more has to wait. */
const maxAtOnce = 256 * 1024;
export const maxInASecond = 64 * 1024;

/** What errors mean here. */
const reasons: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'its header does not end',
  ECONNRESET: 'it ended',
};

/**
 * Opens a stream of an Icecast or SHOUTcast server, or of another relay, over http or https. A redirect is followed to the same host and to
 * those of `follow`.
 *
 * @returns a function that closes it, after which no event comes
 */
export function openStream(
  url: URL,
  limits: Pick<Limits, 'header' | 'silence'>,
  follow: readonly string[],
  events: StreamEvents,
): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let disconnect = () => {};

  function close() {
    isOver = true;
    clearTimeout(timer);
    disconnect();
  }

  function end(reason: string) {
    if (isOver) return;
    close();
    events.end(reason);
  }

  function restartTimer(reason: string, time: number) {
    clearTimeout(timer);
    timer = setTimeout(end, time, reason);
  }

  function connect(to: URL, redirects = 0) {
    const request = ask(to);
    disconnect = () => request.destroy();
    restartTimer('it did not answer in time', limits.header);
    request.on('error', (error: NodeJS.ErrnoException) =>
      end(
        reasons[error.code ?? ''] ??
          (error.code?.startsWith('HPE_') ? 'it does not speak HTTP' : error.message),
      ),
    );
    request.on('response', (response) => {
      const { location } = response.headers;
      if (location !== undefined && /^30[12378]$/.test(String(response.statusCode))) {
        request
          .removeAllListeners('error')
          .on('error', () => {})
          .destroy();
        return redirect(location, to, redirects + 1);
      }
      const answer = readAnswer(response);
      if (typeof answer === 'string') return end(answer);
      receive(response, answer.interval);
      events.start(answer.info);
    });
  }

  function redirect(location: string, from: URL, redirects: number) {
    const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
    const isAllowed = to && /^https?:$/.test(to.protocol) && [url.hostname, ...follow].includes(to.hostname);
    if (!isAllowed)
      end(`it redirects to ${to?.host || 'nowhere'}: name that address, or allow its host with --follow`);
    else if (redirects > maxRedirects) end('it redirects in circles');
    else connect(to, redirects);
  }

  function receive(response: IncomingMessage, interval: number) {
    const restrain = createRestraint(response);
    const split = interval > 0 ? createIcySplitter(interval) : undefined;
    response.on('data', (chunk: Buffer) => {
      restrain(chunk.length);
      restartTimer('it fell silent', limits.silence);
      for (const { kind, bytes } of split?.(chunk) ?? [{ kind: 'sound', bytes: chunk } as const]) {
        if (isOver) return;
        if (kind === 'sound') events.sound(bytes);
        else events.title(titleOf(bytes));
      }
    });
    response.on('error', (error) => end(error.message));
    response.on('close', () => end('it ended'));
  }

  connect(url);
  return close;
}

function ask(url: URL) {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const address = { host, port: Number(url.port) || (isSecure ? 443 : 80) };
  return get({
    ...address,
    path: `${url.pathname}${url.search}`,
    auth: url.username && `${decoded(url.username)}:${decoded(url.password)}`,
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

/** Makes `HTTP/1.0 200 OK` of the `ICY 200 OK` of old SHOUTcast servers. */
function icyAsHttp(): Transform {
  let isFirst = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const isIcy = isFirst && chunk.toString('latin1', 0, 4) === 'ICY ';
      isFirst = false;
      done(null, isIcy ? Buffer.concat([Buffer.from('HTTP/1.0 '), chunk.subarray(4)]) : chunk);
    },
  });
}

/** A part of an address without its percent-encoding; as it is if that is wrong: a lone % is a character of a password. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Pauses a stream that sends more than sound can need. */
function createRestraint(stream: IncomingMessage): (bytes: number) => void {
  let allowance = maxAtOnce;
  let allowedAt = performance.now();
  return (bytes) => {
    const now = performance.now();
    allowance = Math.min(maxAtOnce, allowance + ((now - allowedAt) / 1000) * maxInASecond) - bytes;
    allowedAt = now;
    if (allowance > 0) return;
    stream.pause();
    setTimeout(() => stream.resume(), (-allowance / maxInASecond) * 1000).unref();
  };
}

/** What the header of an answer says, or why its stream cannot be relayed. */
function readAnswer({
  statusCode,
  headers,
}: IncomingMessage): { readonly info: StreamInfo; readonly interval: number } | string {
  if (statusCode !== 200) return `it answers ${statusCode}`;
  if (headers['content-length'] !== undefined)
    return 'it sends a file of a fixed length, not a stream: download it, and relay it as file:…';
  // SHOUTcast 1 may leave the type out, and then sends MP3.
  const type = headers['content-type'] || 'audio/mpeg';
  const contentType = contentTypeOf(type);
  if (!contentType)
    return `it sends ${type.split(';')[0]}, which a listener cannot join midway: relay an MP3 or AAC stream`;
  const interval = Number(headers['icy-metaint'] ?? 0);
  if (!Number.isInteger(interval) || interval < 0 || interval > 1024 * 1024)
    return 'its icy-metaint is not valid';
  const text = (name: string) => decodeText(Buffer.from(String(headers[name] ?? ''), 'latin1'));
  const name = printableText(text('icy-name')) || undefined;
  return { info: { contentType, name, bitRate: /^\d{1,4}/.exec(text('icy-br'))?.[0] }, interval };
}
