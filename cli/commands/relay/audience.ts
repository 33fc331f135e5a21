import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Packing } from '../../lib/sound-frames.ts';
import type { History } from './history.ts';
import type { Limits } from './options.ts';

/** Inserts titles into the sound, for listeners who ask for them. */
export type Wrap = ((sound: Buffer) => Buffer) | undefined;

type Listener = { offset: number; readonly wrap: Wrap };

/** The most bytes in one write: more than comes in one beat. */
const maxWrite = 64 * 1024;

/** The listeners of a history, each written to once a beat. */
export function createAudience(history: History, limits: Limits) {
  const slices = Array.from({ length: limits.slices }, () => new Map<Socket, Listener>());
  let size = 0;
  let seconds = 0;
  let countedAt = performance.now();
  let joined = 0;
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;

  function count(newcomers: number) {
    const now = performance.now();
    seconds += (size * (now - countedAt)) / 1000;
    countedAt = now;
    size += newcomers;
  }

  // One function for all, because a closure for each of ten thousand listeners takes memory.
  function left(this: Socket) {
    for (const slice of slices) slice.delete(this);
    count(-1);
    if (size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function takeTurn() {
    turn = (turn + 1) % slices.length;
    serve(slices[turn]);
  }

  function serve(slice: ReadonlyMap<Socket, Listener> = new Map()) {
    for (const [socket, listener] of slice) {
      if (history.end() - listener.offset > limits.backlog) cut(socket);
      // Data that a listener cannot take yet waits in the shared history, not in its socket.
      else if (listener.offset < history.end() && socket.writableLength === 0 && socket.writable)
        writeNext(socket, listener);
    }
  }

  function writeNext(socket: Socket, listener: Listener) {
    const sound = history.since(listener.offset, maxWrite);
    listener.offset += sound.length;
    socket.write(listener.wrap?.(sound) ?? sound);
  }

  return {
    size: () => size,
    /** The hours of all listeners together since the last call. */
    takeHours(): number {
      count(0);
      const hours = seconds / 3600;
      seconds = 0;
      return hours;
    },
    /** Sends the newest sound, and then all new sound, until either side ends. */
    add(socket: Socket, packing: Packing, wrap: Wrap): void {
      const listener = { offset: history.joinAt(limits.burst, limits.burstBytes, packing), wrap };
      slices[joined % slices.length]?.set(socket, listener);
      socket.on('close', left);
      count(1);
      joined += 1;
      writeNext(socket, listener);
      timer ??= setInterval(takeTurn, limits.beat / limits.slices);
    },
    /** Writes to everyone at once, out of turn. */
    serveNow: () => slices.forEach(serve),
    /** Stops sending, and ends the connections; those still open after `limits.shutdown` are cut. */
    async end(): Promise<void> {
      const sockets = slices.flatMap((slice) => [...slice.keys()]);
      for (const slice of slices) slice.clear();
      for (const socket of sockets) socket.end();
      const deadline = performance.now() + limits.shutdown;
      while (sockets.some((socket) => !socket.destroyed) && performance.now() < deadline) await delay(10);
      for (const socket of sockets) if (!socket.destroyed) cut(socket);
    },
  };
}

/** Closes a connection at once, with a reset where possible: libuv refuses to reset a socket that is ending, and Node would keep its handle. */
function cut(socket: Socket) {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
