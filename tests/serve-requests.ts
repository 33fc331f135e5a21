import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterTheFile } from './cleanup.ts';

/** Answers on a free port until the tests of the file are over; the address of the server. */
export async function serveRequests(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterTheFile(() => server.closeAllConnections());
  afterTheFile(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
