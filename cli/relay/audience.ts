import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Packing } from './frames.ts';
import type { History } from './history.ts';
import type { Limits } from './options.ts';

/** Everyone who hears one station. */
export interface Audience {
  readonly size: () => number;
  /** Sends `head`, the newest stretch of the sound, and then what comes, until either side ends. */
  readonly add: (socket: Socket, head: string, packing: Packing) => void;
  /** Sends to everyone what there is, before their turn: they have waited. */
  readonly hurry: () => void;
  /** Drops everyone who is `behind`. */
  readonly drop: (behind: (socket: Socket) => boolean) => void;
  /** Sends nobody here anything more, and ends them in batches over `spread` milliseconds; who has not gone after `patience` is cut off. */
  readonly end: (spread: number, patience: number) => Promise<void>;
}

export interface AudienceEvents {
  readonly sent: (bytes: number) => void;
  readonly evicted: () => void;
  /** The last has left. */
  readonly empty: () => void;
}

/** Most bytes written at once. */
const mostWrite = 64 * 1024;
/** When more than this many come in one turn, each is sent less at first, so that all of them hear something soon. */
const crowd = 20;
const mostToCrowd = 16 * 1024;

/**
 * Cuts a listener off, with a reset where there may be one: once a socket's end is under way libuv refuses to reset it, and Node would
 * keep its handle, and with it the process, for good.
 */
function cut(socket: Socket) {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** In how many batches everyone is ended. */
const batches = 10;

/** Listeners of a history, each written to once a beat. A listener is its socket, and the place in the history of its next byte. */
export function createAudience(history: History, limits: Limits, events: AudienceEvents): Audience {
  const slices = Array.from({ length: limits.slices }, () => {
    const places = new Map<Socket, number>();
    // One function a slice, not one a listener: ten thousand listeners are to cost little.
    function left(this: Socket) {
      places.delete(this);
      size -= 1;
      if (size > 0) return;
      clearTimeout(heart);
      heart = undefined;
      events.empty();
    }
    return { places, left };
  });
  let size = 0;
  let joined = 0;
  let joinedThisTurn = 0;
  let turn = 0;
  let due = 0;
  let heart: NodeJS.Timeout | undefined;
  let opening: { readonly head: string; readonly bytes: Buffer; readonly whole: Buffer } | undefined;

  /** Every slice in its turn. The times are fixed ahead: intervals that start when the last one ended would drift. */
  function wait() {
    const now = performance.now();
    due = Math.max(due + limits.beat / limits.slices, now - limits.beat);
    heart = setTimeout(beat, Math.max(0, due - now));
  }

  function beat() {
    turn = (turn + 1) % slices.length;
    joinedThisTurn = 0;
    const slice = slices[turn];
    if (slice) serve(slice.places);
    wait();
  }

  function serve(places: Map<Socket, number>) {
    for (const [socket, place] of places) write(places, socket, place);
  }

  function write(places: Map<Socket, number>, socket: Socket, place: number) {
    if (history.end() - place > limits.backlog) return evict(socket);
    // What a listener cannot take waits in the history, which all share, and not once more in its socket.
    if (socket.writableLength > 0 || !socket.writable) return;
    const bytes = history.since(place, mostWrite);
    if (bytes.length === 0) return;
    places.set(socket, place + bytes.length);
    events.sent(bytes.length);
    socket.write(bytes);
  }

  /** What a crowd is sent first is the same for nearly all. */
  function openingOf(head: string, bytes: Buffer): Buffer {
    if (opening?.head !== head || opening.bytes !== bytes)
      opening = { head, bytes, whole: Buffer.concat([Buffer.from(head, 'latin1'), bytes]) };
    return opening.whole;
  }

  function evict(socket: Socket) {
    events.evicted();
    cut(socket);
  }

  const all = () => slices.flatMap(({ places }) => [...places.keys()]);

  return {
    size: () => size,
    add(socket, head, packing) {
      const slice = slices[joined % slices.length];
      if (!slice) return;
      joined += 1;
      joinedThisTurn += 1;
      size += 1;
      socket.on('close', slice.left);
      const place = history.joinAt(limits.burst, limits.burstBytes, packing);
      const bytes = history.since(place, joinedThisTurn > crowd ? mostToCrowd : mostWrite);
      slice.places.set(socket, place + bytes.length);
      events.sent(bytes.length);
      socket.write(openingOf(head, bytes));
      if (heart === undefined) {
        due = performance.now();
        wait();
      }
    },
    hurry() {
      for (const { places } of slices) serve(places);
    },
    drop(behind) {
      for (const socket of all()) if (behind(socket)) evict(socket);
    },
    async end(spread, patience) {
      const sockets = all();
      for (const { places } of slices) places.clear();
      const until = performance.now() + patience;
      const batch = Math.ceil(sockets.length / batches);
      for (let at = 0; at < sockets.length; at += batch) {
        for (const socket of sockets.slice(at, at + batch)) socket.end();
        if (spread > 0) await delay(spread / batches);
      }
      while (sockets.some((socket) => !socket.destroyed) && performance.now() < until) await delay(10);
      for (const socket of sockets) if (!socket.destroyed) cut(socket);
    },
  };
}
