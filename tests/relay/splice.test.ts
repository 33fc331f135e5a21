import { expect, it } from 'vitest';
import { createSplicer, type Splice } from '../../cli/relay/splice.ts';
import { frames } from './sound.ts';

const sound = frames(700);

/** Gives a splicer its pieces until it decides. */
function feed(sent: Buffer, fresh: Buffer, size: number, now = () => 0): Splice | undefined {
  const splice = createSplicer(sent, 'mp3', 60_000, now);
  for (let at = 0; at < fresh.length; at += size) {
    const decided = splice(fresh.subarray(at, at + size));
    if (decided) return decided;
  }
  return undefined;
}

it.each([1400, 65_536])('goes on at the very next byte where both have the same, in pieces of %i', (size) => {
  const decided = feed(sound.subarray(0, 100_000), sound.subarray(60_000, 200_000), size);
  const rest = decided?.isSpliced ? decided.rest : Buffer.alloc(0);
  expect(rest.length).toBeGreaterThan(0);
  expect(sound.subarray(100_000, 100_000 + rest.length).equals(rest)).toBe(true);
});

it('takes a stream that has nothing in common from its first frame on, once it has seen enough of it', () => {
  const other = frames(700, 100_000);
  const decided = feed(sound.subarray(0, 50_000), other.subarray(100), 10_000);
  const rest = decided?.isSpliced === false ? decided.rest : Buffer.alloc(0);
  expect(rest.length).toBeGreaterThan(250_000);
  expect(other.subarray(417, 417 + rest.length).equals(rest)).toBe(true);
});

it('takes such a stream once it has waited long enough', () => {
  let time = 0;
  const decided = feed(sound.subarray(0, 50_000), frames(50, 100_000), 1000, () => (time += 100));
  expect(decided).toMatchObject({ isSpliced: false, rest: expect.objectContaining({ length: 5000 }) });
});

it('takes the first stream there is at its first frame', () => {
  const decided = feed(Buffer.alloc(0), sound.subarray(10), 1400);
  expect(decided?.isSpliced === false && decided.rest.equals(sound.subarray(417, 1410))).toBe(true);
});

it('finds no sound where there is none', () => {
  const noise = Buffer.alloc(300_000, 0x41);
  expect(() => feed(Buffer.alloc(0), noise, 10_000)).toThrow('it sends no sound, though it says so');
  let time = 0;
  expect(() => feed(Buffer.alloc(0), noise, 1000, () => (time += 10_000))).toThrow('no sound');
});

it('is not misled by pauses, which sound all alike', () => {
  const pause = Buffer.concat(Array<Buffer>(20).fill(frames(1, 7)));
  const sent = Buffer.concat([frames(200, 1000), pause, frames(40, 2000), pause]);
  const next = frames(13, 3000);
  const decided = feed(sent, Buffer.concat([sent.subarray(-80 * 417), next]), 1400);
  expect(decided?.isSpliced).toBe(true);
  const rest = decided?.isSpliced ? decided.rest : Buffer.alloc(0);
  expect(next.subarray(0, rest.length).equals(rest)).toBe(true);
});
