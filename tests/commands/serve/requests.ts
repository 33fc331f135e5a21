import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterwards } from '../../cleanup.ts';

/** Listens until the test is over; gives the port. */
export async function serveHere(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Sends lines as they are, and an empty one, on a new connection. */
export function send(port: number, lines: readonly string[]): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  afterwards(() => socket.destroy());
  socket.write([...lines, '\r\n'].join('\r\n'));
  return socket;
}

/** The whole answer to a request that closes the connection. */
export const sendRaw = (port: number, lines: readonly string[]): Promise<string> =>
  text(send(port, [...lines, 'Connection: close']));
