import { describe, expect, it } from 'vitest';
import { printGithub, printJson, printPretty, summarize } from '../../cli/problems/print.ts';
import { type PlacedProblem, sortProblems } from '../../cli/problems/problem.ts';

const problem: PlacedProblem = {
  rule: 'unknown-key',
  severity: 'error',
  file: 'content/blog/oak.md',
  line: 3,
  column: 1,
  endLine: 3,
  endColumn: 7,
  message: 'There is no key `tittle` here.',
  hint: 'Keys here: id, title.',
  suggestion: 'title',
};
const lines = () => ['---', 'id: "1"', 'tittle: Oak', '---', 'Text'];

describe('printPretty', () => {
  it('shows place, sentence, frame with caret, and cure', () => {
    expect(printPretty([problem], lines)).toMatchInlineSnapshot(`
      "error unknown-key content/blog/oak.md:3:1
        There is no key \`tittle\` here. Did you mean \`title\`?

        2 | id: "1"
        3 | tittle: Oak
          | ^^^^^^
        4 | ---

        hint: Keys here: id, title.
      "
    `);
  });

  it('cuts a long line around the caret', () => {
    const long = [`${'a'.repeat(300)}HERE${'b'.repeat(300)}`];
    const shown = printPretty([{ ...problem, line: 1, column: 301, endColumn: 305 }], () => long).split('\n');
    const row = shown.find((line) => line.includes('HERE')) ?? '';
    const caret = shown.find((line) => line.includes('^')) ?? '';
    expect(row.length).toBeLessThan(120);
    expect(row.slice(caret.indexOf('^'), caret.lastIndexOf('^') + 1)).toBe('HERE');
  });
});

describe('printGithub', () => {
  it('is one workflow command a problem, escaped', () => {
    expect(printGithub([{ ...problem, file: 'content/a,b.md', message: '50% of\nall' }])).toBe(
      '::error file=content/a%2Cb.md,line=3,endLine=3,col=1,endColumn=6,title=unknown-key::50%25 of%0Aall Did you mean `title`?%0AKeys here: id, title.\n',
    );
  });
});

describe('characters that steer a terminal', () => {
  const nasty = 'a\u001B[31m\u009B31m\r\u202Eb\u2066c\u{E0041}';
  const steering = /[[\p{Cc}]--[\n]]|[\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]/v;
  const spoiled: PlacedProblem = {
    ...problem,
    file: `content/${nasty}.md`,
    message: nasty,
    hint: nasty,
    suggestion: nasty,
    related: [{ ...problem, file: nasty, message: nasty }],
  };

  it.each([
    ['the report for people', () => printPretty([spoiled], () => [nasty, nasty, nasty, nasty])],
    ['annotations', () => printGithub([spoiled])],
    ['the report for programs', () => printJson([spoiled], { file: nasty })],
  ])('do not reach %s', (_, print) => {
    expect(print()).toContain('[31m');
    expect(print()).not.toMatch(steering);
  });

  it('begin no lines of their own, which runners would take for commands', () => {
    const forged = {
      ...problem,
      file: 'a\n::error::x',
      message: 'a\n::stop-commands::x',
      hint: '\n::add-mask::x',
    };
    for (const format of [printPretty([forged], () => undefined), printGithub([forged]).slice(2)])
      expect(format).not.toMatch(/^::/m);
  });
});

describe('summarize', () => {
  it('counts errors, warnings and files', () => {
    const warning: PlacedProblem = { ...problem, severity: 'warning', file: 'content/site.yaml' };
    expect(summarize([problem, problem, warning])).toBe('2 errors and 1 warning in 2 files');
    expect(summarize([])).toBe('no problems');
  });
});

describe('sortProblems', () => {
  it('sorts by file and place, and reports each thing once', () => {
    const first: PlacedProblem = { ...problem, file: 'content/a.yaml' };
    const later: PlacedProblem = { ...problem, line: 9 };
    expect(sortProblems([later, problem, first, problem])).toEqual([first, problem, later]);
  });
});
