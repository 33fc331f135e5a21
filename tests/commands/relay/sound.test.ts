import { expect, it } from 'vitest';
import { createHistory } from '../../../cli/commands/relay/history.ts';
import { titleOf } from '../../../cli/commands/relay/icy.ts';
import { createSplicer } from '../../../cli/commands/relay/source.ts';
import { createFramer, firstFrame, frameAt } from '../../../cli/lib/sound-frames.ts';
import { frames } from './sound.ts';

// Cases that no server of the other tests sends.

it.each([
  ['version 1, 128 kbit/s, 44,100 Hz', [0xff, 0xfb, 0x90, 0], 417, 1152 / 44_100],
  ['version 1 with a byte of padding', [0xff, 0xfb, 0x92, 0], 418, 1152 / 44_100],
  ['version 2, 64 kbit/s, 24,000 Hz', [0xff, 0xf3, 0x84, 0], 192, 576 / 24_000],
  ['version 2.5, 32 kbit/s, 8,000 Hz', [0xff, 0xe3, 0x48, 0], 288, 576 / 8000],
])('measures a frame of MP3 by its header: %s', (_, header, length, seconds) => {
  expect(frameAt(Buffer.from(header), 0, 'mp3')).toMatchObject({ length, seconds });
});

it.each([
  ['a reserved version', [0xff, 0xeb, 0x90, 0]],
  ['a reserved sample rate', [0xff, 0xfb, 0x9c, 0]],
  ['no bit rate', [0xff, 0xfb, 0x00, 0]],
  ['another layer', [0xff, 0xfd, 0x90, 0]],
])('finds no frame of MP3 with %s', (_, header) => {
  const start = Buffer.from(header);
  expect(firstFrame(Buffer.concat([start, start, frames(2)]), 'mp3')).toBe(8);
});

it('is cut after whole frames, wherever its pieces end', () => {
  const whole = createFramer('mp3');
  const sound = frames(30);
  // It begins in the middle of a frame.
  let taken = 100;
  let given = 100;
  for (const size of [700, 417, 3, 5000, 1, 800, 417, 417]) {
    given += whole(sound.subarray(taken, taken + size)).length;
    taken += size;
    expect(given === 100 || given % 417 === 0).toBe(true);
  }
  expect(taken - given).toBeLessThan(417);
});

it('is sent as it is where it has no frames', () => {
  expect(createFramer('mp3')(Buffer.alloc(20_000))).toHaveLength(20_000);
});

it.each([
  ["StreamTitle='It's \"Blue\"; or not';StreamUrl='http://x/';", 'It\'s "Blue"; or not'],
  ["StreamTitle='Ends'; with';", "Ends'; with"],
  ["StreamTitle='';", undefined],
  ["StreamUrl='x';", undefined],
  ["StreamTitle='Two\nlines\u0007';", 'Two lines'],
  ["StreamTitle='It&#8217;s &#128251; &#99999999; &#9999999;';", 'It’s 📻 &#99999999; &#9999999;'],
])('reads the title %j as %j', (text, title) => {
  expect(titleOf(Buffer.from(text))).toBe(title);
});

it('never overwrites sound that it has handed out', () => {
  const history = createHistory(8);
  history.append(Buffer.from('01234567'));
  const handed = history.since(0);
  for (let i = 0; i < 20; i++) history.append(Buffer.from('xxxxxxxx'));
  expect([String(handed), history.end(), String(history.since(160))]).toEqual(['01234567', 168, 'xxxxxxxx']);
});

it('is not misled by pauses when a source repeats what was sent', () => {
  const pause = Buffer.concat(Array<Buffer>(20).fill(frames(1, 7)));
  const sent = Buffer.concat([frames(200, 1000), pause, frames(40, 2000), pause]);
  const splice = createSplicer(sent, 'mp3', 60_000);
  expect(splice(sent.subarray(-80 * 417))).toBeUndefined();
  expect(splice(frames(13, 3000))).toEqual({ rest: frames(13, 3000), isSpliced: true });
});
