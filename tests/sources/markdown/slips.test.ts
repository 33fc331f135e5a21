import { describe, expect, it } from 'vitest';
import { markdown } from '../../../cli/sources/markdown/markdown.ts';

const known = new Map([['media/a.jpg', { src: '/media/a.jpg', width: 1, height: 1, bytes: 1, key: 'a' }]]);

/** What is reported of a text: line and column, the stretch that is marked, the rule, and `?` where it is a warning. */
function reported(text: string): string[] {
  return markdown(text, known).findings.map(({ rule, severity, start, end }) => {
    const before = text.slice(0, start).split('\n');
    const marked = text.slice(start, end).split('\n', 1)[0];
    return `${before.length}:${(before.at(-1) ?? '').length + 1} ${marked} ${rule}${severity ? '?' : ''}`;
  });
}

describe('a slip in a Markdown text is reported at its place', () => {
  it.each<[name: string, text: string, reported: string[]]>([
    ['a link that is not closed', 'See [x](/a and go.', ['1:9 /a markdown-slip']],
    ['a link that is not closed at the end', 'A.\n\nSee **[x](/a.**', ['3:11 /a markdown-slip']],
    [
      'a link to another site that is not closed',
      'See [x](https://a.example/b now',
      ['1:9 https://a.example/b markdown-slip'],
    ],
    ['a picture that is not closed', '![x](media/a.jpg', ['1:6 media/a.jpg markdown-slip']],
    ['a space before the address', 'See [x] (/a) now', ['1:5 [x] (/a) markdown-slip']],
    ['a line break before the address', 'See [x]\n(/a) now', ['1:5 [x] markdown-slip']],
    [
      'a space before the address of a picture',
      '![x] (media/a.jpg)',
      ['1:1 ![x] (media/a.jpg) markdown-slip'],
    ],
    ['exchanged brackets', 'See (the x)[/a] now', ['1:5 (the x)[/a] markdown-slip']],
    [
      'exchanged brackets around a web address',
      '(x)[https://a.example]',
      ['1:1 (x)[https://a.example] markdown-slip'],
    ],
    ['a label that is nowhere', 'See [the x][nowhere].', ['1:5 [the x][nowhere] markdown-slip?']],
    ['a label left empty', 'See [the x][].', ['1:5 [the x][] markdown-slip?']],
    ['a link without words', 'See [](/a).', ['1:5 [](/a) markdown-slip']],
    ['a link of spaces', 'See [ ](/a).', ['1:5 [ ](/a) markdown-slip']],
    ['a space in an address', 'See [x](/a b).', ['1:9 /a b markdown-slip']],
    ['a space in the address of a picture', '![x](media/a b.jpg)', ['1:6 media/a b.jpg markdown-slip']],
    ['a title that is not closed', 'See [x](/a "b).', ['1:12 "b markdown-slip']],
    ['a title in curly quotes', 'See [x](/a “b”).', ['1:12 “b” markdown-slip']],
    ['brackets inside of brackets', '[a [b](/c) d](/e)', ['1:15 /e markdown-slip']],
    ['a listing that is not closed', 'A.\n\n```js\ncode\n\nB **', ['3:1 ```js markdown-slip']],
    ['a listing closed by fewer signs', '````\na\n```', ['1:1 ```` markdown-slip']],
    ['a listing in a list', '- a\n  ~~~\n  b\n- c', ['2:3 ~~~ markdown-slip']],
    ['bold that is not closed', 'a **b c', ['1:3 ** markdown-slip?']],
    ['bold that is not opened', 'a b** c', ['1:4 ** markdown-slip?']],
    ['bold with a space before its end', 'a **b ** c', ['1:3 ** markdown-slip?']],
    ['bold with a space after its start', 'a ** b** c', ['1:7 ** markdown-slip?']],
    ['bold in each entry of a list', '- **a\n- **b', ['1:3 ** markdown-slip?', '2:3 ** markdown-slip?']],
    ['bold around a link', 'A **b [c](/d) e', ['1:3 ** markdown-slip?']],
    ['bold in underscores', 'a __b c', ['1:3 __ markdown-slip?']],
    ['italic that is not closed', 'a *b c', ['1:3 * markdown-slip?']],
    ['italic in underscores', 'a _b c', ['1:3 _ markdown-slip?']],
    ['strikethrough that is not closed', 'a ~~b c', ['1:3 ~~ markdown-slip?']],
    ['a heading without a space', '##Heading\n\na', ['1:1 ## markdown-slip']],
    ['a heading without a space in a list', '- ##Heading', ['1:3 ## markdown-slip']],
    ['a heading with a space that does not break', '##\u00a0Heading', ['1:1 ## markdown-slip']],
    ['a level left out', '## a\n\n#### b', ['3:1 #### heading-level?']],
    ['a first heading too low', '### a', ['1:1 ### heading-level?']],
    ['dashes that make a heading of lines', 'a\nb\n---\nc', ['3:1 --- markdown-slip?']],
    [
      'dashes that make a heading of a sentence',
      'The council met until midnight and did not come to a decision.\n---\nc',
      ['2:1 --- markdown-slip?'],
    ],
    ['a shortcode', 'a {{< figure a="b" >}} c', ['1:3 {{< figure a="b" >}} markdown-slip']],
    ['a tag of a template', '{% include a.html %}', ['1:1 {% include a.html %} markdown-slip']],
    ['a variable of a template', 'a {{ b.c }}', ['1:3 {{ b.c }} markdown-slip']],
    ['a wiki link', 'See [[a b]].', ['1:5 [[a b]] markdown-slip']],
    ['a wiki picture', '![[a.jpg]]', ['1:1 ![[a.jpg]] markdown-slip']],
    ['a footnote', 'a[^1]\n\n[^1]: A note.', ['1:2 [^1] markdown-slip?', '3:1 [^1] markdown-slip?']],
    [
      'a footnote that Markdown takes for a link',
      'a[^1]\n\n[^1]: Note.',
      ['1:2 [^1] markdown-slip?', '3:1 [^1]: Note. markdown-slip?'],
    ],
    [
      'a line that Markdown keeps to itself',
      'a\n\n[Update]: Closed',
      ['3:1 [Update]: Closed markdown-slip?'],
    ],
    ['signs of a forum', 'a [b]c[/b]', ['1:7 [/b] markdown-slip?']],
    ['a row with too many cells', '| a | b |\n|---|---|\n| 1 | 2 | 3 |', ['3:1 | 1 | 2 | 3 | markdown-slip']],
    ['a row with too few cells', '| a | b |\n|---|---|\n| 1 |\n| 1 | 2 |', ['3:1 | 1 | markdown-slip?']],
    ['a table without dashes', 'a\n\n| a | b |\n| 1 | 2 |', ['3:1 | a | b | markdown-slip?']],
    ['a table with too few dashes', '| a | b |\n|---|\n| 1 | 2 |', ['2:1 |---| markdown-slip?']],
    [
      'a table with too many cells above the dashes',
      '| a | b | c |\n|--|--|\n| 1 | 2 |',
      ['1:1 | a | b | c | markdown-slip?'],
    ],
    ['a link without its first bracket', 'See x y](/a).', ['1:8 ](/a) markdown-slip']],
    ['a link with a parenthesis for its first bracket', 'See (x](/a).', ['1:7 ](/a) markdown-slip']],
    ['a link without its second bracket', 'See [x(/a).', ['1:7 (/a) markdown-slip']],
    ['a link with a parenthesis for its second bracket', 'See [x)(/a).', ['1:8 (/a) markdown-slip']],
    ['a link without its first parenthesis', 'See [x]/a).', ['1:8 /a) markdown-slip']],
    [
      'a mail link without its first parenthesis',
      'See [x]mailto:a@b.example).',
      ['1:8 mailto:a@b.example) markdown-slip'],
    ],
    ['a link with a bracket for its first parenthesis', 'See [x][/a).', ['1:8 [/a) markdown-slip']],
    ['a bracket too many', 'See [[x](/a).', ['1:5 [ markdown-slip?']],
    ['a parenthesis too many', 'See (it) at [x](/a)).', ['1:20 ) markdown-slip?']],
    ['bold with one asterisk before it', 'a *b** c', ['1:6 * markdown-slip?']],
    ['bold with one asterisk behind it', 'a **b* c', ['1:3 * markdown-slip?']],
    ['bold with three asterisks before it', 'a ***b** c', ['1:3 * markdown-slip?']],
    ['a table with a hole', '| a | b |\n|--|--|\n\n| 1 | 2 |', ['4:1 | 1 | 2 | markdown-slip?']],
    ['numbers that jump', '1. a\n2. b\n4. c', ['3:1 4. markdown-slip?']],
    ['a year that starts a list', '2026. It was a good year.', ['1:1 2026. markdown-slip?']],
    ['a misspelt entity', 'a &nbps; b', ['1:3 &nbps; markdown-slip?']],
    ['an entity without its semicolon', 'a&nbsp b', ['1:2 &nbsp markdown-slip?']],
    ['a web address that is none', 'See https//a.example.', ['1:5 https// markdown-slip?']],
    [
      'a number that is not the one shown',
      '[(214) 555-0118](tel:+12145550119)',
      ['1:18 tel:+12145550119 markdown-slip?'],
    ],
    [
      'an address that is not the one shown',
      '[a@b.example](mailto:a@c.example)',
      ['1:15 mailto:a@c.example markdown-slip?'],
    ],
    [
      'both sides of a merge',
      'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> d\n',
      ['2:1 <<<<<<< HEAD merge-conflict'],
    ],
    ['the end of a merge', 'a\n\n>>>>>>> d\n\nb', ['3:1 >>>>>>> d merge-conflict']],
    ['letters lost', 'a caf\uFFFD b', ['1:6 \uFFFD wrong-encoding']],
    ['letters garbled', 'It wasnâ€™t so', ['1:8 â€™ wrong-encoding']],
    [
      'several',
      '##A\n\n[x] (/a) and **b\n\n[y](/c',
      [
        '1:1 ## markdown-slip',
        '3:1 [x] (/a) markdown-slip',
        '3:14 ** markdown-slip?',
        '5:5 /c markdown-slip',
      ],
    ],
  ])('%s', (_, text, expected) => {
    expect(reported(text)).toEqual(expected);
  });
});

describe('nothing is reported of', () => {
  it.each([
    'Words [sic] and [1] and [1][2], [a]nd [T]he [photo].',
    'It costs $5 (about) at 9:30 a.m.; 5 < 6, 7 > 3, 2*3*4 = 24, 5 * 4, 2 ** 3, snake_case_name.',
    'Write to a@b.example, or to <a@b.example>, or https://a.example/b_c_d*e**f(g)?h=[i]&copy=1.',
    'See [x](/a), [y](/a "b"), [z][l], [l], [l][] and ![a](/media/a.jpg).\n\n[l]: /a',
    '[![a](media/a.jpg)](/a) and [`code`](/a) and [**b**](/a)',
    '`[x](/a`, `**b`, ``{{ a }}``, `[[b]]`, `&nbps;`',
    '```\n[x](/a\n##a\n| a | b |\n<<<<<<< HEAD\n**b {{ c }}\n```',
    '    [x](/a\n    ##a',
    '~~~ js\n[x] (/a)\n~~~~',
    '- a\n\n  ```\n  b\n  ```\n- c',
    '> ```\n> a\n> ```',
    '\\[x\\](/a and \\[x\\] (/b) and \\*\\*b and a \\*b and \\_c and \\{\\{ d \\}\\} and \\&nbps;',
    '\\##a\n\n\\-Ann\n\\-Bob\n\n1984\\. It was.',
    '#Dallas and #TX\n\n#hashtag',
    'Name: ____ Date: __/__/____',
    'Prices* do not include tax.\n\n*Tax is 8.25 percent.',
    'AT&T; R&D; Q&A; &amp; &nbsp; &mdash; Tom & Jerry; rock&roll 5 &deg;',
    '1. a\n2. b\n3. c',
    '1. a\n1. b\n1. c',
    '3. a\n4. b',
    '-Ann, who wrote this',
    '1.5 million people\n2.5 million dogs',
    '- a\n- b\n\n-5 degrees',
    'Title\n-----\n\na',
    '## a\n\n### b\n\n### c\n\n## d',
    'a\n\n---\n\nb\n\n***\n\n=======',
    'a | b\n--|--\n1 | 2\n\\| | `a \\| b`',
    '| a | b |\n|:-:|--:|\n| 1 | |\n| [x](/a) | **b** |',
    '- [ ] to do\n- [x] done',
    '> a\n>> b\n>>> c',
    'He said: "[The mayor] (a Democrat) left." (See page 3)[sic]',
    'The vote was 7-2 [see story] (page B1).',
    'Use {} and {a} and { b: 1 }.',
    'São João, Ângela, naïve café, “quoted” — ‘single’',
    '[(214) 555-0118](tel:+12145550118) and [214.555.0118](tel:+1-214-555-0118) and [Call us](tel:911)',
    '[a@b.example](mailto:A@b.example?subject=x) and [Write](mailto:a@b.example)',
    'Hawai`i, the `80s',
    'See (the [x](/a)) and [[y](/b)] and (a) [z](/c) and and/or and he(/she) [sic](she).',
    '[x](/a)* and `b`*, where * is a note.\n\n- a\n\n-5 degrees\n\n12 dogs\n\n1. a\n2. b\n\n3 cats',
    '*a* _b_ **c** __d__ ~~e~~ ***f*** **g** *h*, **i**: (*j*) “**k**”',
    '**Bold:** text and *it*alic and un**believ**able',
    'a  \nb\\\nc',
  ])('%j', (text) => {
    expect(reported(text)).toEqual([]);
  });
});

it.each([
  ['[x](/ about)', '/about'],
  ['[x](/about us)', '/about-us'],
  ['[x](mailto: a@b.example)', 'mailto:a@b.example'],
  ['[x](https:// a.example/)', 'https://a.example/'],
])('reports the space in `%s` with the address that was meant', (text, meant) => {
  expect(markdown(text, new Map()).findings.map(({ suggestion }) => suggestion)).toEqual([meant]);
});

it.each(['Passed.【4†source】', 'Passed. :contentReference[oaicite:0]{index=0}'])(
  'reports the mark of another program in `%s`',
  (text) => {
    expect(markdown(text, new Map()).findings.map(({ rule }) => rule)).toEqual(['markdown-slip']);
  },
);

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
  const refused = pieces.map(
    (text) => [text, markdown(`Before.\n\n${text}\n\nAfter.`, known).findings] as const,
  );
  expect(refused.filter(([, found]) => found.length > 0)).toEqual([]);
});
