import { firstFrame, type Packing } from './sound-frames.ts';

/** How much of what was sent last is searched for at least, and in how much of the new sound and for how long, in bytes and milliseconds. */
const minNeedle = 1024;
const maxBytes = 256 * 1024;
const maxTime = 400;

export type Splice = ReturnType<ReturnType<typeof createSplicer>>;

/**
 * Joins a source to `sent`, the newest of what was sent before: at the very next byte if both have the same, else at its first frame. Gives
 * `undefined` until it is known how. Throws if no sound is found in `maxWait` milliseconds.
 */
export function createSplicer(
  sent: Buffer,
  packing: Packing,
  maxWait: number,
  now = () => performance.now(),
) {
  const needle = needleOf(sent);
  const started = now();
  let fresh: Buffer = Buffer.alloc(0);
  return (chunk: Buffer) => {
    fresh = Buffer.concat([fresh, chunk]);
    const at = needle ? fresh.indexOf(needle) : -1;
    if (needle && at !== -1) {
      const rest = fresh.subarray(at + needle.length);
      // All of a burst may have been sent before: that is no sign that more comes.
      return rest.length > 0 ? { rest, isSpliced: true } : undefined;
    }
    const waited = now() - started;
    if (needle && fresh.length <= maxBytes && waited <= maxTime) return undefined;
    const frame = firstFrame(fresh, packing);
    if (frame !== -1) return { rest: fresh.subarray(frame), isSpliced: false };
    if (fresh.length <= maxBytes && waited <= maxWait) return undefined;
    throw new Error('it sends no sound, though it says so');
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
