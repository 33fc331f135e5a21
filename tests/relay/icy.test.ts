import { describe, expect, it } from 'vitest';
import { createIcySplitter, type IcyPart, titleOf } from '../../cli/relay/icy.ts';

/** A block of metadata as it stands in a stream: its length in sixteenths, then its text, filled up with zeros. */
function block(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text);
  const filled = Buffer.alloc(Math.ceil(bytes.length / 16) * 16);
  bytes.copy(filled);
  return Buffer.concat([Buffer.from([filled.length / 16]), filled]);
}

describe('a stream with metadata', () => {
  const sound = Buffer.from(Array.from({ length: 4000 }, (_, i) => i % 251));
  const titles = ["StreamTitle='One';", '', "StreamTitle='Two';StreamUrl='';", ''];
  const stream = Buffer.concat(
    titles.flatMap((title, i) => [
      sound.subarray(i * 1000, (i + 1) * 1000),
      title ? block(title) : Buffer.from([0]),
    ]),
  );

  it.each([1, 7, 999, 1000, 1001, 5000])('is split the same in pieces of %i bytes', (size) => {
    const split = createIcySplitter(1000);
    const parts: IcyPart[] = [];
    for (let at = 0; at < stream.length; at += size) parts.push(...split(stream.subarray(at, at + size)));
    const heard = parts.flatMap((part) => ('sound' in part ? [part.sound] : []));
    expect(Buffer.concat(heard).equals(sound)).toBe(true);
    expect(parts.flatMap((part) => ('title' in part ? [part.title] : []))).toEqual(['One', 'Two']);
  });
});

it.each([
  ["StreamTitle='Plain';", 'Plain'],
  ["StreamTitle='It's \"Blue\"; or not';StreamUrl='http://x/';", 'It\'s "Blue"; or not'],
  ["StreamTitle='Ends'; with';", "Ends'; with"],
  ["StreamTitle='';", undefined],
  ["StreamUrl='x';", undefined],
  ["StreamTitle='Two\nlines\u0007';", 'Two lines'],
  ["StreamTitle='Canción — ñ';", 'Canción — ñ'],
  [
    "StreamTitle='It&#8217;s &#128251; &#99999999; &#9999999;';StreamUrl='';",
    'It’s 📻 &#99999999; &#9999999;',
  ],
  ['nonsense', undefined],
])('reads %j as %j', (text, title) => {
  expect(titleOf(Buffer.from(text))).toBe(title);
});

it('reads titles of old encoders, which send Latin-1', () => {
  expect(titleOf(Buffer.from("StreamTitle='Canción';\0\0", 'latin1'))).toBe('Canción');
});
