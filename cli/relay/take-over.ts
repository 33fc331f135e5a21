import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const taken = new WeakSet<Socket>();

/** Whether a socket was taken over: what else comes on it is no request. */
export const isTaken = (socket: Socket): boolean => taken.has(socket);

/**
 * Takes the socket of a request from `node:http`, which then neither reads nor writes it; `undefined` if it was taken before: a parser that
 * finds several requests in one chunk reports them all.
 */
export function takeOver({ socket }: IncomingMessage, response: ServerResponse): Socket | undefined {
  if (taken.has(socket)) return void socket.destroy();
  taken.add(socket);
  response.detachSocket(socket);
  for (const event of ['data', 'end', 'error', 'timeout']) socket.removeAllListeners(event);
  // Adding a listener of this event also stops the parser from reading the connection by itself.
  return socket.on('error', destroy).on('data', ignore).resume();
}

/** Ends a connection whose other side hangs up or goes on talking. */
export const endWithOtherSide = (socket: Socket): Socket => socket.on('data', destroy).on('end', destroy);

function ignore() {}

function destroy(this: Socket) {
  this.destroy();
}
