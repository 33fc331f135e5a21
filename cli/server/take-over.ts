import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { destroy } from '../relay/relay.ts';

const taken = new WeakSet<Socket>();

/**
 * Takes the socket of a request from `node:http`, which then neither reads nor writes it; `undefined` if it was taken before: for pipelined
 * requests in one chunk, the parser reports them all.
 */
export function takeOver({ socket }: IncomingMessage, response: ServerResponse): Socket | undefined {
  if (taken.has(socket)) return void socket.destroy();
  taken.add(socket);
  response.detachSocket(socket);
  for (const event of ['data', 'end', 'error', 'timeout']) socket.removeAllListeners(event);
  // Adding a listener of this event also stops the parser from reading the connection by itself.
  return socket.on('error', destroy).on('data', ignore).resume();
}

function ignore() {}
