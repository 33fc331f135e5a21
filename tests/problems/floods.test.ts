import { describe, expect, it } from 'vitest';
import { parseOwnFeed } from '../../cli/content/feed-file.ts';
import { dataKinds } from '../../cli/content/single-files.ts';
import { schemaFor } from '../../cli/pages/kinds.ts';
import { createGuess, nearest } from '../../cli/problems/nearest.ts';
import { printPretty, summarize } from '../../cli/problems/print.ts';
import { type Problem, placed, problem, sortProblems } from '../../cli/problems/problem.ts';
import { checkAgainst } from '../../cli/reading/check-schema.ts';
import { readFrontMatter } from '../../cli/reading/front-matter.ts';
import { parseYamlFile } from '../../cli/reading/yaml.ts';

// Each flood took ten seconds to minutes when every problem was looked for in the whole of its file. That it ends is the test. The audit
// has more, of a mebibyte.

const source = (text: string, path = 'data/faq.yaml') => ({ path, file: `content/${path}`, text });
const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

/** The problems of a file: how many, their rules, the first and last line, and the number of unlisted errors. */
type Shape = [reported: number, rules: string, first: number, last: number, more: number];

function shapeOf(problems: readonly Problem[]): Shape {
  const sorted = sortProblems(problems);
  const reported = sorted.filter(({ standsFor }) => !standsFor);
  const rules = [...new Set(reported.map(({ rule }) => rule))].join();
  const more = sorted.at(-1)?.standsFor?.errors ?? 0;
  return [reported.length, rules, reported[0]?.line ?? 0, reported.at(-1)?.line ?? 0, more];
}

const floods: [name: string, text: string, shape: Shape][] = [
  ['keys given twice', lines(3_000, () => 'key: x\n'), [100, 'duplicate-key', 2, 101, 2_899]],
  ['lines that start with a tab', `a:\n${lines(5_000, () => '\tb: c\n')}`, [1, 'yaml-tab', 2, 2, 0]],
  ['quotation marks that are not closed', lines(5_000, (i) => `a${i}: "x\n`), [1, 'yaml-syntax', 1, 1, 0]],
  ['lines of ---', '---\n'.repeat(200_000), [1, 'yaml-syntax', 2, 2, 0]],
  ['brackets in brackets', '['.repeat(500_000), [1, 'yaml-syntax', 1, 1, 0]],
  ['lists in lists', '- '.repeat(500_000), [1, 'yaml-syntax', 1, 1, 0]],
  [
    'anchors with their aliases',
    `a:\n${lines(5_000, (i) => `  - &a${i} x\n  - *a${i}\n`)}`,
    [1, 'yaml-alias', 3, 3, 0],
  ],
];

describe('a flood in a YAML file', () => {
  it.each(floods)(
    'of %s is reported in a hundred problems at most, and one that counts the rest',
    (_name, text, shape) => {
      expect(shapeOf(parseYamlFile(source(text), schemaFor).problems)).toEqual(shape);
    },
  );

  it('of aliases to a list cannot make it swell beyond a thousand values', () => {
    const text = `a: &a [${'1, '.repeat(600)}1]\nb: [*a, *a]\n`;
    expect(shapeOf(parseYamlFile(source(text), schemaFor).problems)).toContain('yaml-alias');
  });
});

describe('a flood of wrong fields', () => {
  const check = (text: string) => {
    const file = source(text);
    return checkAgainst(dataKinds.faq, parseYamlFile(file, schemaFor).value, file, schemaFor).problems;
  };

  it('of keys that nobody knows is reported in a hundred problems', () => {
    expect(shapeOf(check(lines(3_000, (i) => `key${i}: x\n`)))).toEqual([
      100,
      'missing-key,unknown-key',
      1,
      99,
      2_901,
    ]);
  });
});

describe('a flood in front matter', () => {
  const read = (text: string) => readFrontMatter(source(text, 'blog/x.md'), schemaFor).problems;

  it('that is never closed is one problem', () => {
    expect(read(`---\n${'a: b\n'.repeat(200_000)}`).map(({ rule }) => rule)).toEqual(['front-matter']);
  });
});

describe('a flood in a feed file of the paper’s own', () => {
  const read = (text: string) => parseOwnFeed({ file: 'content/feeds/own.xml', text }).problems;

  it.each<[string, string, Shape]>([
    ['ampersands', '&\n'.repeat(200_000), [1, 'feed-syntax', 1, 1, 0]],
    ['CDATA that is not closed', `<rss>${'<![CDATA['.repeat(100_000)}`, [1, 'feed-syntax', 1, 1, 0]],
    [
      'items without a title',
      `<rss><channel><title>a</title>\n${'<item></item>\n'.repeat(60_000)}</channel></rss>`,
      [100, 'feed-item', 2, 101, 59_900],
    ],
  ])('of %s is reported in a hundred problems at most', (_name, text, shape) => {
    expect(shapeOf(read(text))).toEqual(shape);
  });
});

describe('the report of a flood', () => {
  const at = (line: number, severity: Problem['severity'], file = 'content/a.yaml') => {
    const span = { line, column: 1, endLine: line, endColumn: 2 };
    return placed(problem({ file }, span, { rule: 'unknown-key', severity, message: `No ${line}.` }));
  };

  it('lists the first hundred problems of a file, closes with one for the rest, and counts them all', () => {
    const problems = sortProblems([
      ...Array.from({ length: 30_000 }, (_, i) => at(i + 1, 'error')),
      at(7, 'error', 'content/b.yaml'),
    ]);
    expect(problems.map(({ line }) => line)).toEqual([
      ...Array.from({ length: 100 }, (_, i) => i + 1),
      100,
      7,
    ]);
    expect(problems[100]).toMatchObject({
      rule: 'more-problems',
      severity: 'error',
      message: 'This file has 29,900 more problems, which are not listed.',
    });
    expect(summarize(problems)).toBe('30,001 errors in 2 files');
  });

  it('lists errors before warnings where both have no room, and closes as an error only where one is left out', () => {
    const warnings = Array.from({ length: 150 }, (_, i) => at(i + 1, 'warning'));
    const problems = sortProblems([...warnings, at(1000, 'error')]);
    expect(problems.filter(({ severity }) => severity === 'error').map(({ line }) => line)).toEqual([1000]);
    expect(problems.at(-1)).toMatchObject({ rule: 'more-problems', severity: 'warning' });
    expect(summarize(problems)).toBe('1 error and 150 warnings in 1 file');
  });

  it('is the same where it is sorted again', () => {
    const once = sortProblems(Array.from({ length: 300 }, (_, i) => at(i + 1, 'error')));
    expect(sortProblems(once)).toEqual(once);
  });

  it('cuts what content floods a sentence with', () => {
    const flooded = problem({ file: 'content/a.yaml' }, 'top', {
      rule: 'unknown-key',
      message: `There is no key \`${'x'.repeat(1_000_000)}\` here.`,
      suggestion: 'y'.repeat(1000),
    });
    expect(flooded.message).toBe(`There is no key \`${'x'.repeat(80)}…\` here.`);
    expect(flooded.suggestion).toBeUndefined();
  });

  it('is printed with its lines in one look at the file', () => {
    const text = Array.from({ length: 300_000 }, (_, i) => `line ${i}`);
    const printed = printPretty(
      Array.from({ length: 4000 }, (_, i) => at(i + 1, 'error')),
      () => text,
    );
    expect(printed.match(/\^/g)?.length).toBe(200);
    expect(printed).toMatch(/\n… and 3,800 errors in 1 file more; `--format json` lists all\.\n$/);
  });
});

describe('guesses', () => {
  it('leave words of a thousand letters alone, which nobody mistyped', () => {
    expect(nearest(`${'x'.repeat(1000)}y`, ['x'.repeat(1000)])).toBeUndefined();
  });

  it('are given up where a stage has asked for very many', () => {
    const guess = createGuess();
    const names = Array.from({ length: 1000 }, (_, i) => `category-${i}`);
    const given = Array.from({ length: 4000 }, () => guess('categori-7', names));
    expect(given[0]).toBe('category-7');
    expect(given.at(-1)).toBeUndefined();
  });
});
