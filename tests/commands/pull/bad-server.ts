import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { requireProgram } from '../../machine.ts';

export interface BadServer {
  readonly port: number;
  readonly url: string;
  /** Connections so far, and those that are open now. */
  readonly connections: () => number;
  readonly open: () => number;
  /** The heads of the requests so far, in lower case. */
  readonly requests: readonly string[];
}

async function listen(server: Server, scheme: string, requests: readonly string[]): Promise<BadServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    connections: () => connections,
    open: () => sockets.size,
    requests,
  };
}

function withLog(server: HttpServer): string[] {
  const requests: string[] = [];
  server.on('request', ({ method, url, rawHeaders }) => {
    const fields = rawHeaders.map((text, at) => (at % 2 ? `${text}\n` : `${text.toLowerCase()}: `));
    requests.push(`${method} ${url}\n${fields.join('')}`);
  });
  return requests;
}

/** A server that speaks HTTP, until the test is over. */
export function startServer(listener: RequestListener): Promise<BadServer> {
  const server = createHttpServer(listener);
  return listen(server, 'http', withLog(server));
}

/** A self-signed certificate of 127.0.0.1 and its key. */
export const makeCertificate = (): Buffer =>
  execFileSync(
    requireProgram('openssl'),
    [
      ...['req', '-x509', '-nodes', '-days', '1', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'],
      ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', '-', '-out', '-'],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );

/** The same over TLS. */
export function startSecureServer(pem: Buffer, listener: RequestListener): Promise<BadServer> {
  const server = createHttpsServer({ key: pem, cert: pem }, listener);
  return listen(server, 'https', withLog(server));
}

/** A server that calls `serve` for each socket after its first bytes; `nth` counts from 1. */
export function startSocketServer(serve: (socket: Socket, nth: number) => void): Promise<BadServer> {
  const requests: string[] = [];
  const server = createServer((socket) => {
    socket.once('data', (chunk: Buffer) => {
      requests.push(chunk.toString('latin1').toLowerCase());
      serve(socket, requests.length);
    });
  });
  return listen(server, 'http', requests);
}
