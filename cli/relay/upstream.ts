import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { contentTypeOf } from '../lib/sound-frames.ts';
import { createIcySplitter, decodeText, printableText, titleOf } from './icy.ts';
import type { Limits, StreamEvents, StreamInfo } from './options.ts';

const maxHeader = 16 * 1024;
const maxRedirects = 5;
/** What is read at once, and then in a second, in bytes: no MP3 needs more than 40,000. Whoever sends more has to wait. */
const maxAtOnce = 256 * 1024;
export const maxInASecond = 64 * 1024;

/**
 * Opens a stream of an Icecast or SHOUTcast server, or of another relay, over http or https. It speaks HTTP/1.0, so that the sound comes
 * as it is, through a bare socket, because old servers answer `ICY 200 OK`. A redirect is followed to the same host and to those of `follow`.
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
  let redirects = 0;
  let silence: NodeJS.Timeout | undefined;
  let closeSocket = () => {};

  function close() {
    isOver = true;
    clearTimeout(silence);
    closeSocket();
  }

  function end(reason: string) {
    if (isOver) return;
    close();
    events.end(reason);
  }

  function restartTimer(reason: string, time: number) {
    clearTimeout(silence);
    silence = setTimeout(end, time, reason);
  }

  function connect(from: URL) {
    let receive = readHeader;
    let header = Buffer.alloc(0);
    restartTimer('it did not answer in time', limits.header);
    closeSocket = request(
      from,
      (chunk) => {
        receive(chunk);
        if (!isOver && receive !== readHeader) restartTimer('it fell silent', limits.silence);
      },
      end,
    );

    function readHeader(chunk: Buffer) {
      header = Buffer.concat([header, chunk]);
      const found = /\r?\n\r?\n/.exec(header.subarray(0, maxHeader).toString('latin1'));
      if (!found) return header.length > maxHeader ? end('its header does not end') : undefined;
      const answer = parseHeader(header.subarray(0, found.index).toString('latin1'));
      if (typeof answer === 'string') return end(answer);
      if ('location' in answer) return redirect(answer.location);
      receive = answer.interval ? withoutTitles(answer.interval, events, () => isOver) : events.sound;
      events.start(answer.info);
      const sound = header.subarray(found.index + found[0].length);
      if (sound.length > 0 && !isOver) receive(sound);
    }

    function redirect(location: string) {
      const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
      const isAllowed =
        to && /^https?:$/.test(to.protocol) && [url.hostname, ...follow].includes(to.hostname);
      if (!isAllowed)
        return end(
          `it redirects to ${to?.host || 'nowhere'}: name that address, or allow its host with --follow`,
        );
      redirects += 1;
      if (redirects > maxRedirects) return end('it redirects in circles');
      closeSocket();
      connect(to);
    }
  }

  connect(url);
  return close;
}

/** Asks for a stream, and reads no faster than sound can be. Returns a function that closes the connection, after which nothing is called. */
function request(url: URL, receive: (chunk: Buffer) => void, end: (reason: string) => void): () => void {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const socket: Socket = isSecure
    ? connectSecure({ host, port, ...(isIP(host) ? {} : { servername: host }) })
    : connectPlain({ host, port });
  let allowance = maxAtOnce;
  let allowedAt = performance.now();
  let rest: NodeJS.Timeout | undefined;

  function restrain(bytes: number) {
    const now = performance.now();
    allowance = Math.min(maxAtOnce, allowance + ((now - allowedAt) / 1000) * maxInASecond) - bytes;
    allowedAt = now;
    if (allowance > 0) return;
    socket.pause();
    rest = setTimeout(() => socket.resume(), (-allowance / maxInASecond) * 1000);
  }

  socket.on('connect', () => {
    const credentials = `${decoded(url.username)}:${decoded(url.password)}`;
    socket.write(
      [
        `GET ${url.pathname}${url.search} HTTP/1.0`,
        `Host: ${url.host}`,
        'User-Agent: Galley relay',
        'Accept: */*',
        'Icy-MetaData: 1',
        ...(url.username ? [`Authorization: Basic ${Buffer.from(credentials).toString('base64')}`] : []),
        'Connection: close',
        '\r\n',
      ].join('\r\n'),
    );
  });
  socket.on('data', (chunk) => {
    restrain(chunk.length);
    receive(chunk);
  });
  socket.on('error', (error) => end(error.message));
  socket.on('close', () => end('it ended'));
  return () => {
    clearTimeout(rest);
    socket.removeAllListeners().on('error', () => {});
    socket.destroy();
  };
}

/** A part of an address without its percent-encoding; as it is if that is wrong: a lone % is a character of a password. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Passes the sound and the titles of a stream with ICY metadata on, each as what it is. */
function withoutTitles(interval: number, { sound, title }: StreamEvents, isOver: () => boolean) {
  const split = createIcySplitter(interval);
  return (chunk: Buffer) => {
    for (const { kind, bytes } of split(chunk)) {
      if (isOver()) return;
      if (kind === 'sound') sound(bytes);
      else title(titleOf(bytes));
    }
  };
}

/** What a header says: of the stream, or where the stream is; or why it cannot be relayed. */
function parseHeader(
  text: string,
): { readonly info: StreamInfo; readonly interval: number } | { readonly location: string } | string {
  const [first = '', ...lines] = text.split(/\r?\n/);
  const status = /^(?:HTTP\/1\.[01]|ICY) (\d{3})/.exec(first)?.[1];
  if (!status) return 'it does not speak HTTP';
  const fields = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  if (/^30[12378]$/.test(status)) return { location: fields.get('location') ?? '' };
  if (status !== '200') return `it answers ${status}`;
  if (fields.has('content-length'))
    return 'it sends a file of a fixed length, not a stream: download it, and relay it as file:…';
  if (/chunked/i.test(fields.get('transfer-encoding') ?? ''))
    return 'it sends chunks, which no HTTP/1.0 answer may';
  // SHOUTcast 1 may leave the type out, and then sends MP3.
  const type = fields.get('content-type') || 'audio/mpeg';
  const contentType = contentTypeOf(type);
  if (!contentType)
    return `it sends ${type.split(';')[0]}, which a listener cannot join midway: relay an MP3 or AAC stream`;
  const interval = Number(fields.get('icy-metaint') ?? 0);
  if (!Number.isInteger(interval) || interval < 0 || interval > 1024 * 1024)
    return 'its icy-metaint is not valid';
  const name = printableText(decodeText(Buffer.from(fields.get('icy-name') ?? '', 'latin1'))) || undefined;
  const bitRate = /^\d{1,4}/.exec(fields.get('icy-br') ?? '')?.[0];
  return { info: { contentType, name, bitRate }, interval };
}
