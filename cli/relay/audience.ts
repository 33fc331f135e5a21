import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { History } from './history.ts';
import type { Limits } from './options.ts';
import type { Packing } from './sound-frames.ts';

/** Inserts titles into the sound, for listeners who ask for them. */
export type Wrap = ((sound: Buffer) => Buffer) | undefined;

/** The offset of a listener's next byte in the history. */
type Listener = { offset: number; readonly wrap: Wrap };

/** The most bytes in one write: more than comes in one beat. */
export const maxWrite = 64 * 1024;
/** When more listeners than this join in one turn, each is sent less at first, so that all hear something soon. */
const crowd = 20;
const maxToCrowd = 16 * 1024;

/** The listeners of a history, each written to once a beat. `onEmpty` is called when the last one leaves. */
export function createAudience(history: History, limits: Limits, onEmpty: () => void) {
  const slices = Array.from({ length: limits.slices }, () => new Map<Socket, Listener>());
  const counts = { bytes: 0, evicted: 0, listenerSeconds: 0 };
  let size = 0;
  let countedAt = performance.now();
  let joined = 0;
  let joinedThisTurn = 0;
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;
  let opening: { readonly head: string; readonly sound: Buffer; readonly whole: Buffer } | undefined;

  function count(newcomers: number) {
    const now = performance.now();
    counts.listenerSeconds += (size * (now - countedAt)) / 1000;
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
    onEmpty();
  }

  function takeTurn() {
    turn = (turn + 1) % slices.length;
    joinedThisTurn = 0;
    serve(slices[turn]);
  }

  function serve(slice: ReadonlyMap<Socket, Listener> = new Map()) {
    for (const [socket, listener] of slice) {
      if (history.end() - listener.offset > limits.backlog) evict(socket);
      // Data that a listener cannot take yet waits in the shared history, not in its socket.
      else if (listener.offset < history.end() && socket.writableLength === 0 && socket.writable)
        socket.write(next(listener, maxWrite));
    }
  }

  function next(listener: Listener, max: number): Buffer {
    const sound = history.since(listener.offset, max);
    listener.offset += sound.length;
    counts.bytes += sound.length;
    return listener.wrap?.(sound) ?? sound;
  }

  function evict(socket: Socket) {
    counts.evicted += 1;
    cut(socket);
  }

  const all = () => slices.flatMap((slice) => [...slice.keys()]);

  return {
    size: () => size,
    counts() {
      count(0);
      return counts;
    },
    /** Sends `head`, the newest sound, and then all new sound, until either side ends. */
    add(socket: Socket, head: string, packing: Packing, wrap: Wrap): void {
      const listener = { offset: history.joinAt(limits.burst, limits.burstBytes, packing), wrap };
      slices[joined % slices.length]?.set(socket, listener);
      socket.on('close', left);
      count(1);
      joined += 1;
      joinedThisTurn += 1;
      const sound = next(listener, joinedThisTurn > crowd ? maxToCrowd : maxWrite);
      // Most listeners of a crowd are sent the same first bytes.
      if (opening?.head !== head || opening.sound !== sound)
        opening = { head, sound, whole: Buffer.concat([Buffer.from(head, 'latin1'), sound]) };
      socket.write(opening.whole);
      timer ??= setInterval(takeTurn, limits.beat / limits.slices);
    },
    /** Writes to everyone at once, out of turn. */
    serveNow: () => slices.forEach(serve),
    drop(behind: (socket: Socket) => boolean): void {
      for (const socket of all()) if (behind(socket)) evict(socket);
    },
    /** Stops sending, and ends the connections over `spread` milliseconds; those still open after `deadline` are cut. */
    async end(spread: number, deadline: number): Promise<void> {
      const sockets = all();
      for (const slice of slices) slice.clear();
      const until = performance.now() + deadline;
      for (const [i, socket] of sockets.entries())
        setTimeout(() => socket.end(), (spread * i) / sockets.length);
      while (sockets.some((socket) => !socket.destroyed) && performance.now() < until) await delay(10);
      for (const socket of sockets) if (!socket.destroyed) cut(socket);
    },
  };
}

/** Closes a connection at once, with a reset where possible: libuv refuses to reset a socket that is ending, and Node would keep its handle. */
function cut(socket: Socket) {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
