import { describe, expect, it } from 'vitest';
import { firstFrame, frameAt } from '../../cli/relay/sound-frames.ts';

/** A frame of silence: version 1, layer III, 128 kbit/s, 44,100 Hz. */
const frame = Buffer.alloc(417);
frame.set([0xff, 0xfb, 0x90, 0x00]);

describe('a frame of MP3', () => {
  it.each([
    ['version 1, 128 kbit/s, 44,100 Hz', [0xff, 0xfb, 0x90, 0], 417, 1152 / 44_100],
    ['the same with a byte of padding', [0xff, 0xfb, 0x92, 0], 418, 1152 / 44_100],
    ['version 2, 64 kbit/s, 24,000 Hz', [0xff, 0xf3, 0x84, 0], 192, 576 / 24_000],
    ['version 2.5, 32 kbit/s, 8,000 Hz', [0xff, 0xe3, 0x48, 0], 288, 576 / 8000],
  ])('is measured by its header: %s', (_, header, length, seconds) => {
    expect(frameAt(Buffer.from(header), 0, 'mp3')).toMatchObject({ length, seconds });
  });

  it.each([
    ['a reserved version', [0xff, 0xeb, 0x90, 0]],
    ['a reserved sample rate', [0xff, 0xfb, 0x9c, 0]],
    ['no bit rate', [0xff, 0xfb, 0x00, 0]],
    ['another layer', [0xff, 0xfd, 0x90, 0]],
    ['nothing', []],
  ])('never starts with %s', (_, header) => {
    expect(frameAt(Buffer.from(header), 0, 'mp3')).toBeUndefined();
  });
});

describe('the first frame', () => {
  it('is one that another follows', () => {
    const sound = Buffer.concat([Buffer.from([0, 0xff, 0xfb, 0x90, 0]), frame, frame]);
    expect(firstFrame(sound, 'mp3')).toBe(5);
    expect(firstFrame(sound, 'mp3', 6)).toBe(-1);
    expect(firstFrame(frame, 'mp3')).toBe(-1);
  });
});
