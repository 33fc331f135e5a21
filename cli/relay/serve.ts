import { existsSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { createServer, type Socket } from 'node:net';
import type { RelayOptions } from './flags.ts';
import { destroy, type Relay } from './relay.ts';
import { isBlank, readHead } from './request-head.ts';

type ServeOptions = Pick<RelayOptions, 'limits' | 'log'> & { readonly host: string; readonly port: number };

/** File descriptors reserved for sources, files and the log, and for refusing newcomers with an answer. */
const spareDescriptors = 64;
/** The most bytes of answers on a connection. */
const maxReused = 256 * 1024;

/** Serves a relay, until `close`. Rejects if it cannot listen. */
export async function serve(relay: Relay, { host, port, limits, log }: ServeOptions) {
  const maxOpen = descriptorLimit() - spareDescriptors;
  /** All open connections, with a timeout for those that have not sent a whole request yet. */
  const timers = new Map<Socket, NodeJS.Timeout | undefined>();
  const unfinished = new WeakMap<Socket, Buffer>();

  /** Receives a request, in at most `patience` milliseconds. */
  function awaitRequest(socket: Socket, patience: number) {
    timers.set(socket, setTimeout(destroy.bind(socket), patience));
    socket.once('data', receive);
  }

  // Pages ask for the title every `limits.titles`.
  const reuse = (socket: Socket) => awaitRequest(socket, limits.titles + limits.header);

  // One function for all connections, because a closure for each of ten thousand takes memory.
  function receive(this: Socket, chunk: Buffer) {
    const bytes = Buffer.concat([unfinished.get(this) ?? Buffer.alloc(0), chunk]);
    const head = readHead(bytes);
    if (head === undefined) {
      unfinished.set(this, bytes);
      return void this.once('data', receive);
    }
    unfinished.delete(this);
    clearTimeout(timers.get(this));
    timers.set(this, undefined);
    if (typeof head === 'number')
      this.end(`HTTP/1.1 ${head} ${STATUS_CODES[head]}\r\nConnection: close\r\n\r\n`, () => this.destroy());
    // Only requests that are refused may have a body.
    else if (/^(?:GET|HEAD)$/.test(`${head.request.method}`) && !isBlank(head.rest)) this.destroy();
    else {
      // Idle connections leave half of the room to listeners; answers that a client does not read stay few.
      const mayReuse = head.isPersistent && timers.size < maxOpen / 2 && this.bytesWritten < maxReused;
      relay.handle(this, head.request, timers.size > maxOpen, mayReuse ? reuse : undefined);
    }
  }

  /** A client that ends its side is still answered, but sends no more requests. */
  function ended(this: Socket) {
    if (timers.get(this)) this.destroySoon();
  }

  function closed(this: Socket) {
    clearTimeout(timers.get(this));
    timers.delete(this);
  }

  // `node:http` takes 2 KB for each listener, and three times as long for a crowd that joins at once.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    socket.on('close', closed).on('error', destroy).on('end', ended);
    awaitRequest(socket, limits.header);
  });
  server.maxConnections = maxOpen + spareDescriptors / 2;

  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen({ host, port, backlog: 4096 }, done);
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

/** How many files this process may have open; unlimited where the system does not say. */
function descriptorLimit(): number {
  const limits = '/proc/self/limits';
  const text = existsSync(limits) ? readFileSync(limits, 'utf8') : '';
  return Number(/^Max open files\s+(\d+)/m.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
}
