import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type AdmissionOptions, createAdmission } from './admission.ts';
import { createIcyWriter } from './icy.ts';
import { metricsOf } from './metrics.ts';
import type { StationOptions, StreamInfo } from './options.ts';
import { createStation, type Station, type StationSettings } from './station.ts';
import { endWithOtherSide } from './take-over.ts';
import { findUnread } from './unread.ts';

export interface RelayOptions extends AdmissionOptions, StationSettings {
  readonly stations: readonly StationOptions[];
  /** Origins of other sites whose pages may use the relay. */
  readonly allowOrigin: readonly string[];
}

export type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export type Relay = ReturnType<typeof createRelay>;

type Headers = Readonly<Record<string, string>>;

/** Seconds after which a listener who was refused may come again. */
const retryAfter = { 'Retry-After': '5' };
/** Bytes of sound between titles, for players that ask for them. */
const icyInterval = 16_000;
const allow = { Allow: 'GET, HEAD, OPTIONS' };

/** A relay of stations. Nothing is opened before somebody listens, unless it is `alwaysOn`. Throws if an address to trust is not valid. */
export function createRelay(options: RelayOptions) {
  const { limits, allowOrigin } = options;
  const all = options.stations.map((station) => createStation(station, options));
  const stations = new Map(all.map((station) => [station.port, station]));
  const admit = createAdmission(options);
  let isStopping = false;

  const sweep = setInterval(async () => {
    if (all.every((station) => station.listeners() === 0)) return;
    const unread = await findUnread(limits.backlog);
    for (const station of all) station.drop(unread);
  }, limits.sweep).unref();

  const common = ({ origin }: IncomingHttpHeaders): Headers => ({
    Connection: 'close',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(allowOrigin.length > 0 && { Vary: 'Origin' }),
    ...(origin && allowOrigin.includes(origin) && { 'Access-Control-Allow-Origin': origin }),
  });

  function answer(
    socket: Socket,
    { method, headers }: Request,
    status: number,
    text: string,
    more?: Headers,
  ) {
    const body = `${text}\n`;
    const head = headOf(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      ...common(headers),
      ...more,
    });
    socket.end(method === 'HEAD' ? head : `${head}${body}`, () => socket.destroy());
  }

  /** The station a URL names, or what is wrong with it. Compared as it was written: nothing is decoded or trimmed. */
  function stationOf(url: string): Station | { readonly status: number; readonly text: string } {
    const query = url.slice(url.indexOf('?') + 1);
    const ports = url.includes('?') ? query.split('&').filter((part) => /^port(=|$)/.test(part)) : [];
    if (ports.length !== 1) return { status: 400, text: 'Name one station, as in ?port=8000.' };
    const station = stations.get(ports[0]?.slice('port='.length) ?? '');
    return station ?? { status: 404, text: 'There is no such station.' };
  }

  function stream(socket: Socket, request: Request, station: Station) {
    const isHead = request.method === 'HEAD';
    const refusal = isHead ? undefined : admit(socket, request.headers);
    if (refusal) return answer(socket, request, refusal.status, refusal.text, retryAfter);
    if (!isHead) endWithOtherSide(socket);
    let waits = true;
    const cancel = station.whenReady((ready) => {
      waits = false;
      if (socket.destroyed) return;
      if (!ready) return answer(socket, request, 503, 'The station is silent at the moment.', retryAfter);
      const wantsTitles = request.headers['icy-metadata'] === '1';
      const head = headOf(200, { ...streamHeaders(ready, wantsTitles), ...common(request.headers) });
      if (isHead) socket.end(head, () => socket.destroy());
      else station.add(socket, head, wantsTitles ? createIcyWriter(icyInterval, station.title) : undefined);
    });
    if (waits) socket.once('close', cancel);
  }

  function nowPlaying(socket: Socket, request: Request, station: Station) {
    const title = JSON.stringify({ port: station.port, title: station.title() ?? null });
    if (!request.headers.accept?.includes('text/event-stream'))
      return answer(socket, request, 200, title, { 'Content-Type': 'application/json' });
    // An open connection costs as much as the sound. So this one is closed, and browsers ask again by themselves.
    answer(socket, request, 200, `retry: ${limits.titles}\ndata: ${title}\n`, {
      'Content-Type': 'text/event-stream',
    });
  }

  function health(socket: Socket, request: Request) {
    const stale = all.filter((station) => (station.age() ?? 0) > limits.silence).map(({ port }) => port);
    if (stale.length > 0) answer(socket, request, 503, `silent: ${stale.join(', ')}`);
    else answer(socket, request, 200, 'ok');
  }

  return {
    stations: all,
    /** Answers a request on a socket that nobody else reads or writes, and closes it in the end; `isFull`: there is no room for it. */
    handle(socket: Socket, request: Request, isFull = false): void {
      const { method, headers } = request;
      // Clients of a proxy name the host as well.
      const url = (request.url ?? '').replace(/^https?:\/\/[^/?#]*/i, '');
      const [path = ''] = url.split('?', 1);
      const station = stationOf(url);
      if (isFull) answer(socket, request, 503, 'There is no room for more connections.', retryAfter);
      else if (isStopping) answer(socket, request, 503, 'closing', retryAfter);
      else if (!['/api/stream', '/api/now-playing', '/healthz', '/metrics'].includes(path))
        answer(socket, request, 404, 'There is nothing here but /api/stream and /api/now-playing.');
      else if (method === 'OPTIONS') {
        const head = { ...allow, 'Access-Control-Allow-Methods': allow.Allow, ...common(headers) };
        socket.end(headOf(204, head), () => socket.destroy());
      } else if (method !== 'GET' && method !== 'HEAD')
        answer(socket, request, 405, 'Only GET, HEAD and OPTIONS are answered here.', allow);
      else if (path === '/healthz') health(socket, request);
      else if (path === '/metrics')
        answer(socket, request, 200, metricsOf(all), {
          'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
        });
      else if ('status' in station) answer(socket, request, station.status, station.text);
      else if (path === '/api/stream') stream(socket, request, station);
      else nowPlaying(socket, request, station);
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

/** The head of an answer, in Latin-1. */
const headOf = (status: number, headers: Headers) =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
