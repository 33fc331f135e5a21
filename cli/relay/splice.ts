import { firstFrame, type Packing } from '../lib/sound-frames.ts';

/** How much of what was sent last is searched for at least, and in how much of the new sound and for how long, in bytes and milliseconds. */
const minNeedle = 1024;
const maxBytes = 256 * 1024;
const maxTime = 400;

/** What to do with the sound of a source that was opened. */
export type Splice =
  /** Wait for more of it. */
  | { readonly kind: 'undecided' }
  /** It overlaps what was sent: go on with `rest`. */
  | { readonly kind: 'spliced'; readonly rest: Buffer }
  /** It does not: go on with `rest`, which starts at a frame. */
  | { readonly kind: 'apart'; readonly rest: Buffer }
  /** There is no sound in it. */
  | { readonly kind: 'noise' };

/** Joins a source to `sent`, the newest of what was sent before: byte for byte if both have the same, else at its first frame. */
export function createSplicer(sent: Buffer, packing: Packing, now: () => number): (chunk: Buffer) => Splice {
  const needle = needleOf(sent);
  const started = now();
  let fresh: Buffer = Buffer.alloc(0);
  return (chunk) => {
    fresh = Buffer.concat([fresh, chunk]);
    if (needle) {
      const at = fresh.indexOf(needle);
      if (at !== -1) return { kind: 'spliced', rest: fresh.subarray(at + needle.length) };
      if (fresh.length <= maxBytes && now() - started <= maxTime) return { kind: 'undecided' };
    }
    const frame = firstFrame(fresh, packing);
    if (frame !== -1) return { kind: 'apart', rest: fresh.subarray(frame) };
    return { kind: fresh.length > maxBytes ? 'noise' : 'undecided' };
  };
}

/** The end of what was sent, as long as it takes to be there only once: pauses sound all alike. */
function needleOf(sent: Buffer): Buffer | undefined {
  for (let length = minNeedle; length <= sent.length; length *= 2) {
    const needle = sent.subarray(sent.length - length);
    if (sent.indexOf(needle) === sent.length - length) return Buffer.from(needle);
  }
  return undefined;
}
