import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Packing } from '../../lib/sound-frames.ts';
import type { Limits } from './flags.ts';
import type { History } from './history.ts';

/** Inserts titles into the sound, for listeners who ask for them. */
export type Wrap = ((sound: Buffer) => Buffer) | undefined;

/** The listeners of a history, each written to once a beat, in slices of them that have all been sent the same. */
export function createAudience(history: History, limits: Limits) {
  const slices = Array.from({ length: limits.slices }, () => ({ sent: 0, sockets: new Map<Socket, Wrap>() }));
  let size = 0;
  let seconds = 0;
  let countedAt = performance.now();
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
    for (const { sockets } of slices) sockets.delete(this);
    count(-1);
    if (size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function nextSlice() {
    turn = (turn + 1) % slices.length;
    return slices[turn];
  }

  function serve(slice = nextSlice()) {
    if (!slice) return;
    // One buffer for all of them: what a listener cannot take yet waits in its socket as a reference.
    const sound = history.since(slice.sent);
    slice.sent = history.end();
    if (sound.length === 0) return;
    for (const [socket, wrap] of slice.sockets) {
      if (socket.writableLength > limits.backlog) cut(socket);
      else if (socket.writable) socket.write(wrap?.(sound) ?? sound);
    }
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
      const slice = nextSlice();
      serve(slice);
      slice?.sockets.set(socket, wrap);
      socket.on('close', left);
      count(1);
      const sound = history.since(history.joinAt(limits.burst, limits.burstBytes, packing));
      socket.write(wrap?.(sound) ?? sound);
      timer ??= setInterval(serve, limits.beat / limits.slices);
    },
    /** Writes to everyone at once, out of turn. */
    serveNow() {
      for (const slice of slices) serve(slice);
    },
    /** Stops sending, and ends the connections; those still open after `limits.shutdown` are cut. */
    async end(): Promise<void> {
      const all = slices.flatMap(({ sockets }) => [...sockets.keys()]);
      for (const { sockets } of slices) sockets.clear();
      for (const socket of all) socket.end();
      const deadline = performance.now() + limits.shutdown;
      while (all.some((socket) => !socket.destroyed) && performance.now() < deadline) await delay(10);
      for (const socket of all) if (!socket.destroyed) cut(socket);
    },
  };
}

/** Closes a connection at once, with a reset where possible: libuv refuses to reset a socket that is ending, and Node would keep its handle. */
function cut(socket: Socket) {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
