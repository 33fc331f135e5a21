import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProbe } from '../content/markdown/process.ts';
import { randomFrom, strangeText } from '../content/markdown/strange-markdown.ts';

// MINUTES=60 SEED=1 npm run audit -- markdown
const minutes = Number(process.env.MINUTES ?? 3);
const seed = Number(process.env.SEED ?? 1);
/** Beside other work on the same machine; alone, no text takes more than 2. */
const seconds = 6;

let probe: Awaited<ReturnType<typeof createProbe>>;
beforeAll(async () => {
  probe = await createProbe();
});
afterAll(() => probe.end());

it(
  'draws or refuses every strange text in seconds, and lives',
  async () => {
    const random = randomFrom(seed);
    const until = Date.now() + minutes * 60_000;
    const bad: string[] = [];
    let texts = 0;
    let refused = 0;
    for (; Date.now() < until; texts++) {
      const size = 2 ** (10 + Math.floor(random() * 10.99));
      const text = strangeText(random, size);
      const drawn = await probe.draw(text, seconds);
      if ('ended' in drawn || drawn.megabytes > 700) {
        const how = 'ended' in drawn ? drawn.ended : `${Math.round(drawn.megabytes)} MB`;
        bad.push(
          `${how} for ${size} bytes: ${JSON.stringify(text.slice(0, 120))} … ${JSON.stringify(text.slice(-120))}`,
        );
        console.error(bad.at(-1));
        probe.end();
        probe = await createProbe();
      } else if (drawn.milliseconds > 1500) {
        console.warn(`${Math.round(drawn.milliseconds)} ms for ${JSON.stringify(text.slice(0, 120))}`);
      }
      if (!('ended' in drawn) && drawn.first?.rule === 'too-large') refused += 1;
    }
    console.info(`${texts} texts, ${refused} refused, seed ${seed}`);
    expect(bad).toEqual([]);
  },
  minutes * 60_000 + 60_000,
);
