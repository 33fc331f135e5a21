import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { readHead } from './head.ts';
import type { Log } from './options.ts';
import type { Relay, Request } from './relay.ts';
import { isTaken, takeOver } from './take-over.ts';

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** How long a request may take to arrive, in milliseconds. */
  readonly header: number;
  readonly log: Log;
}

/** Connections that may wait to be accepted. */
const listenBacklog = 4096;
/** File descriptors kept back for sources, files and the log, and some of them to refuse newcomers with an answer. */
const spareDescriptors = 64;

/**
 * Serves a relay until it is closed. Plain requests are read here: `node:http` keeps 2 KB for each listener, and takes three times as long
 * for a crowd that comes at once. It reads all others. Rejects with what listening throws.
 */
export async function serve(
  relay: Relay,
  { host, port, header, log }: ServeOptions,
): Promise<{ readonly port: number; readonly close: () => void }> {
  const maxOpen = descriptorLimit() - spareDescriptors;
  const timers = new Map<Socket, NodeJS.Timeout | undefined>();

  function handle(socket: Socket, request: Request) {
    clearTimeout(timers.get(socket));
    timers.set(socket, undefined);
    relay.handle(socket, request, timers.size > maxOpen);
  }

  // One function for all connections, because ten thousand listeners should cost little.
  function closed(this: Socket) {
    clearTimeout(timers.get(this));
    timers.delete(this);
  }

  const http = createHttpServer({ maxHeaderSize: 8192 }, (request, response) => {
    const socket = takeOver(request, response);
    if (socket) handle(socket, request);
  });
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const status =
      error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    if (isTaken(socket) || !socket.writable) socket.destroy();
    else socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => socket.destroy());
  });

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    timers.set(socket, setTimeout(destroy.bind(socket), header));
    socket.on('close', closed).on('error', destroy);
    socket.once('data', (chunk) => {
      const request = readHead(chunk);
      if (request) return handle(socket, request);
      socket.pause();
      socket.unshift(chunk);
      http.emit('connection', socket);
      socket.resume();
    });
  });
  server.maxConnections = maxOpen + spareDescriptors / 2;

  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen({ host, port, backlog: listenBacklog }, done);
  });
  server.on('error', (error) => log('accept-failed', { reason: error.message }));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close() {
      server.close();
      for (const socket of timers.keys()) socket.destroy();
    },
  };
}

function destroy(this: Socket) {
  this.destroy();
}

/** How many files this process may have open; unlimited if the system does not say. */
function descriptorLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft ? Number(soft) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
