import { expect, it } from 'vitest';
import { faq, plans, post, reported } from '../content/problems-of-file.ts';

// Unusual content without a mistake: nothing is reported.

/** Good ways to write lines of the post's front matter, by their keys. */
const fields: Readonly<Record<string, readonly string[]>> = {
  id: ["id: '2'", 'id: "2" # never to be changed', 'id:   "2"', '"id": "2"', "'id' : '2'"],
  title: [
    "title: 'Forty ''herons'': a count'",
    'title: "Forty \\"herons\\": a count"',
    'title: "Forty h\\u00e9rons"',
    "title: Finch's herons' count",
    'title: Who pays? 27-24, 5\'11", $5 & more @ noon (100%)',
    'title: We are#1 and C# is a language',
    'title: "We are #1"',
    'title: “Forty herons,” says the ferryman’s wife',
    'title: The ferryman says "no"',
    'title: ’Tis the season',
    'title: "\'Tis the season"',
    'title: "Yes"',
    'title: Why x < y, and I <3 herons',
    'title: M*A*S*H returns, 4*4',
    'title: The file_name_here story',
    'title: The mayor says [sic] and {braces} too',
    'title: ¿Quién pagó? ¡Nadie! Ñandú, pingüino',
    'title: Ba mươi ngàn người xem Âu Lạc và Ôn Như Hầu',
    'title: Łódź, Dvořák, Škoda und Weißmüller-Ödön',
    'title: 北京 and العربية and Русский',
    'title: Herons 🎉 voters 👩‍🏫 say yes',
    'title: 3 herons, 2 swans',
    'title: Note that:this is no key',
    'title: >-\n  Forty herons:\n  a count',
    'title: |-\n  Forty herons',
    'title:\n  Forty herons',
  ],
  excerpt: [
    'excerpt: -5 degrees and 3.5" of snow, "the most," they said',
    'excerpt: The pole stands 5\'11"',
    'excerpt: A count (of 40 herons [and 2 swans]).',
    'excerpt: A | B > C & D * E ! F % G @ H ` I',
    'excerpt: |\n  A count: forty.\n  A swan # and two.',
    'excerpt: >+\n  A count.\n  A swan.\n',
    'excerpt: >2-\n  A count.\n',
    'excerpt: A count\n  of forty herons\n  and a swan.',
    'excerpt: A count\n\n  of forty herons.',
    'excerpt: "A count: of forty\n  herons # and a swan."',
    'excerpt: A count. # two sentences at the most',
  ],
  author: [
    'author: J.R. "Bud" Ewing Jr.',
    "author: Siobhán O'Brien and D’Angelo St. John",
    'author: Jose\u0301 Garci\u0301a',
    '#imageUrl: media/x.jpg\nauthor: Ada Finch',
    '# by whom\n\n\nauthor: Ada Finch',
    '    # a note that stands too far in\nauthor: Ada Finch',
  ],
  publishedDate: [
    'publishedDate: "2026-04-02T17:30:00-05:00"',
    'publishedDate: 2026-04-02T22:30:00.000Z',
    'publishedDate: 2026-04-02T17:30-05:00',
  ],
  tags: [
    'tags:\n  - herons\n  - "#river"',
    'tags:\n\n  - herons\n\n  - river',
    'tags: # the first two are shown\n  # and this\n  - herons\n# here\n  - river\n     # further in',
    'tags: [\n  herons,\n  river,\n]',
    'tags: [herons, river,]',
    'tags: ["herons", \'river\', "a, b"]',
    'tags: [A&M, "24/7", C++, rock ’n’ roll, José]',
  ],
  category: [
    'category: "Local News"\ndraft: false',
    'category: Local News\ndraft: False',
    'category: Local News\t# a note behind a tab',
  ],
};

it.each(Object.entries(fields))('takes every good way to write `%s`', (key, lines) => {
  const field = new RegExp(`^${key}: .*$`, 'm');
  const refused = lines.map(
    (line) =>
      [
        line,
        reported(
          'blog/a.md',
          post.replace(field, () => line),
        ),
      ] as const,
  );
  expect(refused.filter(([, found]) => found.length > 0)).toEqual([]);
});

it.each<[name: string, path: string, text: string]>([
  ['a post with spaces behind its dashes', 'blog/a.md', post.replaceAll('---\n', '---  \n')],
  ['a file without an end of its last line', 'data/plans.yaml', plans.trimEnd()],
  ['a file with empty lines everywhere', 'data/plans.yaml', plans.replaceAll('\n', '\n\n')],
  [
    'a dialogue with hyphens',
    'blog/a.md',
    post.replace(/excerpt: .*/, 'excerpt: -No puedo\n  -dijo ella-, no ahora.\n  - No.'),
  ],
  ['notes with two signs', 'data/plans.yaml', plans.replace('8.99', '8.99 ## a month').replace(/$/, '#!\n')],
  ['a file that starts with dashes', 'data/plans.yaml', `---\n${plans}`],
  ['a file that ends with dots', 'data/plans.yaml', `---\n${plans}...\n`],
  ['a file that names its version', 'data/plans.yaml', `%YAML 1.2\n---\n${plans}`],
  ['entries as far left as their key', 'data/plans.yaml', plans.replace(/^ {2}/gm, '')],
  [
    'four spaces for two',
    'data/faq.yaml',
    'categories:\n    - title: Delivery\n      items:\n          - q: When?\n            a: >-\n                On Thursdays.\n',
  ],
  [
    'dashes in front of four spaces',
    'data/faq.yaml',
    'categories:\n-   title: Delivery\n    items:\n    -   q: When?\n        a: On Thursdays.\n',
  ],
  ['dashes on lines of their own', 'data/plans.yaml', plans.replaceAll('  - name', '  -\n    name')],
  [
    'groups in braces',
    'data/plans.yaml',
    'plans: [{ name: A, price: 5, period: monthly, features: [x, "y: z"], cta: Go }]\n',
  ],
  [
    'JSON',
    'data/plans.yaml',
    JSON.stringify(
      { plans: [{ name: 'A', price: 5, period: 'monthly', features: ['x'], cta: 'Go' }] },
      null,
      2,
    ),
  ],
  [
    'a value that is repeated by its name',
    'data/plans.yaml',
    plans.replace('period: monthly', 'period: &period monthly').replace(/period: monthly/, 'period: *period'),
  ],
  [
    'notes between entries',
    'data/plans.yaml',
    plans.replaceAll('    price', '  # a note\n      # another\n    price'),
  ],
  [
    'a list in an answer',
    'data/faq.yaml',
    faq.replace('a: The ferry.', 'a: |\n          - one\n            - two\n          - three'),
  ],
  [
    'code in an answer',
    'data/faq.yaml',
    faq.replace('a: The ferry.', 'a: |\n          Type:\n\n              a: b\n                c'),
  ],
])('takes %s', (_, path, text) => {
  expect(reported(path, text)).toEqual([]);
});
