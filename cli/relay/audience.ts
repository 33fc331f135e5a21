import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Packing } from '../lib/sound-frames.ts';
import type { History } from './history.ts';
import type { Limits } from './options.ts';

/** How a listener wants the sound: as it is, or with titles in it. */
export type Wrap = ((sound: Buffer) => Buffer) | undefined;

/** The most bytes written at once: more than a beat brings. */
export const maxWrite = 64 * 1024;
/** When more than this many come in one turn, each is sent less at first, so that all of them hear something soon. */
const crowd = 20;
const maxToCrowd = 16 * 1024;

/**
 * Closes a connection at once, with a reset if there may be one: once a socket's end has begun, libuv refuses to reset it, and Node would
 * keep its handle, and with it the process, for good.
 */
function cut(socket: Socket) {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/**
 * Listeners of a history, each written to once a beat. A listener is its socket, and the offset in the history of its next byte. `onEmpty` is
 * called when the last has left.
 */
export function createAudience(history: History, limits: Limits, onEmpty: () => void) {
  const slices = Array.from({ length: limits.slices }, () => {
    const offsets = new Map<Socket, number>();
    // One function a slice, not one a listener, because ten thousand listeners should cost little.
    function left(this: Socket) {
      offsets.delete(this);
      countSeconds();
      size -= 1;
      if (size > 0) return;
      clearInterval(timer);
      timer = undefined;
      onEmpty();
    }
    return { offsets, left };
  });
  const wraps = new WeakMap<Socket, Wrap>();
  const counts = { bytes: 0, evicted: 0 };
  let size = 0;
  let seconds = 0;
  let countedAt = performance.now();
  let joined = 0;
  let joinedThisTurn = 0;
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;
  let opening: { readonly head: string; readonly bytes: Buffer; readonly whole: Buffer } | undefined;

  function countSeconds() {
    const now = performance.now();
    seconds += (size * (now - countedAt)) / 1000;
    countedAt = now;
  }

  function takeTurn() {
    turn = (turn + 1) % slices.length;
    joinedThisTurn = 0;
    serve(slices[turn]);
  }

  function serve(slice: (typeof slices)[number] | undefined) {
    for (const [socket, offset] of slice?.offsets ?? []) {
      // What a listener cannot take waits in the history, which all share, and not once more in its socket.
      if (history.end() - offset > limits.backlog) evict(socket);
      else if (socket.writableLength === 0 && socket.writable) {
        const bytes = history.since(offset, maxWrite);
        if (bytes.length > 0) socket.write(wraps.get(socket)?.(bytes) ?? bytes);
        slice?.offsets.set(socket, offset + bytes.length);
        counts.bytes += bytes.length;
      }
    }
  }

  /** What a crowd is sent first is the same for nearly all. */
  function openingOf(head: string, bytes: Buffer): Buffer {
    if (opening?.head !== head || opening.bytes !== bytes)
      opening = { head, bytes, whole: Buffer.concat([Buffer.from(head, 'latin1'), bytes]) };
    return opening.whole;
  }

  function evict(socket: Socket) {
    counts.evicted += 1;
    cut(socket);
  }

  const all = () => slices.flatMap(({ offsets }) => [...offsets.keys()]);

  return {
    counts: counts as Readonly<typeof counts>,
    size: () => size,
    /** How long all listened, added up. */
    listenerSeconds() {
      countSeconds();
      return seconds;
    },
    /** Sends `head`, the newest of the sound, and then what comes, until either side ends. */
    add(socket: Socket, head: string, packing: Packing, wrap: Wrap): void {
      const slice = slices[joined % slices.length];
      if (!slice) return;
      countSeconds();
      joined += 1;
      joinedThisTurn += 1;
      size += 1;
      socket.on('close', slice.left);
      const offset = history.joinAt(limits.burst, limits.burstBytes, packing);
      const bytes = history.since(offset, joinedThisTurn > crowd ? maxToCrowd : maxWrite);
      slice.offsets.set(socket, offset + bytes.length);
      counts.bytes += bytes.length;
      if (wrap) wraps.set(socket, wrap);
      socket.write(openingOf(head, wrap?.(bytes) ?? bytes));
      timer ??= setInterval(takeTurn, limits.beat / limits.slices);
    },
    /** Sends everyone what there is, before their turn, after a pause. */
    serveNow(): void {
      for (const slice of slices) serve(slice);
    },
    drop(behind: (socket: Socket) => boolean): void {
      for (const socket of all()) if (behind(socket)) evict(socket);
    },
    /** Sends nobody here anything more, and ends them over `spread` milliseconds; whoever has not gone after `deadline` is cut off. */
    async end(spread: number, deadline: number): Promise<void> {
      const sockets = all();
      for (const { offsets } of slices) offsets.clear();
      const until = performance.now() + deadline;
      for (const [i, socket] of sockets.entries())
        setTimeout(() => socket.end(), (spread * i) / sockets.length);
      while (sockets.some((socket) => !socket.destroyed) && performance.now() < until) await delay(10);
      for (const socket of sockets) if (!socket.destroyed) cut(socket);
    },
  };
}
