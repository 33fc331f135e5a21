import { describe, expect, it } from 'vitest';
import { randomFrom } from '../content/markdown/strange-markdown.ts';
import { damages } from './damages.ts';
import { readBytes, samples, titlesOf } from './samples.ts';

/** The feeds whose bytes are mostly ASCII, so that tags can be found in them. */
const feeds = samples
  .filter(({ isJson, bytes }) => !isJson && !bytes.includes(0) && !bytes.includes(0x1b))
  .map((sample) => ({ ...sample, text: sample.bytes.toString('latin1') }));

const fromLatin1 = (text: string) => Buffer.from(text, 'latin1');

/** The damaged feeds that are read; the audit has more. */
const texts = Number(process.env.TEXTS ?? 400);

describe('a damaged feed', () => {
  it('still gives 99 % of the headlines that the damage leaves', () => {
    const missed: string[] = [];
    let wanted = 0;
    for (const [name, damage] of Object.entries(damages)) {
      for (const { name: feed, text, expected } of feeds) {
        const damaged = damage(text);
        if (!damaged || damaged.bytes === text) continue;
        const found = new Set(titlesOf(readBytes(fromLatin1(damaged.bytes))));
        const titles = expected.items.slice(0, damaged.intact).map(({ title }) => title);
        wanted += titles.length;
        missed.push(
          ...titles.filter((title) => !found.has(title)).map((title) => `${feed} ${name}: ${title}`),
        );
      }
    }
    expect(1 - missed.length / wanted, `These are missed:\n${missed.join('\n')}`).toBeGreaterThanOrEqual(
      0.99,
    );
    expect(wanted).toBeGreaterThan(2500);
  });

  it.each(Object.entries(damages))('that %s is among them', (_, damage) => {
    expect(feeds.some(({ text }) => (damage(text)?.bytes ?? text) !== text)).toBe(true);
  });

  it('never throws, whatever its bytes', () => {
    const random = randomFrom(20261120);
    const below = (limit: number) => Math.floor(random() * limit);
    const anyOf = (list: readonly string[]): string => list[below(list.length)] ?? '';
    const pieces =
      '< > & " ]]> <![CDATA[ <!-- --> <item> </item> <title </ &#x \0 \xff { [ \xef\xbb\xbf'.split(' ');
    const all = samples.map(({ bytes }) => bytes.toString('latin1'));
    for (let read = 0; read < texts; read += 1) {
      let text = anyOf(all);
      for (let times = 1 + below(8); times > 0; times -= 1) {
        const at = below(text.length);
        const end = [at, at + 1, at + below(40), below(text.length), text.length][below(5)] ?? at;
        const copied = [text.slice(at, at + below(400)), anyOf(all).slice(below(2000), 2000)];
        const put = anyOf(['', anyOf(pieces), String.fromCharCode(below(256)), ...copied]);
        text = text.slice(0, at) + put + text.slice(Math.max(at, end));
      }
      readBytes(fromLatin1(text));
    }
  });
});
