import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, isIP, type Socket } from 'node:net';
import { passOn } from './addresses.ts';
import { readHead } from './head.ts';
import type { Log } from './options.ts';
import type { Relay } from './relay.ts';

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** Every connection starts with a PROXY line (version 1), as a TCP balancer sends it. */
  readonly proxyProtocol: boolean;
  /** How long a request may take to arrive, in milliseconds. */
  readonly header: number;
  readonly log: Log;
}

/** Connections that may wait to be accepted. */
const listenBacklog = 4096;
/** Most bytes of a request's header. */
const maxHeaderSize = 8192;
/** File descriptors kept back for sources, files and the log. */
const spareDescriptors = 64;

/**
 * Serves a relay until it is closed. Plain requests for sound are read here, because what `node:http` keeps for one would outweigh the
 * listener; all else, and all that is odd, it reads. Rejects with what listening throws.
 */
export async function serve(
  relay: Relay,
  options: ServeOptions,
): Promise<{ readonly port: number; readonly close: () => void }> {
  const http = createHttpServer({ maxHeaderSize }, (request, response) => {
    heard(request.socket);
    if (relay.handle(request, response)) return;
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
    response.end('There is nothing here but /api/stream and /api/now-playing.\n');
  });
  const most = descriptorLimit() - spareDescriptors;
  const deadlines = new WeakMap<Socket, NodeJS.Timeout>();
  const open = new Set<Socket>();

  function heard(socket: Socket) {
    clearTimeout(deadlines.get(socket));
    deadlines.delete(socket);
  }

  // One function for all sockets, not one for each: ten thousand listeners are to cost little.
  function closed(this: Socket) {
    open.delete(this);
    heard(this);
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    if (open.size >= most + spareDescriptors / 2) return void socket.resetAndDestroy();
    open.add(socket);
    socket.on('close', closed);
    socket.on('error', destroy);
    deadlines.set(socket, setTimeout(destroy.bind(socket), options.header));
    if (open.size > most) refuse(socket);
    else if (options.proxyProtocol) readProxyLine(socket, readRequest);
    else readRequest(socket);
  });

  function readRequest(socket: Socket) {
    socket.once('data', (chunk) => {
      const head = readHead(chunk);
      if (head && relay.listen(socket, head.url, head.headers)) {
        heard(socket);
        socket.on('end', destroy);
        socket.on('data', destroy);
      } else {
        socket.pause();
        socket.unshift(chunk);
        http.emit('connection', socket);
        socket.resume();
      }
    });
  }

  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen({ host: options.host, port: options.port, backlog: listenBacklog }, done);
  });
  server.on('error', (error) => options.log('accept-failed', { reason: error.message }));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function destroy(this: Socket) {
  this.destroy();
}

/** Turns a connection away once it has asked for something, whatever that is. */
function refuse(socket: Socket) {
  socket.once('data', () =>
    socket.end(
      'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      () => socket.destroy(),
    ),
  );
}

/** How many files this process may have open; unlimited where the system does not tell. */
function descriptorLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft ? Number(soft) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The longest line of version 1: https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt */
const longestProxyLine = 107;

/** Takes the PROXY line off a connection, gives it the address that stands there, and hands it on. What has none is closed. */
function readProxyLine(socket: Socket, next: (socket: Socket) => void) {
  let line = Buffer.alloc(0);
  const read = (chunk: Buffer) => {
    line = Buffer.concat([line, chunk]);
    const end = line.indexOf('\r\n');
    if (end === -1 && line.length <= longestProxyLine) return;
    socket.off('data', read);
    const found = /^PROXY (?:UNKNOWN.*|TCP[46] (\S+) \S+ \d+ \d+)$/.exec(
      line.toString('latin1', 0, Math.max(end, 0)),
    );
    const [, client] = found ?? [];
    if (!found || (client && !isIP(client))) return socket.destroy();
    if (client) passOn(socket, client);
    socket.pause();
    if (line.length > end + 2) socket.unshift(line.subarray(end + 2));
    next(socket);
    socket.resume();
  };
  socket.on('data', read);
}
