import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { addressOf, clientOf, createAddressList, isPrivate, networkOf } from './addresses.ts';
import { metricsOf } from './metrics.ts';
import type { Limits, Log, StationOptions } from './options.ts';
import { createStation, type Station } from './station.ts';
import { findUnread } from './unread.ts';

export interface RelayOptions {
  readonly stations: readonly StationOptions[];
  readonly limits: Limits;
  /** The most listeners of all stations together, and of one public address; 0: no limit. */
  readonly maxListeners: number;
  readonly maxPerAddress: number;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[];
  /** Origins of other sites whose pages may use the relay. */
  readonly allowOrigin: readonly string[];
  /** Keeps sources open without listeners. */
  readonly alwaysOn: boolean;
  readonly log: Log;
}

export interface Relay {
  /** Answers requests under `/api/stream`, `/api/now-playing`, `/healthz` and `/metrics`; `false` for all others. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Answers a GET of `/api/stream?…` on a socket that nobody else reads or writes; `false`, untouched, where it names no station. */
  readonly listen: (socket: Socket, url: string, headers: IncomingHttpHeaders) => boolean;
  /** Takes no newcomers, ends all who listen or follow titles, and closes the sources. */
  readonly stop: () => Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

/** Seconds after which a listener who was turned away may come again. */
const retryAfter = 5;
/** How often a stream of events says that it is still there, and a refusal of one kind is logged at most, in milliseconds. */
const heartbeat = 15_000;
const refusalsApart = 60_000;

const allow = { Allow: 'GET, HEAD, OPTIONS' };

/** A relay of stations. Nothing is opened before somebody listens, unless it is to be always on. Throws where an address to trust is none. */
export function createRelay(options: RelayOptions): Relay {
  const { limits, log, allowOrigin } = options;
  const stations = new Map<string, Station>(
    options.stations.map((station) => [station.port, createStation(station, limits, options.alwaysOn, log)]),
  );
  const isTrusted = createAddressList(options.trustProxy);
  /** How many listen or wait to, how many follow titles, and how many of either come from one public address. */
  const present = { listener: 0, follower: 0 };
  const perAddress = new Map<string, number>();
  const refused = new Map<string, { readonly next: number; readonly since: number }>();
  /** Sockets that carry a stream: what else comes on them is no request of ours. */
  const taken = new WeakSet<Socket>();
  /** Streams of titles. */
  const told = new Set<ServerResponse>();
  let stopping = false;

  // One function for all: ten thousand listeners are to cost little.
  const left = {
    listener: () => {
      present.listener -= 1;
    },
    follower: () => {
      present.follower -= 1;
    },
  };

  const sweep = setInterval(async () => {
    if (present.listener === 0) return;
    const unread = await findUnread(limits.backlog);
    for (const station of stations.values()) station.drop(unread);
  }, limits.sweep);
  sweep.unref();

  function common({ origin }: IncomingHttpHeaders): Headers {
    return {
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(allowOrigin.length > 0 && { Vary: 'Origin' }),
      ...(origin && allowOrigin.includes(origin) && { 'Access-Control-Allow-Origin': origin }),
    };
  }

  const streamHeaders = (headers: IncomingHttpHeaders, contentType: string): Headers => ({
    'Content-Type': contentType,
    'Accept-Ranges': 'none',
    'X-Accel-Buffering': 'no',
    Connection: 'close',
    ...common(headers),
  });

  const textHeaders = (headers: IncomingHttpHeaders, text: string): Headers => ({
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
    ...common(headers),
  });

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    line: string,
    more?: Headers,
  ) {
    const text = `${line}\n`;
    response.writeHead(status, { ...textHeaders(request.headers, text), ...more });
    response.end(text);
  }

  /** The station a URL names, or what is wrong with it. Compared as it was written: nothing is decoded or trimmed. */
  function stationOf(url: string): Station | { readonly status: number; readonly text: string } {
    const query = url.slice(url.indexOf('?') + 1);
    const ports = url.includes('?') ? query.split('&').filter((part) => /^port(=|$)/.test(part)) : [];
    if (ports.length !== 1) return { status: 400, text: 'Name one station, as in ?port=8000.' };
    const station = stations.get(ports[0]?.slice('port='.length) ?? '');
    return station ?? { status: 404, text: 'There is no such station.' };
  }

  /** Everything that comes of a request for sound is written to the socket as it is. */
  function stream(socket: Socket, headers: IncomingHttpHeaders, station: Station) {
    const refuse = (status: number, line: string) => {
      const text = `${line}\n`;
      const all = { ...textHeaders(headers, text), 'Retry-After': String(retryAfter) };
      socket.end(`${headOf(status, all)}${text}`, () => socket.destroy());
    };
    const refusal = admit('listener', socket, headers);
    if (refusal) return refuse(refusal.status, refusal.text);

    let waits = true;
    const cancel = station.whenReady((readiness) => {
      waits = false;
      if (socket.destroyed) return;
      if (readiness === 'no sound' || stopping) return refuse(503, 'The station is silent at the moment.');
      station.add(socket, headOf(200, streamHeaders(headers, readiness.contentType)));
    });
    if (waits) socket.once('close', cancel);
  }

  /** Counts a newcomer until its socket closes, or says why it may not stay. */
  function admit(kind: keyof typeof present, socket: Socket, headers: IncomingHttpHeaders) {
    const client = clientOf(
      addressOf(socket),
      [headers['x-forwarded-for']].flat().join(',') || undefined,
      isTrusted,
    );
    if (stopping) return { status: 503, text: 'The relay is closing.' };
    if (options.maxListeners > 0 && present[kind] >= options.maxListeners) {
      logRefusal('max-listeners', `raise --max-listeners (${options.maxListeners}), or add a relay`, client);
      return { status: 503, text: 'As many listen as may.' };
    }
    const key = `${kind} ${networkOf(client)}`;
    const count = perAddress.get(key) ?? 0;
    const isCounted = options.maxPerAddress > 0 && !isPrivate(client);
    if (isCounted && count >= options.maxPerAddress) {
      logRefusal(
        'max-per-address',
        `raise --max-per-address (${options.maxPerAddress}); if this is a proxy of your own, name it with --trust-proxy`,
        client,
      );
      return { status: 429, text: 'Too many listen from your address.' };
    }
    present[kind] += 1;
    socket.on('close', left[kind]);
    if (!isCounted) return undefined;
    perAddress.set(key, count + 1);
    socket.once('close', () => {
      const others = (perAddress.get(key) ?? 0) - 1;
      if (others > 0) perAddress.set(key, others);
      else perAddress.delete(key);
    });
    return undefined;
  }

  function logRefusal(reason: string, cure: string, client: string) {
    const now = performance.now();
    const { next = 0, since = 0 } = refused.get(reason) ?? {};
    if (now >= next) log('refused', { reason, client, cure, alsoRefused: since });
    refused.set(reason, now >= next ? { next: now + refusalsApart, since: 0 } : { next, since: since + 1 });
  }

  function nowPlaying(request: IncomingMessage, response: ServerResponse, station: Station) {
    const json = (title: string | undefined) => JSON.stringify({ port: station.port, title: title ?? null });
    if (request.method === 'HEAD' || !request.headers.accept?.includes('text/event-stream')) {
      return answer(request, response, 200, json(station.title()), { 'Content-Type': 'application/json' });
    }
    const refusal = admit('follower', request.socket, request.headers);
    if (refusal)
      return answer(request, response, refusal.status, refusal.text, { 'Retry-After': String(retryAfter) });
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'X-Accel-Buffering': 'no',
      Connection: 'close',
      ...common(request.headers),
    });
    const say = (text: string) => {
      if (response.writableLength > limits.backlog) response.destroy();
      else response.write(`${text}\n\n`);
    };
    const tell = (title: string | undefined) => say(`data: ${json(title)}`);
    tell(station.title());
    const leave = station.onTitle(tell);
    const timer = setInterval(say, heartbeat, ':');
    told.add(response);
    response.on('close', () => {
      told.delete(response);
      clearInterval(timer);
      leave();
    });
  }

  function health(request: IncomingMessage, response: ServerResponse) {
    const stale = [...stations.values()].filter((station) => (station.age() ?? 0) > limits.silence);
    if (stopping) answer(request, response, 503, 'closing');
    else if (stale.length > 0)
      answer(request, response, 503, `silent: ${stale.map(({ port }) => port).join(', ')}`);
    else answer(request, response, 200, 'ok');
  }

  /** What a request for sound would be answered, without counting a listener. */
  function headOnly({ headers }: IncomingMessage, response: ServerResponse, station: Station) {
    const cancel = station.whenReady((readiness) => {
      if (readiness === 'no sound')
        response.writeHead(503, {
          'Retry-After': String(retryAfter),
          Connection: 'close',
          ...common(headers),
        });
      else response.writeHead(200, streamHeaders(headers, readiness.contentType));
      response.end();
    });
    response.once('close', cancel);
  }

  function handle(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket, headers, method, url = '' } = request;
    const [path = ''] = url.split('?', 1);
    if (!['/api/stream', '/api/now-playing', '/healthz', '/metrics'].includes(path)) return false;
    if (taken.has(socket)) socket.destroy();
    else if (method === 'OPTIONS') {
      response.writeHead(204, {
        ...allow,
        'Access-Control-Allow-Methods': allow.Allow,
        Connection: 'close',
        ...common(headers),
      });
      response.end();
    } else if (method !== 'GET' && method !== 'HEAD')
      answer(request, response, 405, 'Only GET, HEAD and OPTIONS are answered here.', allow);
    else if (path === '/healthz') health(request, response);
    else if (path === '/metrics') {
      const text = metricsOf([...stations.values()]);
      answer(request, response, 200, text, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
    } else {
      const station = stationOf(url);
      if ('status' in station) answer(request, response, station.status, station.text);
      else if (path === '/api/now-playing') nowPlaying(request, response, station);
      else if (method === 'GET') {
        taken.add(socket);
        stream(socket, headers, station);
      } else headOnly(request, response, station);
    }
    return true;
  }

  return {
    handle,
    listen(socket, url, headers) {
      const station = stationOf(url);
      if ('status' in station) return false;
      stream(socket, headers, station);
      return true;
    },
    async stop() {
      stopping = true;
      clearInterval(sweep);
      for (const response of told) response.end();
      await Promise.all([...stations.values()].map((station) => station.stop()));
      for (const response of told) response.destroy();
    },
  };
}

const headOf = (status: number, headers: Headers) =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
