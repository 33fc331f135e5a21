import { describe, expect, it } from 'vitest';
import { faq, plans, post, problemsOf } from '../problems-of-file.ts';

/** Each problem as its line and the start of what is said. */
const reported = (path: string, text: string) =>
  problemsOf(path, text).map(({ line, message }) => `${line} ${message}`);

/** A text with one line of it changed, counted from 1; `undefined` takes it out. */
function withLine(text: string, line: number, changed: string | undefined): string {
  const lines = text.split('\n');
  lines.splice(line - 1, 1, ...(changed === undefined ? [] : changed.split('\n')));
  return lines.join('\n');
}

/** What no editor should have to read. */
const parserEnglish =
  /implicit|mapping|sequence|scalar|flow|indicator|token|Nested|collection|resolve|Unexpected|Invalid|Too (?:small|big)/i;

type Slip = readonly [
  name: string,
  line: number,
  changed: string | undefined,
  expected: string | readonly string[],
];

const inPlans: readonly Slip[] = [
  [
    'a key one space too far in',
    3,
    '     price: 8.99',
    '3 This line starts with 5 spaces; the lines of its block start with 4.',
  ],
  [
    'a key one space too far out',
    3,
    '   price: 8.99',
    '3 This line starts with 3 spaces; the lines of its block start with 4.',
  ],
  [
    'a key three spaces too far in',
    10,
    '       price: 14.99',
    '10 This line starts with 7 spaces; the lines of its block start with 4.',
  ],
  [
    'a key at the left edge',
    4,
    'period: monthly',
    '4 This line starts with no space; the lines of its block start with 4.',
  ],
  [
    'the last key of an entry too far out',
    8,
    '  cta: Choose Village',
    '8 This line starts with 2 spaces; the lines of its block start with 4.',
  ],
  [
    'an entry too far in',
    9,
    '   - name: Away',
    '9 This line starts with 3 spaces; the lines of its block start with 2.',
  ],
  [
    'an entry that becomes part of the one above',
    7,
    '        - A letter from the editor',
    '7 This line starts with 8 spaces; the lines of its block start with 6.',
  ],
  [
    'the first key of an entry after two spaces',
    2,
    '  -  name: Village',
    '2 There must be one ordinary space between the dash and `name`.',
  ],
  ['a dash without a space', 7, '      -A letter from the editor', '7 A space is missing after the dash.'],
  ['a dash left out', 9, '  name: Away', '9 The dash that starts an entry of this list is missing.'],
  ['a colon without a space', 4, '    period:monthly', '4 A space is missing after `period:`.'],
  ['a colon left out', 4, '    period monthly', '4 The colon is missing after `period`.'],
  ['a full-width colon', 4, '    period：monthly', '4 After `period` there is `：` instead of a colon.'],
  ['a sign of equality', 4, '    period = monthly', '4 After `period` there is `=` instead of a colon.'],
  [
    'a tab',
    4,
    '\t\tperiod: monthly',
    '4 This line starts with a tab; only ordinary spaces can come before a key or a dash.',
  ],
  [
    'a no-break space',
    4,
    '\u00A0\u00A0\u00A0\u00A0period: monthly',
    '4 This line starts with a no-break space, which looks like a space; only ordinary spaces can come before a key or a dash.',
  ],
  [
    'a colon in a text',
    8,
    '    cta: Choose: Village',
    '8 A colon and a space in this text make it look like a second key.',
  ],
  [
    'two lines joined',
    8,
    '    cta: Choose Village popular: true',
    '8 A colon and a space in this text make it look like a second key.',
  ],
  [
    'a quotation mark that is not closed',
    8,
    '    cta: "Choose Village',
    '8 A quotation mark (`"`) opens here and is never closed.',
  ],
  [
    'a quotation mark that was not opened',
    8,
    '    cta: Choose Village"',
    '8 `"` closes here but was never opened, and readers will see it.',
  ],
  [
    'quotation marks around a part',
    8,
    '    cta: "Choose" and go',
    '8 The quotation marks end before the text does.',
  ],
  [
    'an apostrophe between apostrophes',
    8,
    "    cta: 'The river's paper'",
    "8 This text is in `'` and has another `'` in it, which ends it too early.",
  ],
  [
    'curly quotation marks',
    8,
    '    cta: “Choose Village”',
    '8 This text is in curly quotation marks, and readers will see them.',
  ],
  ['an at sign first', 8, '    cta: @village', '8 A text cannot start with `@`.'],
  ['an ampersand first', 8, '    cta: &more news', '8 A text cannot start with `&`.'],
  ['a bracket that is not closed', 8, '    cta: [Choose', '8 A text cannot start with `[`.'],
  [
    'a hash sign first',
    8,
    '    cta: #1 choice',
    '8 Everything after `#` on this line is ignored, because it is read as a comment, so the text is empty.',
  ],
  [
    'a hash sign within',
    8,
    '    cta: Choose #1',
    '8 Everything after `#` on this line is ignored, because it is read as a comment.',
  ],
  ['a note after slashes', 8, '    // the button\n    cta: Choose', '8 `//` does not start a comment here.'],
  ['a line as JSON has it', 8, '    "cta": "Choose",', '8 `,` does not belong at the end of this line.'],
  ['a second document', 9, '---\n  - name: Away', '9 A line of `---` does not belong between the fields.'],
  ['a key cut off in its middle', 4, '    per', '4 This line does not fit the lines around it.'],
  [
    'a key cut off its text',
    8,
    '    cta: Choose the best\nof the village',
    '9 This line does not fit the lines around it.',
  ],
  ['a misspelt key', 8, '    ctta: Choose', '8 There is no key `ctta` here.'],
  [
    'a merge',
    8,
    '<<<<<<< HEAD\n    cta: Choose\n=======\n    cta: Take\n>>>>>>> desk',
    '8 Two people changed the same lines, and this file still has both versions.',
  ],
  [
    'garbled letters',
    8,
    '    cta: Choose cafÃ©',
    '8 `Ã©` was another letter or sign before this text was saved in the wrong encoding.',
  ],
  [
    'two mistakes in two entries',
    3,
    '   price: 8.99',
    ['3 This line starts with 3 spaces; the lines of its block start with 4.'],
  ],
];

const inFaq: readonly Slip[] = [
  [
    'a line of a text too far out',
    7,
    '       on Fridays after a storm.',
    '7 This line starts with 7 spaces; the lines of its block start with 10.',
  ],
  [
    'a key that becomes part of the text above',
    9,
    '          a: The ferry.',
    '9 This line starts with 10 spaces; the lines of its block start with 8.',
  ],
  [
    'a wrong mark for a long text',
    5,
    '        a: >_',
    '5 After `>`, only `-` or `+` can follow on this line.',
  ],
  [
    'a text that starts on the line of the mark',
    5,
    '        a: >- Every week,',
    '5 After `>`, only `-` or `+` can follow on this line.',
  ],
];

const inPost: readonly Slip[] = [
  [
    'a key too far in',
    5,
    '  author: Ada Finch',
    '5 This line starts with 2 spaces; the lines of its block start with none.',
  ],
  [
    'a merge',
    5,
    '<<<<<<< HEAD\nauthor: Ada\n=======\nauthor: Ben\n>>>>>>> desk',
    '5 Two people changed the same lines, and this file still has both versions.',
  ],
  ['a fence of four hyphens below', 9, '----', '9 The line that closes the front matter must be only `---`.'],
  [
    'a fence of two hyphens below',
    9,
    '--',
    '9 This line should close the front matter with three hyphens (`---`), but it is `--`.',
  ],
  [
    'a fence of four hyphens above',
    1,
    '----',
    '1 The first line must be three hyphens (`---`), but it is `----`.',
  ],
  [
    'a fence of two hyphens above',
    1,
    '--',
    '1 The first line must be three hyphens (`---`), but it is `--`.',
  ],
  ['no fence above', 1, undefined, '1 The `---` line above the first field is missing.'],
  ['no fence below', 9, undefined, '1 The front matter starts here but is never closed.'],
  [
    'a fence between the fields',
    5,
    'author: Ada Finch\n---',
    '6 This line closes the front matter, but more fields follow it.',
  ],
  ['a key in another word', 5, 'byline: Ada Finch', '5 There is no key `byline` here.'],
  [
    'garbled letters',
    5,
    'author: Zo\u00C3\u00AB',
    '5 `Ã«` was another letter or sign before this text was saved in the wrong encoding.',
  ],
  [
    'a list that is not closed',
    8,
    'tags: [herons, river',
    '8 A bracket (`[`) opens here and is never closed.',
  ],
  ['a tag given twice', 8, 'tags: [herons, river, Herons]', '8 This list has `Herons` twice.'],
];

describe.each([
  ['a list of plans', 'data/plans.yaml', plans, inPlans],
  ['a list of questions', 'data/faq.yaml', faq, inFaq],
  ['front matter', 'blog/heron-count.md', post, inPost],
])('one slip in %s is reported once, where it is, in an editor’s words', (_what, path, text, slips) => {
  it('and there is nothing to report without one', () => {
    expect(reported(path, text)).toEqual([]);
  });

  it.each(slips)('%s', (_name, line, changed, expected) => {
    const found = reported(path, withLine(text, line, changed));
    expect(found).toEqual(typeof expected === 'string' ? [expected] : expected);
    expect(found.join()).not.toMatch(parserEnglish);
  });
});

describe('mistakes in a file', () => {
  it('are both reported where they have nothing to do with each other', () => {
    const both = withLine(withLine(plans, 3, '   price: 8.99'), 14, '    cta:Choose Away');
    expect(reported('data/plans.yaml', both)).toEqual([
      '3 This line starts with 3 spaces; the lines of its block start with 4.',
      '14 A space is missing after `cta:`.',
    ]);
  });

  it('of its lines do not hide what its values are blamed for', () => {
    const both = withLine(withLine(plans, 3, '   price: 8.99'), 10, '    price: "14,99"');
    expect(problemsOf('data/plans.yaml', both).map(({ line, suggestion }) => [line, suggestion])).toEqual([
      [3, undefined],
      [10, '14.99'],
    ]);
  });

  it('say how many spaces are to be put or taken away, and before what', () => {
    const hints = (line: number, changed: string) =>
      problemsOf('data/plans.yaml', withLine(plans, line, changed)).map(({ hint }) => hint);
    expect(hints(3, '   price: 8.99')).toEqual(['Add 1 space before `price`.']);
    expect(hints(3, '      price: 8.99')).toEqual(['Delete 2 spaces before `price`.']);
  });
});

describe('a line of sixty thousand characters', () => {
  const count = 60_000;
  it.each([
    ['spaces', `x${' '.repeat(count)}y: z`],
    ['words in apostrophes', `'${"a' ".repeat(count / 3)}`],
    ['backslashes', `"${'\\'.repeat(count)}`],
  ])(
    'is reported at its line: %s',
    (_, value) => {
      const text = withLine(plans, 2, `  - name: ${value}`);
      expect(problemsOf('data/plans.yaml', text).map(({ line }) => line)).toContain(2);
    },
    30_000,
  );
});

describe('notes', () => {
  it.each([
    'price: 8.99 # per month',
    'price: 8.99 ## per month',
    'price: 8.99 #!',
    '# price\n    price: 8.99',
    'price: 8.99 #',
  ])('such as %j are left alone', (line) => {
    expect(reported('data/plans.yaml', withLine(plans, 3, `    ${line}`))).toEqual([]);
  });

  it('are suspected in entries of lists too, as warnings', () => {
    const [problem, ...others] = problemsOf('data/plans.yaml', withLine(plans, 6, '      - Engine #9 rolls'));
    expect(problem).toMatchObject({ rule: 'comment-cuts-text', severity: 'warning', line: 6, column: 16 });
    expect(others).toEqual([]);
  });
});

describe('a key that is none', () => {
  it.each([
    [3, 'headline: Forty herons', 'title'],
    [4, 'summary: Volunteers counted.', 'excerpt'],
    [4, 'teaser: Volunteers counted.', 'excerpt'],
    [5, 'byline: Ada Finch', 'author'],
    [5, 'auhtor: Ada Finch', 'author'],
    [6, 'date: 2026-04-02T17:30:00-05:00', 'publishedDate'],
    [6, 'published_date: 2026-04-02T17:30:00-05:00', 'publishedDate'],
    [7, 'section: Local News', 'category'],
    [8, 'keywords: [herons]', 'tags'],
    [8, 'image: media/heron.jpg', 'imageUrl'],
    [8, 'alt: A heron', 'imageAlt'],
  ])('in line %i, %s, is one report that suggests %s', (line, changed, suggestion) => {
    expect(problemsOf('blog/heron-count.md', withLine(post, line, changed))).toMatchObject([
      { rule: 'unknown-key', line, suggestion },
    ]);
  });

  it('suggests no key that is there already', () => {
    const [problem] = problemsOf('blog/heron-count.md', withLine(post, 8, 'date: 2026-04-02'));
    expect(problem).toMatchObject({ rule: 'unknown-key' });
    expect(problem?.suggestion).toBeUndefined();
  });
});

describe('a number that is none', () => {
  it.each([
    ['"8,99"', '8.99'],
    ['8,99', '8.99'],
    ['8,9', '8.9'],
    ['32,7767', '32.7767'],
    ['$8.99', '8.99'],
    ['8.99 USD', '8.99'],
    ['€ 8,99', '8.99'],
    ['1,234.50', '1234.50'],
    ['1,234,567', '1234567'],
    ['1.234,50', '1234.50'],
    ['1,234', undefined],
    ['.nan', undefined],
    ['eight', undefined],
  ])('%s is taken for %s', (written, suggestion) => {
    const [problem, ...others] = problemsOf('data/plans.yaml', withLine(plans, 3, `    price: ${written}`));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ rule: 'wrong-type', line: 3 });
    expect(problem?.message).not.toContain('null');
    expect(problem?.suggestion).toBe(suggestion);
  });

  it('may be meant in two ways, and the hint names both', () => {
    const [problem] = problemsOf('data/plans.yaml', withLine(plans, 3, '    price: 1,234'));
    expect(problem?.hint).toContain('`1234`');
    expect(problem?.hint).toContain('`1.234`');
  });

  it('is none of the price of a plan that is free', () => {
    expect(reported('data/plans.yaml', withLine(plans, 3, '    price: 0'))).toEqual([]);
  });
});
