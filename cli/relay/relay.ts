import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { createAdmission, type Refusal } from './admission.ts';
import type { RelayOptions } from './flags.ts';
import { createIcyWriter } from './icy.ts';
import { metricsOf } from './metrics.ts';
import type { StreamInfo } from './options.ts';
import { isBlank, type Request } from './request-head.ts';
import { createStation, type Station } from './station.ts';
import { findUnread } from './unread.ts';

export type Relay = ReturnType<typeof createRelay>;

type Headers = Readonly<Record<string, string>>;

interface Answer extends Refusal {
  readonly headers?: Headers;
  /** Whether another request may follow on the connection. */
  readonly isPersistent?: boolean;
}

/** Awaits another request on a connection. */
type Reuse = (socket: Socket) => void;

const metricsType = 'text/plain; version=0.0.4; charset=utf-8';
/** Bytes of sound between titles, for players that ask for them. */
const icyInterval = 16_000;
const allow = 'GET, HEAD, OPTIONS';

/** Asks the client to try again after 5 s. */
const retry = { 'Retry-After': '5' };
const answer = (status: number, text: string, headers: Headers = {}): Answer => ({ status, text, headers });

/** A relay of stations. Sources are opened when somebody listens, unless `alwaysOn`. Throws if an address to trust is not valid. */
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
    const vary = [headers.Vary ?? [], allowOrigin.length > 0 ? 'Origin' : []].flat();
    const fields: Headers = {
      ...headers,
      Connection: headers.Connection ?? 'close',
      'Cache-Control': headers['Cache-Control'] ?? 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(vary.length > 0 && { Vary: vary.join(', ') }),
      ...(typeof origin === 'string' &&
        allowOrigin.includes(origin) && { 'Access-Control-Allow-Origin': origin }),
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
  }

  function send(socket: Socket, request: Request, found: Answer, reuse?: Reuse) {
    const { status, text, headers, isPersistent } = found;
    const head = headOf(request, status, {
      ...(isPersistent && reuse && { Connection: 'keep-alive' }),
      'Content-Type': 'text/plain; charset=utf-8',
      ...(status !== 204 && { 'Content-Length': String(Buffer.byteLength(text) + 1) }),
      ...headers,
    });
    const hasBody = status !== 204 && request.method !== 'HEAD';
    const bytes = hasBody ? `${head}${text}\n` : head;
    if (!isPersistent || !reuse) return void socket.end(bytes, () => socket.destroy());
    socket.write(bytes);
    reuse(socket);
  }

  /** The answer, or the station whose sound is requested. */
  function answerTo({ method, url: given = '', headers: { accept = '' } }: Request): Answer | Station {
    if (isStopping) return answer(503, 'closing', retry);
    // Proxies are sent absolute URLs.
    const url = given.replace(/^https?:\/\/[^/?#]*/i, '');
    const [path = ''] = url.split('?', 1);
    if (!['/api/stream', '/api/now-playing', '/healthz', '/metrics'].includes(path))
      return answer(404, 'There is nothing here but /api/stream and /api/now-playing.');
    if (method === 'OPTIONS') return answer(204, '', { Allow: allow, 'Access-Control-Allow-Methods': allow });
    if (method !== 'GET' && method !== 'HEAD')
      return answer(405, `Only ${allow} are answered here.`, { Allow: allow });
    const stale = all.filter(({ isSilent }) => isSilent()).map(({ port }) => port);
    if (path === '/healthz')
      return stale.length > 0 ? answer(503, `silent: ${stale.join(', ')}`) : answer(200, 'ok');
    if (path === '/metrics') return answer(200, metricsOf(all), { 'Content-Type': metricsType });
    const ports = url.match(/(?<=[?&])port(?:=[^&]*)?(?=&|$)/g) ?? [];
    if (ports.length !== 1) return answer(400, 'Name one station, as in ?port=8000.');
    // Compared as written: nothing is decoded or trimmed.
    const station = all.find(({ port }) => `port=${port}` === ports[0]);
    if (!station) return answer(404, 'There is no such station.');
    return path === '/api/stream' ? station : nowPlaying(station, accept.includes('text/event-stream'));
  }

  function nowPlaying({ port, title }: Station, asEvents: boolean): Answer {
    const json = JSON.stringify({ port, title: title() ?? null });
    // An answer that stays open costs as much memory as the sound. So it ends, and an EventSource asks again by itself.
    const [type, text] = asEvents
      ? ['text/event-stream', `retry: ${limits.titles}\ndata: ${json}\n`]
      : ['application/json', json];
    const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=5', Vary: 'Accept' };
    return { ...answer(200, text, headers), isPersistent: true };
  }

  function stream(socket: Socket, request: Request, station: Station) {
    const isHead = request.method === 'HEAD';
    const refused = isHead ? undefined : admit(socket, request);
    if (refused) return send(socket, request, { ...refused, headers: retry });
    // A client that ends its side, or sends more, is disconnected.
    if (!isHead) socket.on('data', refuseMore).on('end', destroy);
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
    /** Answers a request on a socket that nothing else reads or writes, and closes the socket in the end, or gives it to `reuse`; with `isFull` it is refused. */
    handle(socket: Socket, request: Request, isFull = false, reuse?: Reuse): void {
      const found = isFull ? answer(503, 'There is no room for more connections.', retry) : answerTo(request);
      if ('status' in found) send(socket, request, found, reuse);
      else stream(socket, request, found);
    },
    /** Refuses newcomers, disconnects all listeners, and closes the sources. */
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

function refuseMore(this: Socket, bytes: Buffer) {
  if (!isBlank(bytes)) this.destroy();
}

/** A shared handler for events that end a connection. */
export function destroy(this: Socket) {
  this.destroy();
}
