import { framesIn, type Packing } from '../../lib/sound-frames.ts';

export type History = ReturnType<typeof createHistory>;

/** At least the last `size` bytes of a station's sound. A byte is addressed by its offset in everything that was ever sent. */
export function createHistory(size: number) {
  /** The bytes from offset `start` on. They are never overwritten, because sockets may still have to send them. */
  let tape = Buffer.allocUnsafeSlow(2 * size);
  let start = 0;
  let end = 0;
  /** Where newcomers start, as long as nothing is appended. */
  let join: number | undefined;

  /** The bytes from an offset on, as far as they are still kept. */
  const since = (offset: number): Buffer => tape.subarray(Math.max(offset, start) - start, end - start);

  return {
    end: () => end,
    append(bytes: Buffer): void {
      if (end - start + bytes.length > tape.length) {
        const kept = since(end - size);
        tape = Buffer.allocUnsafeSlow(Math.max(2 * size, kept.length + bytes.length));
        kept.copy(tape);
        start = end - kept.length;
      }
      bytes.copy(tape, end - start);
      end += bytes.length;
      join = undefined;
    },
    /** Drops all sound, when other sound follows. Offsets go on. */
    clear(): void {
      tape = Buffer.allocUnsafeSlow(2 * size);
      start = end;
      join = undefined;
    },
    since,
    /** The offset at which a newcomer starts: a frame about `milliseconds` back, but at most `bytes`. */
    joinAt(milliseconds: number, bytes: number, packing: Packing): number {
      if (join !== undefined) return join;
      const all = since(end - bytes);
      let seconds = milliseconds / 1000;
      join = end;
      for (const { at, seconds: length } of [...framesIn(all, packing)].reverse()) {
        if (seconds <= 0) break;
        seconds -= length;
        join = end - all.length + at;
      }
      return join;
    },
  };
}
