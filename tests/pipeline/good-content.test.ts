import { expect, it } from 'vitest';
import { markdown } from '../../cli/sources/markdown.ts';
import { faq, plans, post, problemsOf } from './one-file.ts';

// What is right and looks unusual: a report that blames it is worse than none of what is wrong.

/** What is told of a file by itself. */
const told = (path: string, text: string): string[] =>
  problemsOf(path, text).map(({ line, message }) => `${line} ${message}`);

/** A line of the post's front matter, by its key, and what may stand in its place. */
const fields: Readonly<Record<string, readonly string[]>> = {
  id: ["id: '2'", 'id: "2" # never to be changed', 'id:   "2"', '"id": "2"', "'id' : '2'"],
  title: [
    "title: 'Forty ''herons'': a count'",
    'title: "Forty \\"herons\\": a count"',
    'title: "Forty h\\u00e9rons"',
    "title: Finch's herons' count",
    'title: FORTY HERONS AND THE A.C.L.U.',
    'title: Who pays? 27-24, 5\'11", $5 & more @ noon (100%)',
    'title: We are#1 and C# is a language',
    'title: "We are #1"',
    'title: “Forty herons,” says the ferryman’s wife',
    'title: The “middle” heron',
    'title: The ferryman says “no”',
    'title: The ferryman says "no"',
    'title: ’Tis the season',
    'title: "\'Tis the season"',
    'title: "Yes"',
    'title: Doors open at 8:30 on Nov. 3',
    'title: Inside herons.example/about, and its cost',
    'title: And then... nothing',
    'title: Herons — yes; swans – no -- perhaps',
    'title: And/or c/o 24/7',
    'title: Why x < y, and I <3 herons',
    'title: M*A*S*H returns, 4*4',
    'title: The file_name_here story',
    'title: The mayor says [sic] and {braces} too',
    'title: ¿Quién pagó? ¡Nadie! Ñandú, pingüino',
    'title: À l’Île-de-France, « c’est ça »',
    'title: Ba mươi ngàn người xem Âu Lạc và Ôn Như Hầu',
    'title: Łódź, Dvořák, Škoda und Weißmüller-Ödön',
    'title: 北京 and العربية and Русский',
    'title: Herons 🎉 voters 👩‍🏫 say yes',
    'title: 2026 in review',
    'title: 3 herons, 2 swans',
    'title: Note that:this is no key',
    'title: >-\n  Forty herons:\n  a count',
    'title: |-\n  Forty herons',
    'title: Forty\n  herons',
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
    'excerpt: A count.   ',
  ],
  author: [
    'author: J.R. "Bud" Ewing Jr.',
    "author: Siobhán O'Brien and D’Angelo St. John",
    'author: Jose\u0301 Garci\u0301a',
    'author: Nguyễn Thị Phương',
    '#imageUrl: media/x.jpg\nauthor: Ada Finch',
    '# by whom\n\n\nauthor: Ada Finch',
    '    # a note that stands too far in\nauthor: Ada Finch',
  ],
  publishedDate: [
    'publishedDate: "2026-04-02T17:30:00-05:00"',
    'publishedDate: 2026-04-02T22:30:00Z',
    'publishedDate: 2026-04-02T22:30:00.000Z',
    'publishedDate: 2026-04-02T17:30-05:00',
  ],
  tags: [
    'tags:\n  - herons\n  - "#river"',
    'tags:\n- herons\n- river',
    'tags:\n\n  - herons\n\n  - river',
    'tags: # the first two are shown\n  # and this\n  - herons\n# here\n  - river\n     # further in',
    'tags: [\n  herons,\n  river,\n]',
    'tags: [herons, river,]',
    'tags: ["herons", \'river\', "a, b"]',
    'tags: [A&M, "24/7", C++, rock ’n’ roll, José]',
    'tags: [herons, river] # two',
  ],
  category: [
    'category: "Local News"\ndraft: false',
    'category: Local News\ndraft: False',
    'category: Local News\nupdatedDate: 2026-04-03T17:30:00-05:00',
    'category: Local News\nslug: forty-herons-2',
    'category: Local News\t# a note behind a tab',
  ],
};

it.each(Object.entries(fields))('takes every good way to write `%s`', (key, lines) => {
  const field = new RegExp(`^${key}: .*$`, 'm');
  const blamed = lines.map(
    (line) =>
      [
        line,
        told(
          'blog/a.md',
          post.replace(field, () => line),
        ),
      ] as const,
  );
  expect(blamed.filter(([, found]) => found.length > 0)).toEqual([]);
});

it.each<[name: string, path: string, text: string]>([
  ['a post with spaces behind its dashes', 'blog/a.md', post.replaceAll('---\n', '---  \n')],
  ['a file without an end of its last line', 'data/plans.yaml', plans.trimEnd()],
  ['a file with empty lines at its end', 'data/plans.yaml', `${plans}\n\n   \n`],
  ['a file with empty lines everywhere', 'data/plans.yaml', plans.replaceAll('\n', '\n\n')],
  ['a file that starts with dashes', 'data/plans.yaml', `---\n${plans}`],
  ['a file that ends with dots', 'data/plans.yaml', `---\n${plans}...\n`],
  ['a file that names its version', 'data/plans.yaml', `%YAML 1.2\n---\n${plans}`],
  ['entries as far left as their key', 'data/plans.yaml', plans.replace(/^ {2}/gm, '')],
  ['inner entries as far left as their key', 'data/plans.yaml', plans.replace(/^ {6}- /gm, '    - ')],
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
  ['a price without cents', 'data/plans.yaml', plans.replace('8.99', '9')],
  ['a price of 8.50', 'data/plans.yaml', plans.replace('8.99', '8.50')],
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
  [
    'a poem in an answer',
    'data/faq.yaml',
    faq.replace('a: The ferry.', 'a: |\n          > Roses,  \n          > violets'),
  ],
])('takes %s', (_, path, text) => {
  expect(told(path, text)).toEqual([]);
});

const known = new Map([['media/a.jpg', { src: '/media/a.jpg', width: 1, height: 1, bytes: 1, key: 'a' }]]);

const texts: Readonly<Record<string, readonly string[]>> = {
  lists: [
    '* one\n* two\n  * within\n* three',
    '+ one\n+ two',
    '5. five\n6. six\n7. seven',
    '1) one\n2) two',
    '1. one\n1. two\n1. three',
    '1. one\n   - a\n   - b\n2. two\n   1. x\n   2. y',
    '- one\n\n- two\n\n  more of two\n\n- three',
    '- one\n    - two\n        - three',
    '- [ ] buy milk\n- [x] buy eggs',
    '- one\n\n  ```\n  x\n  ```\n- two',
    '- one\n- two\nand more of it',
  ],
  links: [
    'See [the board][b] and [contact].\n\n[b]: /about\n[contact]: /contact "Contact"',
    'See <https://a.example/b_c_d>, https://a.example/x_y, www.a.example and <news@a.example>.',
    'See [the board](/about "About us"), [it](</about>), [the \\[big\\] board](/about).',
    'See [Dallas](https://en.wikipedia.example/wiki/Dallas_(disambiguation)).',
    '**See [the board](/about)**, *[that](/faq)*, ([this](/blog)) and “[those](/x)”.',
    '[**Bold** and *it*](/about)[b](/blog) [c](/faq)|[d](/contact)',
    '[Write](mailto:a@b.example?subject=Hello%20there) or [(214) 555-0100](tel:+12145550100).',
    'The [board](/about)’s, [board](/about)s and [x](https://a.example/?a=1&b=2#c).',
    '[![The lake](media/a.jpg)](/about)',
  ],
  tables: [
    '| A | B |\n|---|:-:|\n| 1 | 2 |\n| `a\\|b` | x |',
    'A | B\n--- | ---\n1 | 2',
    '| A | B |\n| --- | --- |\n| | 2 |\n| 1 | |',
  ],
  'verses and speech': [
    'Roses are red,  \nviolets are blue,\\\nthe end.',
    '> The woods are lovely,  \n> dark and deep,  \n>\n> But I have promises\n>\n> — R. F.',
    '> one\n>> two\n> > three',
    '— Where did it go?\n\n— Nowhere, he said – “nowhere.”\n\n-- And then',
    '– Where did it go?\n– Nowhere.',
    '—Nada —respondió Íñigo—. ¡Ándale! «Así es». ¿Mañana?',
    '"He said, \'She told me, "No."\'" and “‘Yes,’ she said.”',
    '**Q:** Why?\n\n**A:** Because.',
  ],
  'brackets of print': [
    'He said "we was [sic] there" [laughs] (see [1]) and [2], [p. 5], [Smith 2020].',
    '"[The board] did it," she said. “[W]e won [the game].” [sic] (sic)',
    '[Correction: the vote was 7-0.]',
    '*[Editor’s note: this is old.]*',
    '[Photo by A. Person]',
    'Well ... maybe… or . . . not.... He [...] said […] so.',
  ],
  'signs of print': [
    'She is 5\'11", he is 6\' 2". A 12" pipe and a 9\'6" board.',
    'It costs $5 (about), $1.5 million, 50¢, €20, 5%, #1, No. 5 and 2*3*4.',
    'Follow @handle, @a_b_c and #hashtag.',
    '#Dallas is the tag.',
    'Dallas 27, Plano 24. 27-24. A 3-2 vote. 7–0. 9 a.m.-5 p.m.',
    '27 people came.\n\n3.5 million did not.\n\n-5 degrees.\n\n+1 for all.',
    'J. R. Ewing came.\n\nA. B. went.\n\nI. First\n\na) one\nb) two',
    'The bond* passed.\n\n*Subject to audit.',
    'Rated four stars**** by critics.',
    'He said "f***" and "s--t" and "d*mn".',
    '2 * 3 * 4 = 24; a < b > c; x_1 + y_2; 5 > 3; 3 × 4; ½; ±5°.',
    'AT&T, R&B, Q&A; &amp; &copy; 2026 &nbsp;x &mdash; <3 <- -> <=>',
    'C:\\Users\\x, \\\\ and a\\b; {curly}, {a, b}; A | B and |x| = 5; a == b.',
    'Go to a.example/b/c, or (http://a.example), or write to b@c.example.',
    'As said¹ and said². The bond† passed.‡ 10\u00a0a.m.',
    ': a line that starts with a colon\n\n:) smile',
    'un**believ**able, 5*x*6, ***both***, **bold *it* bold**, **“so”** and **5**th.',
    '~~old~~, ~20 people, file_name_here, _italic_ and __bold__.',
    '\\*not italic\\*, \\[not link\\](/x), 1\\. no list, \\# no heading, a\\_b',
  ],
  code: [
    'Use `[x](y` and ``a ` b`` and `**` and `{{ x }}`.',
    '```yaml\na: [b\n{{ x }} [x](/nowhere)\n<<<<<<< HEAD\n```',
    '~~~\n``` [x](/y\n~~~',
    '    def f(): [x](/nowhere)\n    return **',
  ],
  'lines between': ['* * *', 'A.\n\n---\n\nB.', 'A.\n\n***\n\nB.', '___', 'A Heading\n---------\n\nText'],
  headings: [
    '## A heading ##\n\ntext',
    '## See [the board](/about)\n\n### 1. First\n\n## 2026: a year',
    '**A heading in bold**\n\nText',
  ],
  'names of the world': [
    'Phở Bắc Hòa, Nguyễn Thị Minh Khai, Đặng Văn Lâm, Âu Lạc, Ôn Như Hầu.',
    'À l’Île-de-France, « c’est ça », dit-il ; Noël, cœur, çà et là : où ?',
    '„Grüß Gott“, sagte er. Straße, Ärger. Łódź, Žižek, Dvořák.',
    '北京 and العربية and עברית and Русский текст. 🎉 👩‍👩‍👧 ❤️ 🇺🇸 5️⃣',
  ],
};

it.each(Object.entries(texts))('takes Markdown with %s', (_, pieces) => {
  const blamed = pieces.map(
    (text) => [text, markdown(`Before.\n\n${text}\n\nAfter.`, known).findings] as const,
  );
  expect(blamed.filter(([, found]) => found.length > 0)).toEqual([]);
});
