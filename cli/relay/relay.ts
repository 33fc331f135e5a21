import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { createAdmission, type Refusal } from './admission.ts';
import type { RelayOptions } from './flags.ts';
import { createIcyWriter } from './icy.ts';
import { metricsOf } from './metrics.ts';
import type { StreamInfo } from './options.ts';
import type { Request } from './request-head.ts';
import { createStation, type Station } from './station.ts';
import { findUnread } from './unread.ts';

export type Relay = ReturnType<typeof createRelay>;

type Headers = Readonly<Record<string, string>>;

interface Answer extends Refusal {
  readonly headers?: Headers;
}

const metricsType = 'text/plain; version=0.0.4; charset=utf-8';
/** Bytes of sound between titles, for players that ask for them. */
const icyInterval = 16_000;
const allow = 'GET, HEAD, OPTIONS';

/** For somebody who may come again after these seconds. */
const retry = { 'Retry-After': '5' };
const answer = (status: number, text: string, headers: Headers = {}): Answer => ({ status, text, headers });

/** A relay of stations. Nothing is opened before somebody listens, unless it is `alwaysOn`. Throws if an address to trust is not valid. */
export function createRelay(options: RelayOptions) {
  const { limits, allowOrigin } = options;
  const all = options.stations.map((station) => createStation(station, options));
  const admit = createAdmission(options);
  let isStopping = false;

  const sweep = setInterval(async () => {
    const unread = await findUnread(limits.backlog);
    for (const station of all) station.drop(unread);
  }, limits.sweep).unref();

  /** The head of an answer, in Latin-1. */
  function headOf({ headers: { origin } }: Request, status: number, headers: Headers): string {
    const fields: Headers = {
      ...headers,
      Connection: 'close',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(allowOrigin.length > 0 && { Vary: 'Origin' }),
      ...(typeof origin === 'string' &&
        allowOrigin.includes(origin) && { 'Access-Control-Allow-Origin': origin }),
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
  }

  function send(socket: Socket, request: Request, { status, text, headers }: Answer) {
    const head = headOf(request, status, {
      'Content-Type': 'text/plain; charset=utf-8',
      ...(status !== 204 && { 'Content-Length': String(Buffer.byteLength(text) + 1) }),
      ...headers,
    });
    const hasBody = status !== 204 && request.method !== 'HEAD';
    socket.end(hasBody ? `${head}${text}\n` : head, () => socket.destroy());
  }

  /** What to answer, or the station whose sound is asked for. */
  function answerTo({ method, url: given = '', headers: { accept = '' } }: Request): Answer | Station {
    if (isStopping) return answer(503, 'closing', retry);
    // Clients of a proxy name the host as well.
    const url = given.replace(/^https?:\/\/[^/?#]*/i, '');
    const [path = ''] = url.split('?', 1);
    if (!['/api/stream', '/api/now-playing', '/healthz', '/metrics'].includes(path))
      return answer(404, 'There is nothing here but /api/stream and /api/now-playing.');
    if (method === 'OPTIONS') return answer(204, '', { Allow: allow, 'Access-Control-Allow-Methods': allow });
    if (method !== 'GET' && method !== 'HEAD')
      return answer(405, `Only ${allow} are answered here.`, { Allow: allow });
    const stale = all.filter(({ age }) => (age() ?? 0) > limits.silence).map(({ port }) => port);
    if (path === '/healthz')
      return stale.length > 0 ? answer(503, `silent: ${stale.join(', ')}`) : answer(200, 'ok');
    if (path === '/metrics') return answer(200, metricsOf(all), { 'Content-Type': metricsType });
    const ports = url.match(/(?<=[?&])port(?:=[^&]*)?(?=&|$)/g) ?? [];
    if (ports.length !== 1) return answer(400, 'Name one station, as in ?port=8000.');
    // Compared as it was written: nothing is decoded or trimmed.
    const station = all.find(({ port }) => `port=${port}` === ports[0]);
    if (!station) return answer(404, 'There is no such station.');
    return path === '/api/stream' ? station : nowPlaying(station, accept.includes('text/event-stream'));
  }

  function nowPlaying({ port, title }: Station, asEvents: boolean): Answer {
    const text = JSON.stringify({ port, title: title() ?? null });
    if (!asEvents) return answer(200, text, { 'Content-Type': 'application/json' });
    // An open connection costs as much as the sound. So this one is closed, and browsers ask again by themselves.
    return answer(200, `retry: ${limits.titles}\ndata: ${text}\n`, { 'Content-Type': 'text/event-stream' });
  }

  function stream(socket: Socket, request: Request, station: Station) {
    const isHead = request.method === 'HEAD';
    const refused = isHead ? undefined : admit(socket, request);
    if (refused) return send(socket, request, { ...refused, headers: retry });
    // Whoever hangs up, or goes on talking, has left.
    if (!isHead) socket.on('data', destroy).on('end', destroy);
    let waits = true;
    const cancel = station.whenReady((ready) => {
      waits = false;
      if (socket.destroyed) return;
      if (!ready) return send(socket, request, answer(503, 'The station is silent at the moment.', retry));
      const wantsTitles = request.headers['icy-metadata'] === '1';
      const head = headOf(request, 200, streamHeaders(ready, wantsTitles));
      if (isHead) socket.end(head, () => socket.destroy());
      else station.add(socket, head, wantsTitles ? createIcyWriter(icyInterval, station.title) : undefined);
    });
    if (waits) socket.once('close', cancel);
  }

  return {
    stations: all,
    /** Answers a request on a socket that nobody else reads or writes, and closes it in the end; `isFull`: there is no room for it. */
    handle(socket: Socket, request: Request, isFull = false): void {
      const found = isFull ? answer(503, 'There is no room for more connections.', retry) : answerTo(request);
      if ('status' in found) send(socket, request, found);
      else stream(socket, request, found);
    },
    /** Takes no newcomers, ends all who listen, and closes the sources. */
    async stop() {
      isStopping = true;
      clearInterval(sweep);
      await Promise.all(all.map((station) => station.stop()));
    },
  };
}

const streamHeaders = ({ contentType, name, bitRate }: StreamInfo, wantsTitles: boolean): Headers => ({
  'Content-Type': contentType,
  'Accept-Ranges': 'none',
  'X-Accel-Buffering': 'no',
  ...(wantsTitles && {
    'icy-metaint': String(icyInterval),
    ...(name && { 'icy-name': Buffer.from(name).toString('latin1') }),
    ...(bitRate && { 'icy-br': bitRate }),
  }),
});

/** For events that end a connection; one function for all of them. */
export function destroy(this: Socket) {
  this.destroy();
}
