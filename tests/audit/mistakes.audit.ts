import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { PlacedProblem } from '../../cli/problems/problem.ts';
import { randomFrom } from '../content/markdown/strange-markdown.ts';
import { buildInMemory, root, temporaryFolder } from '../helpers.ts';
import { type Family, inText, inValues, inYaml, type Mistake } from './mistakes.ts';
import { isSmoke, some } from './scope.ts';

// EACH=10 SEED=2 npm run audit -- mistakes
const each = Number(process.env.EACH ?? 8);
const seed = Number(process.env.SEED ?? 1);

const content = join(temporaryFolder(), 'content');
cpSync(join(root, 'content'), content, { recursive: true });
const files = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(?:md|yaml)$/.test(file),
);

async function problemsOf({ file, text }: Mistake): Promise<readonly PlacedProblem[]> {
  const path = join(content, file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, text);
  try {
    return (await buildInMemory(content, { now: new Date('2026-11-24T00:00:00Z') })).report.problems;
  } finally {
    writeFileSync(path, whole);
  }
}

/** Words that only a parser would use. */
const parserEnglish =
  /implicit|mapping|scalar|sequence item|block collection|flow (?:collection|map|sequence)|unexpected|\bnode\b|\btoken\b|invalid input|expected \w+, received|undefined|NaN|\[object/i;

interface Verdict {
  readonly silent: boolean;
  readonly inPlace: boolean;
  readonly one: boolean;
  readonly plain: boolean;
}

const verdicts: Verdict[] = [];
const misses: string[] = [];

function judge(name: string, { file, text, lines }: Mistake, problems: readonly PlacedProblem[]): void {
  const there = problems.filter((problem) => problem.file === `content/${file}`);
  const verdict = {
    silent: problems.length === 0,
    inPlace: there.some(({ line }) => lines.includes(line)),
    one: problems.length <= 1,
    plain: !problems.some(({ message, hint }) =>
      parserEnglish.test(`${message} ${hint ?? ''}`.replace(/`[^`]*`/g, '')),
    ),
  };
  verdicts.push(verdict);
  if (!verdict.silent && verdict.inPlace && verdict.one && verdict.plain) return;
  const around = text.split('\n').slice((lines[0] ?? 1) - 3, (lines[0] ?? 1) + 3);
  misses.push(
    [
      `${name}: ${file}:${lines.join('/')} ${Object.entries(verdict)
        .filter(([key, is]) => is === (key === 'silent'))
        .map(([key]) => (key === 'silent' ? key : `not ${key}`))
        .join(', ')}`,
      ...around.map((line) => `    ${line.slice(0, 100)}`),
      ...problems
        .slice(0, 4)
        .map(
          ({ file, line, column, message, hint }) => `  > ${file}:${line}:${column} ${message} ${hint ?? ''}`,
        ),
    ].join('\n'),
  );
}

const random = randomFrom(seed);

function mistakesOf(family: Family): Mistake[] {
  const made: Mistake[] = [];
  for (let tries = 0; tries < each * 40 && made.length < each; tries++) {
    const file = files[Math.floor(random() * files.length)] ?? '';
    const mistake = family(file, readFileSync(join(content, file), 'utf8'), random);
    if (mistake) made.push(mistake);
  }
  return made;
}

afterAll(() => {
  const share = (is: (verdict: Verdict) => boolean) =>
    `${((100 * verdicts.filter(is).length) / verdicts.length).toFixed(1)} %`;
  console.info(
    `${verdicts.length} mistakes, seed ${seed}: silent ${share(({ silent }) => silent)}, at their line ${share(({ inPlace }) => inPlace)}, one report ${share(({ one }) => one)}, in plain words ${share(({ plain }) => plain)}`,
  );
  if (process.env.MISSES) writeFileSync(process.env.MISSES, misses.join('\n\n'));
});

it.each(some(Object.entries({ ...inYaml, ...inValues, ...inText }), 3))(
  '%s is made',
  async (name, family) => {
    for (const mistake of mistakesOf(family)) {
      // The category of a form may be any words, and the author of a book any name.
      if (/^(?:a category|an author with)/.test(name) && !mistake.file.startsWith('blog/')) continue;
      judge(name, mistake, await problemsOf(mistake));
    }
  },
);

it('of all mistakes none is silent, 99 in 100 are told at their line and 97 once, and none in the words of a parser', () => {
  const count = (is: (verdict: Verdict) => boolean) => verdicts.filter(is).length / verdicts.length;
  expect(verdicts.length).toBeGreaterThan(isSmoke ? 3 : 500);
  expect({
    silent: count(({ silent }) => silent),
    inPlace: count(({ inPlace }) => inPlace) >= (isSmoke ? 0.5 : 0.99),
    one: count(({ one }) => one) >= (isSmoke ? 0.5 : 0.97),
    plain: count(({ plain }) => plain),
  }).toEqual({ silent: 0, inPlace: true, one: true, plain: 1 });
});
