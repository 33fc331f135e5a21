import { describe, expect, it } from 'vitest';
import { faq, plans, post, problemsOf } from '../content/problems-of-file.ts';

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

/** A line changed by one mistake, and a part of the message. A report elsewhere has its own line before it. */
type Mistake = readonly [line: number, changed: string | undefined, message: string];

const inPlans: readonly Mistake[] = [
  [3, '     price: 8.99', 'This line starts with 5 spaces; the lines of its block start with 4.'],
  [10, '       price: 14.99', 'starts with 7 spaces; the lines of its block start with 4'],
  [8, '  cta: Choose Village', 'starts with 2 spaces; the lines of its block start with 4'],
  [7, '        - A letter from the editor', 'starts with 8 spaces; the lines of its block start with 6'],
  [2, '  -  name: Village', 'one ordinary space between the dash and `name`'],
  [7, '      -A letter from the editor', 'A space is missing after the dash'],
  [7, '      • A letter from the editor', 'starts with a hyphen (`-`), not with `•`'],
  [7, '      - #letter', 'is read as a comment, so the text is empty'],
  [7, '      -', 'This needs a text, but it is empty'],
  [9, '  name: Away', 'The dash that starts an entry of this list is missing'],
  [9, '  - Away', 'the other entries of the list start with `name: …`'],
  [4, '    period:monthly', 'A space is missing after `period:`'],
  [4, '    period:\u00a0monthly', 'There is a no-break space after `period:`'],
  [4, '    period monthly', 'The colon is missing after `period`'],
  [4, '    period：monthly', 'After `period` there is `：` instead of a colon'],
  [4, '    period = monthly', 'After `period` there is `=` instead of a colon'],
  [4, '    period:: monthly', 'After `period` there is `::` instead of a colon'],
  [4, '\u00A0\u00A0\u00A0\u00A0period: monthly', 'starts with a no-break space, which looks like a space'],
  [8, '    cta: Choose Village popular: true', 'make it look like a second key'],
  [8, '    cta: "Choose Village', 'A quotation mark (`"`) opens here and is never closed'],
  [8, '    cta: Choose Village"', '`"` closes here but was never opened, and readers will see it'],
  [8, '    cta: "Choose" and go', 'The quotation marks end before the text does'],
  [8, "    cta: 'The river's paper'", "This text is in `'` and has another `'` in it"],
  [8, '    cta: “Choose Village”', 'This text is in curly quotation marks'],
  [8, '    cta: @village', 'A text cannot start with `@`'],
  [8, '    cta: [Choose', 'A text cannot start with `[`'],
  [8, '    cta: #1 choice', 'is read as a comment, so the text is empty'],
  [8, '    cta: Choose #1', 'Everything after `#` on this line is ignored'],
  [8, '    // the button\n    cta: Choose', '`//` does not start a comment here'],
  [8, '    "cta": "Choose",', '`,` does not belong at the end of this line'],
  [8, '    cta: Choose the best\nof the village', '9 This line does not fit the lines around it'],
  [9, '---\n  - name: Away', 'A line of `---` does not belong between the fields'],
  [13, '    - "The paper by post, a map', 'A quotation mark (`"`) opens here and is never closed'],
];

const inFaq: readonly Mistake[] = [
  [7, '       on Fridays after a storm.', 'starts with 7 spaces; the lines of its block start with 10'],
  [5, '        a: >_', 'After `>`, only `-` or `+` can follow on this line'],
  [5, '        a: >- Every week,', 'After `>`, only `-` or `+` can follow on this line'],
  [5, '        a: ->', '`->` is read as part of the text, and readers will see it'],
];

const inTeam: readonly Mistake[] = [
  [3, '  - { name: Ben, role:Reporter }', 'A space is missing after `role:`'],
  [3, '  - name: Ben, role: Reporter }', 'This line closes a bracket (`}`) that was never opened'],
  [3, '  - { name: Ben, role: Reporter ]', '`{` opens here, but `]` closes it'],
  [3, '  - { name: Ben; role: Reporter }', 'There is a semicolon between two entries instead of a comma'],
  [3, '  - { name: Ben, role: "Reporter }', 'A quotation mark (`"`) opens here and is never closed'],
];

const inPost: readonly Mistake[] = [
  [5, '  author: Ada Finch', 'starts with 2 spaces; the lines of its block start with none'],
  [9, '----', 'The line that closes the front matter must be only `---`'],
  [1, '----', 'The first line must be three hyphens (`---`), but it is `----`'],
  [1, undefined, 'The `---` line above the first field is missing'],
  [9, undefined, '1 The front matter starts here but is never closed'],
  [5, 'author: Ada Finch\n---', '6 This line closes the front matter, but more fields follow it'],
  [
    10,
    '---\nid: "2"\ntitle: B\n---\nText.',
    'This file has its front matter twice; the second one starts here',
  ],
  [6, 'publishedDate: 20260402', '`20260402` cannot be read as a date'],
  [8, 'tags: [herons, river', 'A bracket (`[`) opens here and is never closed'],
  [8, 'tags: "herons", "river"', 'The brackets around this list are missing'],
  [8, 'tags: &t\n  - herons', '`&t` gives this value a name, but nothing in this file repeats it'],
  [8, 'tags: [herons, , river]', 'There are two commas here with nothing between them'],
  [8, 'tags: [#herons, #river]', 'Everything after `#` is ignored here'],
  [8, 'tags: (herons, river)', 'This needs a list, but it is `(herons, river)`'],
];

const team = `team:
  - { name: Ada Finch, role: Editor, bio: "She counts." }
  - { name: Ben Ortiz, role: Reporter, bio: "He asks." }
`;

describe.each([
  ['a list of plans', 'data/plans.yaml', plans, inPlans],
  ['a list of questions', 'data/faq.yaml', faq, inFaq],
  ['a list in braces', 'data/team.yaml', team, inTeam],
  ['front matter', 'blog/heron-count.md', post, inPost],
])('one mistake in %s is reported once, where it is, in an editor’s words', (_what, path, text, mistakes) => {
  it('and there is nothing to report without one', () => {
    expect(reported(path, text)).toEqual([]);
  });

  it.each(mistakes)('%i: %j', (line, changed, message) => {
    const found = reported(path, withLine(text, line, changed));
    expect(found).toEqual([expect.stringContaining(message)]);
    expect(found[0]).toMatch(/^\d+ /.test(message) ? message : new RegExp(`^${line} `));
    expect(found.join()).not.toMatch(parserEnglish);
  });
});

describe('a file with a value of the wrong type is right once its hint is followed', () => {
  it.each<[path: string, text: string, hint: string, right: string]>([
    ['data/events.yaml', 'events:\n', 'Write `events: [{ title: … }]`.', 'events: [{ title: A, when: B }]\n'],
    [
      'data/faq.yaml',
      'categories: []\n',
      'Write `categories: [{ items: [{ q: …, a: … }] }]`.',
      'categories: [{ items: [{ q: A, a: B }] }]\n',
    ],
    ['redirects.yaml', '- /old -> /faq\n', 'Write `{ from: …, to: … }`', '- { from: /old, to: /faq }\n'],
    [
      'site.yaml',
      '- name: A\n- baseUrl: https://a.example\n',
      'or each key on a line of its own',
      'name: A\nbaseUrl: https://a.example\n',
    ],
    [
      'navigation.yaml',
      'header: /about\n',
      'Start each entry of the list with a dash and a space: `- { title: …, path: … }`.',
      'header:\n  - { title: A, path: /a }\n',
    ],
  ])('%s: %j', (path, text, hint, right) => {
    expect(problemsOf(path, text).map((problem) => problem.hint)).toEqual([expect.stringContaining(hint)]);
    expect(problemsOf(path, right)).toEqual([]);
  });

  it.each([
    ['draft: "true"', 'but it is `"true"`', 'true'],
    ['draft: “true”,', 'but it is `“true”,`', 'true'],
    ['updatedDate: 2026', '`2026` cannot be read as a date', undefined],
    ['tags: herons; river', 'it is `herons; river`', '[herons, river]'],
  ])('in front matter: %s', (line, message, suggestion) => {
    const [problem] = problemsOf('blog/heron-count.md', withLine(post, 8, line));
    expect(problem?.message).toContain(message);
    expect(problem?.suggestion).toBe(suggestion);
  });
});

describe('mistakes in a file', () => {
  it('of a key that is there twice name the line of the first', () => {
    const [problem] = problemsOf('blog/a.md', post.replace('author: ', 'title: '));
    expect(problem?.hint).toContain('The first is line 3.');
    expect(problem?.related?.map(({ line }) => line)).toEqual([3]);
  });

  it('are found in a long list too, where every line below is wrong', () => {
    const entry = (i: number) =>
      `  - title: Walk ${i}\n    when: Saturdays\n    where: Park\n    about: A walk.\n`;
    const text = `events:\n${Array.from({ length: 80 }, (_, i) => entry(i)).join('')}`;
    const found = reported('data/events.yaml', text.replace('Walk 3\n', 'Walk 3\nat dusk\n'));
    expect(found).toEqual(['15 This line does not fit the lines around it.']);
  });

  it('are both reported where they have nothing to do with each other', () => {
    const both = withLine(withLine(plans, 3, '   price: 8.99'), 14, '    cta:Choose Away');
    expect(reported('data/plans.yaml', both)).toEqual([
      '3 This line starts with 3 spaces; the lines of its block start with 4.',
      '14 A space is missing after `cta:`.',
    ]);
  });
});

it('what is below a mistake is moved or quoted with it only if it belongs to it', () => {
  const excerpt = withLine(post, 4, 'excerpt: |\nThey count.\nAll day.');
  const hint = 'Add 2 spaces before `They`, and the same for the line below it.';
  expect(problemsOf('blog/heron-count.md', excerpt)).toMatchObject([{ line: 5, hint }]);
  const member = 'team:\n  - name: Ben Ortiz\n    role: Desk: river\n    bio: He asks.\n';
  const quoted = 'Put the whole text in quotation marks: `role: "Desk: river"`.';
  expect(problemsOf('data/team.yaml', member)).toMatchObject([{ line: 3, hint: quoted }]);
});

describe('commas that a list on several lines lacks', () => {
  const tagged = (tags: string) => withLine(post, 8, `tags: ${tags}`);
  const message = 'A comma is missing between two entries.';
  const hint = 'Put one at the end of this line, and of each line below it but the last.';

  it.each([
    ['[\n  "a b"\n  "c"\n  "d"\n]', 9],
    ["['a'\n  'b'\n  'c'\n  'd']", 8],
    ['[\n  "a",\n  "b"\n  "c",\n]', 10],
  ])('are missed where the first should be: %j', (tags, line) => {
    expect(problemsOf('blog/heron-count.md', tagged(tags))).toMatchObject([{ line, message, hint }]);
  });

  it('are missed where all its lines make one entry', () => {
    const one = { line: 9, severity: 'warning', message: expect.stringContaining('one entry of the list') };
    expect(problemsOf('blog/heron-count.md', tagged('[\n  a b\n  c\n]'))).toMatchObject([one]);
    expect(problemsOf('blog/heron-count.md', tagged('[\n  a b\n]'))).toEqual([]);
    expect(problemsOf('blog/heron-count.md', tagged('[a, b\n  c]'))).toEqual([]);
  });
});

describe('a line of sixty thousand characters', () => {
  const count = 60_000;
  it.each([
    ['spaces', `x${' '.repeat(count)}y: z`],
    ['words in apostrophes', `'${"a' ".repeat(count / 3)}`],
    ['backslashes', `"${'\\'.repeat(count)}`],
  ])('is reported at its line: %s', (_, value) => {
    const text = withLine(plans, 2, `  - name: ${value}`);
    expect(problemsOf('data/plans.yaml', text).map(({ line }) => line)).toContain(2);
  });
});

describe('a key that is none', () => {
  it.each([
    [3, 'headline: Forty herons', 'title'],
    [4, 'summary: Volunteers counted.', 'excerpt'],
    [5, 'byline: Ada Finch', 'author'],
    [6, 'date: 2026-04-02T17:30:00-05:00', 'publishedDate'],
    [7, 'section: Local News', 'category'],
    [8, 'keywords: [herons]', 'tags'],
    [8, 'image: media/heron.jpg', 'imageUrl'],
  ])('in line %i, %s, is one report that suggests %s', (line, changed, suggestion) => {
    expect(problemsOf('blog/heron-count.md', withLine(post, line, changed))).toMatchObject([
      { rule: 'unknown-key', line, suggestion },
    ]);
  });
});

describe('a number that is none', () => {
  it.each([
    ['"8,99"', '8.99'],
    ['8,99', '8.99'],
    ['$8.99', '8.99'],
    ['8.99 USD', '8.99'],
    ['€ 8,99', '8.99'],
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
});
