import { firstFrame, type Packing } from './sound-frames.ts';

/** The least of the last bytes to search for, and how much new sound is searched for how long, in bytes and milliseconds. */
const minNeedle = 1024;
const maxBytes = 256 * 1024;
const maxTime = 400;

/**
 * Joins a source to `sent`, the newest sound that was sent before: at the next byte if the source repeats it, else at the first frame.
 * Gives `undefined` until that is known. Throws if no sound is found in `maxWait` milliseconds.
 */
export function createSplicer(sent: Buffer, packing: Packing, maxWait: number) {
  const needle = needleOf(sent);
  const started = performance.now();
  let fresh: Buffer = Buffer.alloc(0);
  return (chunk: Buffer) => {
    fresh = Buffer.concat([fresh, chunk]);
    const at = needle ? fresh.indexOf(needle) : -1;
    if (needle && at !== -1) {
      const rest = fresh.subarray(at + needle.length);
      // A burst may hold only old sound, which does not prove that more comes.
      return rest.length > 0 ? { rest, isSpliced: true } : undefined;
    }
    const waited = performance.now() - started;
    if (needle && fresh.length <= maxBytes && waited <= maxTime) return undefined;
    const frame = firstFrame(fresh, packing);
    if (frame !== -1) return { rest: fresh.subarray(frame), isSpliced: false };
    if (fresh.length <= maxBytes && waited <= maxWait) return undefined;
    throw new Error('it sends no sound, though it says so');
  };
}

/** The last bytes that were sent, as many as it takes to be unique: silence repeats itself. */
function needleOf(sent: Buffer): Buffer | undefined {
  for (let length = minNeedle; length <= sent.length; length *= 2) {
    const needle = sent.subarray(sent.length - length);
    if (sent.indexOf(needle) === sent.length - length) return Buffer.from(needle);
  }
  return undefined;
}
