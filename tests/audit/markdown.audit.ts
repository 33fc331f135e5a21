import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { randomFrom, secondsToRender, strangeText } from '../content/markdown/strange-markdown.ts';

// MINUTES=60 SEED=1 npm run audit -- markdown
const minutes = Number(process.env.MINUTES ?? 3);
const seed = Number(process.env.SEED ?? 1);
/** Beside other work on the same machine; alone, no text takes more than 2. */
const most = 6;

/** The text that is being drawn, for whoever looks at a run that ended or hangs. */
const current = join(tmpdir(), 'galley-strange.md');

it(
  'draws or refuses every strange text in seconds and 700 MB, and lives',
  async () => {
    const random = randomFrom(seed);
    const until = Date.now() + minutes * 60_000;
    const bad: string[] = [];
    let texts = 0;
    for (; Date.now() < until; texts++) {
      const text = strangeText(random, 2 ** (10 + Math.floor(random() * 10.99)));
      writeFileSync(current, text);
      // The worker answers its tests' runner between texts.
      await setImmediate();
      const seconds = secondsToRender(text);
      if (seconds > most) bad.push(`${seconds.toFixed(1)} s: ${JSON.stringify(text.slice(0, 120))}`);
    }
    console.info(`${texts} texts, seed ${seed}`);
    expect(bad).toEqual([]);
    expect(process.resourceUsage().maxRSS / 1024).toBeLessThan(700);
  },
  minutes * 60_000 + 60_000,
);
