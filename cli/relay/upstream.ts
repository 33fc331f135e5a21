import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { type Kind, kindOf, mp3 } from './frames.ts';
import { createIcySplitter, titleOf } from './icy.ts';
import type { Limits, SourceEvents } from './options.ts';

/** Most bytes a header may have before it is no header. */
const mostHeader = 16 * 1024;
/** What is read at once, and then in a second, in bytes: no MP3 needs more than 40,000. Who sends more has to wait. */
const mostAtOnce = 256 * 1024;
const mostInASecond = 64 * 1024;

/**
 * Opens a stream of an Icecast or SHOUTcast server, or of another relay, over http or https. It speaks HTTP/1.0, so that the sound comes
 * as it is, through a bare socket, because old servers answer `ICY 200 OK`.
 *
 * @returns a function that closes it without another word
 */
export function openStream(
  url: URL,
  limits: Pick<Limits, 'header' | 'silence'>,
  events: SourceEvents,
): () => void {
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (secure ? 443 : 80);
  let over = false;
  const socket: Socket = secure
    ? connectSecure({ host, port, ...(isIP(host) ? {} : { servername: host }) })
    : connectPlain({ host, port });

  let timer = setTimeout(() => end('it did not answer in time'), limits.header);
  let receive = readHeader;
  let allowance = mostAtOnce;
  let allowedAt = performance.now();
  let rest: NodeJS.Timeout | undefined;
  let header = Buffer.alloc(0);

  function close() {
    over = true;
    clearTimeout(timer);
    clearTimeout(rest);
    socket.destroy();
  }

  function end(reason: string) {
    if (over) return;
    close();
    events.end(reason);
  }

  function readHeader(chunk: Buffer) {
    header = Buffer.concat([header, chunk]);
    const found = /\r?\n\r?\n/.exec(header.subarray(0, mostHeader).toString('latin1'));
    if (!found) {
      if (header.length > mostHeader) end('its header does not end');
      return;
    }
    const answer = parseHeader(header.subarray(0, found.index).toString('latin1'));
    const sound = header.subarray(found.index + found[0].length);
    if (typeof answer === 'string') return end(answer);
    const { kind, interval } = answer;
    receive = interval ? bySplitting(interval) : events.sound;
    events.start(kind);
    if (sound.length > 0 && !over) receive(sound);
  }

  function bySplitting(interval: number) {
    const split = createIcySplitter(interval);
    return (chunk: Buffer) => {
      for (const { kind, bytes } of split(chunk)) {
        if (over) return;
        if (kind === 'sound') events.sound(bytes);
        else events.title(titleOf(bytes));
      }
    };
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
  function restrain(bytes: number) {
    const now = performance.now();
    allowance = Math.min(mostAtOnce, allowance + ((now - allowedAt) / 1000) * mostInASecond) - bytes;
    allowedAt = now;
    if (allowance > 0) return;
    socket.pause();
    rest = setTimeout(() => socket.resume(), (-allowance / mostInASecond) * 1000);
  }

  socket.on('data', (chunk) => {
    if (over) return;
    restrain(chunk.length);
    receive(chunk);
    if (over || receive === readHeader) return;
    clearTimeout(timer);
    timer = setTimeout(() => end('it fell silent'), limits.silence);
  });
  socket.on('error', (error) => end(error.message));
  socket.on('close', () => end('it ended'));
  return close;
}

/** What a part of an address stands for; itself, where it stands for nothing: a lone % is a letter of a password. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What a header says, or why its stream cannot be relayed. */
function parseHeader(text: string): { readonly kind: Kind; readonly interval: number } | string {
  const [first = '', ...lines] = text.split(/\r?\n/);
  const status = /^(?:HTTP\/1\.[01]|ICY) (\d{3})/.exec(first)?.[1];
  if (!status) return 'it does not speak HTTP';
  const fields = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  if (status.startsWith('3'))
    return `it sends elsewhere, to ${fields.get('location') ?? 'nowhere'}: name that address instead`;
  if (status !== '200') return `it answers ${status}`;
  if (fields.has('content-length'))
    return 'it sends a file of a fixed length, not a stream: download it, and relay it as file:…';
  if (/chunked/i.test(fields.get('transfer-encoding') ?? ''))
    return 'it sends chunks, which no HTTP/1.0 answer may';
  // SHOUTcast 1 may leave the type out, and then sends MP3. Listeners are told no more than what is known here.
  const type = fields.get('content-type') || mp3.contentType;
  const kind = kindOf(type);
  if (!kind)
    return `it sends ${type.split(';')[0]}, which a listener cannot join midway: relay an MP3 or AAC stream`;
  const interval = Number(fields.get('icy-metaint') ?? 0);
  if (!Number.isInteger(interval) || interval < 0 || interval > 1024 * 1024)
    return 'its icy-metaint is no sensible number';
  return { kind, interval };
}
