import { describe, expect, it } from 'vitest';
import { schemaFor } from '../../cli/page-kinds/schema-for.ts';
import { parse } from '../../cli/pipeline/parse.ts';
import { readFrontMatter } from '../../cli/sources/front-matter.ts';
import { markdown } from '../../cli/sources/markdown.ts';
import { slugify, toAddress } from '../../cli/sources/slugs.ts';
import { problemsWith, replace, where } from './mistakes.ts';
import { post, problemsOf } from './one-file.ts';

// One slip, one report, at its line, with the cure.

const plans = `plans:
  - name: Village
    price: 8.99
    period: monthly
    features:
      - The paper, every Thursday
      - A letter from the editor
    cta: Choose Village
  - name: Away
    price: 14.99
    period: monthly
    features: ["The paper by post", "A map"]
    cta: Choose Away
`;

const team = `team:
  - { name: Ada Finch, role: Editor, bio: "She counts." }
  - { name: Ben Ortiz, role: Reporter, bio: "He asks." }
`;

/** What is told of a file by itself: line, message, and the suggestion. */
const told = (path: string, text: string): string[] =>
  problemsOf(path, text).map(
    ({ line, message, suggestion }) => `${line} ${message}${suggestion ? ` => ${suggestion}` : ''}`,
  );

describe('of one slip in a file one thing is told', () => {
  it.each<[name: string, path: string, text: string, from: string, to: string, told: string]>([
    [
      'an entry that lost its key',
      'data/plans.yaml',
      plans,
      '- name: Away',
      '- Away',
      '9 The key of this entry is missing: the other entries of the list start with `name: …`.',
    ],
    [
      'an entry in braces that lost a key',
      'data/team.yaml',
      team,
      '{ name: Ben Ortiz',
      '{ Ben Ortiz',
      '3 `Ben Ortiz` has no key; its key is probably `name`. => name: Ben Ortiz',
    ],
    [
      'a key in braces without its space',
      'data/team.yaml',
      team,
      'role: Reporter',
      'role:Reporter',
      '3 A space is missing after `role:`. => role: Reporter',
    ],
    [
      'a brace that is not opened',
      'data/team.yaml',
      team,
      '{ name: Ben',
      'name: Ben',
      '3 This line closes a bracket (`}`) that was never opened.',
    ],
    [
      'a brace closed by a bracket',
      'data/team.yaml',
      team,
      '"He asks." }',
      '"He asks." ]',
      '3 `{` opens here, but `]` closes it.',
    ],
    [
      'parentheses for braces',
      'data/team.yaml',
      team,
      '{ name: Ben Ortiz, role: Reporter, bio: "He asks." }',
      '( name: Ben Ortiz, role: Reporter, bio: "He asks." )',
      '3 The keys of an entry must be in curly brackets, not in parentheses.',
    ],
    [
      'a semicolon for a comma',
      'data/team.yaml',
      team,
      'Ben Ortiz, role',
      'Ben Ortiz; role',
      '3 There is a semicolon between two entries instead of a comma.',
    ],
    [
      'a quotation mark that is not closed in braces',
      'data/team.yaml',
      team,
      '"He asks." }',
      '"He asks. }',
      '3 A quotation mark (`"`) opens here and is never closed.',
    ],
    [
      'a quotation mark that is not closed in brackets',
      'data/plans.yaml',
      plans,
      '"The paper by post"',
      '"The paper by post',
      '12 A quotation mark (`"`) opens here and is never closed.',
    ],
    [
      'two commas',
      'blog/a.md',
      post,
      '[herons, river]',
      '[herons, , river]',
      '8 There are two commas here with nothing between them.',
    ],
    [
      'tags with hash signs',
      'blog/a.md',
      post,
      '[herons, river]',
      '[#herons, #river]',
      '8 Everything after `#` is ignored here, because it is read as a comment.',
    ],
    [
      'tags in parentheses',
      'blog/a.md',
      post,
      '[herons, river]',
      '(herons, river)',
      '8 This needs a list, but it is `(herons, river)`. => [herons, river]',
    ],
    [
      'an entry of which only a comment is there',
      'data/plans.yaml',
      plans,
      '- A letter from the editor',
      '- #letter',
      '7 Everything after `#` on this line is ignored, because it is read as a comment, so the text is empty.',
    ],
    [
      'an entry of which only the dash is there',
      'data/plans.yaml',
      plans,
      '- A letter from the editor',
      '-',
      '7 This needs a text, but it is empty.',
    ],
    [
      'a plus sign copied along',
      'data/plans.yaml',
      plans,
      '    cta: Choose Village',
      '+    cta: Choose Village',
      '8 `+` does not belong at the start of this line; it was probably copied by accident.',
    ],
    [
      'a line number copied along',
      'data/plans.yaml',
      plans,
      '    cta: Choose Village',
      '8    cta: Choose Village',
      '8 `8` does not belong at the start of this line; it was probably copied by accident.',
    ],
    [
      'a no-break space behind a colon',
      'blog/a.md',
      post,
      'category: ',
      'category:\u00a0',
      '7 There is a no-break space after `category:`. It looks like a space but is a different character.',
    ],
    [
      'two colons',
      'blog/a.md',
      post,
      'category:',
      'category::',
      '7 After `category` there is `::` instead of a colon.',
    ],
    [
      'a line of which only half a key of a list is there',
      'data/plans.yaml',
      plans,
      '    features:\n',
      '    feat\n',
      '5 This line ends before its colon; it looks like the beginning of `features: …`. => features:',
    ],
    [
      'front matter pasted twice',
      'blog/a.md',
      post,
      'The count',
      '---\nid: "2"\ntitle: Forty herons\n---\nThe count',
      '10 This file has its front matter twice; the second one starts here.',
    ],
    [
      'signs of a long text the wrong way round',
      'data/faq.yaml',
      'categories:\n  - title: A\n    items:\n      - q: Why?\n        a: >-\n          So that\n          it is.\n',
      '>-',
      '->',
      '5 `->` is read as part of the text, and readers will see it.',
    ],
    [
      'digits for a date',
      'blog/a.md',
      post,
      '2026-04-02T17:30:00-05:00',
      '20260402',
      '6 `20260402` cannot be read as a date.',
    ],
  ])('%s', (_, path, text, from, to, expected) => {
    expect(text).toContain(from);
    expect(
      told(
        path,
        text.replace(from, () => to),
      ),
    ).toEqual([expected]);
  });

  it('says at a key that stands twice where the first is', () => {
    const text = post.replace('author: ', 'title: ');
    const { problems } = readFrontMatter({ path: 'blog/a.md', file: 'content/blog/a.md', text }, schemaFor);
    expect(problems.map(({ line, hint, related }) => [line, hint, related?.map(({ line }) => line)])).toEqual(
      [[5, 'Delete one of the two lines, or give one of them another key. The first is line 3.', [3]]],
    );
  });

  it('is found in a long list too, where it spoils every line below', () => {
    const entries = Array.from(
      { length: 80 },
      (_, i) => `  - title: Walk ${i}\n    where: Park\n    about: A walk.\n`,
    );
    const text = `events:\n${entries.join('')}`.replace(
      'Walk 3\n    where: Park',
      'Walk 3\nat dusk\n    where: Park',
    );
    expect(told('data/events.yaml', text)).toEqual([
      '12 This line has neither a key nor a dash; it looks like the end of the line above.',
    ]);
  });
});

it('says where in the text of a page stands a character that nobody sees', () => {
  const front = '---\ntemplate: text\npath: /a\ntitle: A\ndescription: A.\nkeywords: [a]\n---\n';
  const found = parse({
    files: [{ path: 'pages/a.md', file: 'content/pages/a.md', text: `${front}One.\n\nTwo\u200bthree.\n` }],
    media: [],
    refused: new Set(),
    shownAs: 'content',
  }).problems.filter(({ file }) => file === 'content/pages/a.md');
  expect(found.map(({ line, column, rule }) => [line, column, rule])).toEqual([[10, 4, 'invalid-text']]);
});

it('takes a Cyrillic letter in a Latin word for the one that it looks like', () => {
  expect(toAddress('/emb\u0435ds/f\u043erm')).toBe('/embeds/form');
  expect(slugify('Новости Dallas')).toBe('dallas');
});

describe('a date', () => {
  it.each([
    ['2026-04-02 17:30:00-05:00', '2026-04-02T17:30:00-05:00'],
    ['2026-04-02T17:30:00–05:00', '2026-04-02T17:30:00-05:00'],
    ['2026‑04‑02T17:30:00-05:00', '2026-04-02T17:30:00-05:00'],
    ['2026-04-02T17:30:00-0500', '2026-04-02T17:30:00-05:00'],
    ['2026-04-02T17:30:00 -05:00', '2026-04-02T17:30:00-05:00'],
    ['2026/4/2T7:30:00-05:00', '2026-04-02T07:30:00-05:00'],
    ['2026-04-02t17:30:00z', '2026-04-02T17:30:00Z'],
  ])('such as %s is told with the way to write it', (written, meant) => {
    expect(told('blog/a.md', post.replace(/^publishedDate: .*/m, `publishedDate: "${written}"`))).toEqual([
      `6 \`${written}\` cannot be read as a date: it is not a moment with its zone. => ${meant}`,
    ]);
  });

  it.each([
    ['2026-04-02', 'the time of day and its zone are missing'],
    ['2026-04-02 17:30', 'the zone at its end is missing, such as `-06:00`'],
    ['2026-02-31T17:30:00Z', 'there is no such day as 2026-02-31'],
  ])('such as %s is told with what it lacks', (written, reason) => {
    expect(told('blog/a.md', post.replace(/^publishedDate: .*/m, `publishedDate: "${written}"`))).toEqual([
      `6 \`${written}\` cannot be read as a date: ${reason}.`,
    ]);
  });
});

it.each([
  './media/a.jpg',
  '/media/a.jpg',
  'media\\a.jpg',
  'content/media/a.jpg',
  'a.jpg',
  'C:\\Users\\ada\\a.jpg',
  'https://paper.example/media/a.jpg?w=300',
])('the picture `%s` is told with the path that was meant', (written) => {
  const text = post.replace('category:', `imageUrl: '${written}'\nimageAlt: A heron\ncategory:`);
  expect(told('blog/a.md', text).map((problem) => problem.replace(/^.* => /, ''))).toEqual(['media/a.jpg']);
});

it.each([
  ['about', '/about'],
  ['\\about', '/about'],
  ['pages/about.yaml', '/about'],
  ['content/blog/herons.md', '/blog/herons'],
  ['desk@paper.example', 'mailto:desk@paper.example'],
])('the link `%s` in a menu is told with the address that was meant', (written, meant) => {
  const text = `template: home\npath: /\nupdates: {}\ncategoryFeeds: [{ title: A, path: '${written}', feedTitle: B, rssUrl: "https://a.example/" }]\n`;
  expect(told('pages/home.yaml', text)).toContainEqual(
    `4 \`${written}\` is not a full web address. => ${meant}`,
  );
});

it.each([
  ['[x](/ about)', '/about'],
  ['[x](/about us)', '/about-us'],
  ['[x](mailto: a@b.example)', 'mailto:a@b.example'],
  ['[x](https:// a.example/)', 'https://a.example/'],
])('the space in `%s` is told with the address that was meant', (text, meant) => {
  expect(markdown(text, new Map()).findings.map(({ suggestion }) => suggestion)).toEqual([meant]);
});

it.each(['Passed.【4†source】', 'Passed. :contentReference[oaicite:0]{index=0}'])(
  'the mark of another program in `%s` is told',
  (text) => {
    expect(markdown(text, new Map()).findings.map(({ rule }) => rule)).toEqual(['markdown-slip']);
  },
);

it('tells addresses that only their writer can reach, pictures without a name, and categories of forms that are almost the same', async () => {
  const problems = await problemsWith({
    'blog/ice-on-the-landing.md': (text) =>
      `${text.replace('category:', 'imageAlt: Ice\ntags: [ice; sand]\ncategory:').replace('author: ', 'author: By ')}\nSee [a](http://localhost:3000/a), [b](https://staging.alderferry.example/b), [c](http://alderferry.example/faq) and [d](pages/faq.yaml).\n`,
    'pages/subscribe.yaml': replace('category: Newsletter', 'category: Newslettr Form'),
    'pages/home.yaml': replace('category: Newsletter', 'category: Newsletter Form'),
    'pages/embeds/newsletter-form.yaml': replace('category: Newsletter', 'category: Newsletter Form'),
  });
  expect(problems.map(where)).toEqual([
    'blog/ice-on-the-landing.md:5 doubtful-value Ben Ortiz',
    'blog/ice-on-the-landing.md:7 doubtful-value',
    'blog/ice-on-the-landing.md:8 doubtful-value',
    'blog/ice-on-the-landing.md:13 doubtful-value',
    'blog/ice-on-the-landing.md:13 doubtful-value',
    'blog/ice-on-the-landing.md:13 doubtful-value',
    'blog/ice-on-the-landing.md:13 dead-link /faq',
    'pages/subscribe.yaml:21 doubtful-value Newsletter Form',
  ]);
});

it('knows which address a page with a space in its path was to have', async () => {
  const problems = await problemsWith({
    'pages/embeds/newsletter-form.yaml': replace('path: /', 'path: / '),
  });
  expect(problems.map(({ file, rule }) => [file, rule])).toEqual([
    ['content/pages/embeds/newsletter-form.yaml', 'invalid-address'],
  ]);
});

it('tells a link with a character that nobody sees once', async () => {
  const problems = await problemsWith({
    'blog/ice-on-the-landing.md': (text) => `${text}\nSee [a](/faq\u200b).\n`,
  });
  expect(problems.map(({ rule }) => rule)).toEqual(['invalid-text']);
});
