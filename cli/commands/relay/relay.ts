import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAdmission, type Refusal } from './admission.ts';
import type { RelayOptions } from './flags.ts';
import { createIcyWriter } from './icy.ts';
import { createStation, type Station } from './station.ts';

export type Relay = ReturnType<typeof createRelay>;

type Headers = Readonly<Record<string, string>>;
type Answer = Refusal & { readonly headers: Headers };

/** Bytes of sound between titles, for players that ask for them. */
const icyInterval = 16_000;
const allow = 'GET, HEAD, OPTIONS';
/** Asks the client to try again after 5 s. */
const retry = { 'Retry-After': '5' };
const answer = (status: number, text: string, headers: Headers = {}): Answer => ({
  ...{ status, text },
  headers: { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close', ...headers },
});

/** A relay of stations, whose sources are open until it is stopped. Throws if an address to trust is not valid. */
export function createRelay(options: RelayOptions) {
  const { limits, allowOrigin, trustProxy } = options;
  const all = options.stations.map((station) => createStation(station, options));
  const admit = createAdmission(options);
  let isStopping = false;

  /** The answer, or the station whose sound is requested. */
  function answerTo({ method = '', url = '', headers: { accept = '' } }: IncomingMessage): Answer | Station {
    if (isStopping) return answer(503, 'closing', retry);
    // Proxies are sent absolute URLs.
    const { pathname, searchParams } = new URL(URL.canParse(url, 'http://relay') ? url : '/', 'http://relay');
    if (!['/api/stream', '/api/now-playing', '/healthz', '/metrics'].includes(pathname))
      return answer(404, 'There is nothing here but /api/stream and /api/now-playing.');
    if (method === 'OPTIONS') return answer(204, '', { Allow: allow, 'Access-Control-Allow-Methods': allow });
    if (method !== 'GET' && method !== 'HEAD')
      return answer(405, `Only ${allow} are answered here.`, { Allow: allow });
    const stale = all.filter(({ isSilent }) => isSilent()).map(({ port }) => port);
    if (pathname === '/healthz')
      return stale.length > 0 ? answer(503, `silent: ${stale.join(', ')}`) : answer(200, 'ok');
    if (pathname === '/metrics') return answer(200, metricsOf(all));
    const ports = searchParams.getAll('port');
    if (ports.length !== 1) return answer(400, 'Name one station, as in ?port=8000.');
    const station = all.find(({ port }) => port === ports[0]);
    if (!station) return answer(404, 'There is no such station.');
    return pathname === '/api/stream' ? station : nowPlaying(station, accept.includes('text/event-stream'));
  }

  function nowPlaying({ port, title }: Station, asEvents: boolean): Answer {
    const json = JSON.stringify({ port, title: title() ?? null });
    // An answer that stays open costs as much memory as the sound. So it ends, and an EventSource asks again by itself.
    const [type, text] = asEvents
      ? ['text/event-stream', `retry: ${limits.titles}\ndata: ${json}\n`]
      : ['application/json', json];
    return {
      status: 200,
      text,
      headers: {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=5',
        Vary: 'Accept',
        // A proxy asks again and again; a kept connection for each listener would cost as much memory as the sound.
        ...(trustProxy.length === 0 && { Connection: 'close' }),
      },
    };
  }

  function stream(request: IncomingMessage, response: ServerResponse, station: Station) {
    const { socket, method, headers } = request;
    const isHead = method === 'HEAD';
    const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',');
    const refused = isHead ? undefined : admit(socket, forwardedFor);
    if (refused) return send(response, answer(refused.status, refused.text, retry));
    const cancel = station.whenReady((type) => {
      if (response.destroyed) return;
      if (!type) return send(response, answer(503, 'The station is silent at the moment.', retry));
      const wantsTitles = headers['icy-metadata'] === '1';
      // Without this, Node would send the sound in chunks.
      response.removeHeader('Transfer-Encoding');
      response.setHeaders(new Map(Object.entries(streamHeaders(type, wantsTitles))));
      if (isHead) return void response.end();
      // The head and the first sound are one packet. From then on the sound goes straight to the socket.
      socket.cork();
      response.flushHeaders();
      station.add(socket, wantsTitles ? createIcyWriter(icyInterval, station.title) : undefined);
      socket.uncork();
    });
    response.once('close', cancel);
  }

  return {
    stations: all,
    handle(request: IncomingMessage, response: ServerResponse): void {
      // Another answer is under way, which is sound without end: nobody sends a second request behind it in good faith.
      if (!response.socket) return void request.socket.destroy();
      const { origin } = request.headers;
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('X-Content-Type-Options', 'nosniff');
      if (allowOrigin.length > 0) response.setHeader('Vary', 'Origin');
      if (origin && allowOrigin.includes(origin)) response.setHeader('Access-Control-Allow-Origin', origin);
      const reply = answerTo(request);
      if ('status' in reply) send(response, reply);
      else stream(request, response, reply);
    },
    /** Refuses newcomers, disconnects all listeners, and closes the sources. */
    async stop() {
      isStopping = true;
      await Promise.all(all.map((station) => station.stop()));
    },
  };
}

function send(response: ServerResponse, { status, text, headers: { Vary, ...headers } }: Answer) {
  response.statusCode = status;
  response.setHeaders(new Map(Object.entries(headers)));
  if (Vary) response.appendHeader('Vary', Vary);
  response.end(status === 204 ? '' : `${text}\n`);
}

const streamHeaders = (type: string, wantsTitles: boolean): Headers => ({
  'Content-Type': type,
  Connection: 'close',
  'Accept-Ranges': 'none',
  'X-Accel-Buffering': 'no',
  ...(wantsTitles && { 'icy-metaint': String(icyInterval) }),
});

/** How many listen, in Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
const metricsOf = (stations: readonly Station[]): string =>
  [
    '# TYPE galley_relay_listeners gauge',
    ...stations.map(({ port, listeners }) => `galley_relay_listeners{port="${port}"} ${listeners()}`),
  ].join('\n');
