import { expect, it } from 'vitest';
import { markdown } from '../../../cli/content/markdown/markdown.ts';

const known = new Map([['media/a.jpg', { src: '/media/a.jpg', width: 1, height: 1, bytes: 1, key: 'a' }]]);

/** What is reported of a text: line and column, the stretch that is marked, the rule, and `?` where it is a warning. */
function reported(text: string): string[] {
  return markdown(text, known).findings.map(({ rule, severity, start, end }) => {
    const before = text.slice(0, start).split('\n');
    const marked = text.slice(start, end).split('\n', 1)[0];
    return `${before.length}:${(before.at(-1) ?? '').length + 1} ${marked} ${rule}${severity ? '?' : ''}`;
  });
}

it.each<[name: string, text: string, reported: string[]]>([
  ['a link that is not closed', 'See [x](/a and go.', ['1:9 /a markdown-slip']],
  ['a space before the address', 'See [x] (/a) now', ['1:5 [x] (/a) markdown-slip']],
  ['a line break before the address', 'See [x]\n(/a) now', ['1:5 [x] markdown-slip']],
  ['exchanged brackets', 'See (the x)[/a] now', ['1:5 (the x)[/a] markdown-slip']],
  ['a label that is nowhere', 'See [the x][nowhere].', ['1:5 [the x][nowhere] markdown-slip?']],
  ['a link without words', 'See [](/a).', ['1:5 [](/a) markdown-slip']],
  ['a space in an address', 'See [x](/a b).', ['1:9 /a markdown-slip']],
  ['brackets inside of brackets', '[a [b](/c) d](/e)', ['1:15 /e markdown-slip']],
  ['a listing that is not closed', 'A.\n\n```js\ncode\n\nB **', ['3:1 ``` markdown-slip']],
  ['a listing in a list', '- a\n  ~~~\n  b\n- c', ['2:3 ~~~ markdown-slip']],
  ['bold that is not closed', 'a **b c', ['1:3 ** markdown-slip?']],
  ['italic that is not closed', 'a *b c', ['1:3 * markdown-slip?']],
  ['a heading without a space', '##Heading\n\na', ['1:1 ## markdown-slip']],
  ['a heading without words', 'a\n\n### \n\n### `b`', ['3:1 ### markdown-slip?']],
  ['a box without its signs', '[!note] A\n\n> [!quote]\n> b', ['1:1 [!note] markdown-slip?']],
  ['a level left out', '## a\n\n#### b', ['3:1 #### heading-level?']],
  ['dashes that make a heading of lines', 'a\nb\n---\nc', ['3:1 --- markdown-slip?']],
  ['a shortcode', 'a {{< figure a="b" >}} c', ['1:3 {{< figure a="b" >}} shortcode']],
  ['a tag of a template', '{% include a.html %}', ['1:1 {% include a.html %} shortcode']],
  [
    'what an import left',
    'a \\[shortcode poll 12] `\\[shortcode x]`',
    ['1:3 \\[shortcode poll 12] shortcode?'],
  ],
  ['a wiki link', 'See [[a b]].', ['1:5 [[a b]] markdown-slip']],
  ['a footnote', 'a[^1]\n\n[^1]: A note.', ['1:2 [^1] markdown-slip?', '3:1 [^1] markdown-slip?']],
  ['a footnote of one word', 'a[^1]\n\n[^1]: Ibid.', ['3:1 [^1]: Ibid. markdown-slip?']],
  [
    'shortcodes of WordPress',
    '[CAPTION id="a"]A[/CAPTION] [youtube=https://youtu.be/a] [gallery ids=1,2]\n\n[gallery]',
    [
      '1:1 [CAPTION id="a"] shortcode?',
      '1:18 [/CAPTION] markdown-slip?',
      '1:29 [youtube=https://youtu.be/a] shortcode?',
      '1:58 [gallery ids=1,2] shortcode?',
      '3:1 [gallery] shortcode?',
    ],
  ],
  ['a box of no known kind', 'a\n\n> [!notee] B\n> c', ['3:3 [!notee] markdown-slip?']],
  ['a box without its sign', 'a\n\n> [note] b\n> c', ['3:3 [note] markdown-slip?']],
  ['a box with a space in its name', '> [! tip ] b', ['1:3 [! tip ] markdown-slip?']],
  ['a box whose name is not closed', '> [!note b', ['1:3 [!note markdown-slip?']],
  ['a box of another program', ':::warning\nb\n:::', ['1:1 :::warning markdown-slip?']],
  ['HTML that is code', 'a\n\n    <div class="b">\n    <p>c</p>', ['3:5 <div class="b"> markdown-slip?']],
  ['signs of a forum', 'a [b]c[/b]', ['1:7 [/b] markdown-slip?']],
  ['a row with too many cells', '| a | b |\n|---|---|\n| 1 | 2 | 3 |', ['3:1 | 1 | 2 | 3 | markdown-slip']],
  ['a table without dashes', 'a\n\n| a | b |\n| 1 | 2 |', ['3:1 | a | b | markdown-slip?']],
  ['a link without its first bracket', 'See x y](/a).', ['1:10 /a markdown-slip']],
  ['a link without its second bracket', 'See [x(/a).', ['1:7 (/a) markdown-slip']],
  ['a link without its first parenthesis', 'See [x]/a).', ['1:7 ]/a) markdown-slip']],
  ['bold with one asterisk before it', 'a *b** c', ['1:6 * markdown-slip?']],
  ['bold that is not opened', 'a bold** c', ['1:7 ** markdown-slip?']],
  ['a title that is not closed', 'See [x](/a "b).', ['1:9 /a markdown-slip']],
  ['a mark of another program', 'Passed.【4†source】', ['1:8 【4†source】 markdown-slip?']],
])('a slip in a Markdown text is reported at its place: %s', (_, text, expected) => {
  expect(reported(text)).toEqual(expected);
});

const ordinary: Readonly<Record<string, readonly string[]>> = {
  'asterisks of print': [
    'Tickets are $12, and $5* for children.\n\n*Children under 3 get in free.',
    'Adults $10, children $5 *free under 3.',
    'Smith* and Jones** declined to comment.\n\n*Smith is a member.\n\n**Jones left in 2024.',
    '- Lincoln 27, Plano 24*\n- Frisco 3, Allen 2**\n\n\\* after overtime\n\\*\\* after penalties',
    '| Team | W | L |\n| --- | --- | --- |\n| Dallas* | 12 | 3 |\n| Plano** | 11 | 4 |\n\n*division\n**wild card',
    'He hit .312 with 12 HR*** and 40 RBI**.',
    'The judge cited Doe v. Roe, 2024 WL 55121, at *2, and id. at *7 n.3.',
    'Rated *** out of ****. The Grand **** Hotel. Sushi: ***½. The 50/50 * raffle.',
    'He said "f***", "sh*t", "what the f**?" and "b****".',
    'Text *HELP to 55512, dial *67, card **1234. *NSYNC and M*A*S*H; 2*3*4; 2 ** 3; a 3*2 win.',
    '*** UPDATED *** It is over. ** Note ** See below *',
    '* 2 cups flour*\n* 1 tsp. salt\n\n*Sifted.',
  ],
  'other signs of print': [
    'The file budget_2026_final.xlsx, the folder _drafts, @_maria_ and @a__b, user _anon; H_2O, __init__.py.',
    'Name: ________ Date: __/__/____. Box 12__, ___ and behold (2). S _ M _ L',
    '#1 pick: Lee\n#2 pick: Ray\n\n#Dallas and #TX\n\n- Apt #4, suite #300; color #fff; "##" is a number.',
    'AT&T, R&B; Smith &Co; P&L; &amp; &nbsp; &copy; https://a.example/?a=1&copy=2 rock&roll',
    'Was ~~$20~~ $15, about ~20 people, ~$5; www.uta.example/~smith, ~/home.',
    'From A -> B, 5 < 6, x > y, <3, :-) ^_^ (*_*) ¯\\_(ツ)_/¯ {name} and { b: 1 }, |x| = 5; a == b.',
    'C:\\Users\\news, AC\\DC and Hawai`i, the `80s; 5\'11", 12" pipe; (c) 2026; 50¢, ½, ±5°.',
    'See https://a.example/b_c_d*e**f(g)?h=[i]&j={k}, <news@a.example> and www.a.example/x_(y).',
    'Cheap: $ | Moderate: $$\n\n| Contact us | About |\n\n|x| + |y| < 5.\n\n| C | G | Am |\nAmazing grace',
    'Team 7 | 0 | 3\nPlano 0 | 7 | 7\n\n+----+\n| a  |\n+----+',
  ],
  'brackets of print': [
    '"We was [sic] robbed," [The mayor] (a Democrat) said [laughs][applause]. “[T]he game.”[1][2]',
    'See 42 U.S.C. § 1983(a)(1)(B); § 552.021[a][1]; 7-6 [5]; [ ] No [x] Yes; [EXTERNAL] [URGENT]: x',
    '[Photo by J. Doe][AP]\n\n[Correction: the vote was 7-0.]\n\n**[Update, 4 p.m.]:** Open.',
    'The vote was 7-2 [see story] (page B1). DALLAS [AP] (Reuters) — he(/she) left.[citation needed][4]',
    'See (the [map](/map)), [[map](/map)], [b](/b)* and (a) [c](/c)). a) [d](/d)',
    'Notes.\n\n[1]: https://city.example/a\n\n[//]: # (Draft by Jane)',
    'He [...] said […] so .... [Reserved](/b)[/c]',
    '[VIDEO] and [Gallery]: a poll [n=500], [Photo 2026], [embed], [Audio: 2:30], \\[gallery ids="1"\\].',
    '[sic]\n\n[updated]\n\n[Editor’s note]\n\n[VIDEO]\n\n[Gallery]\n\n[audio] of it\n\n[music]\n\n[Tweet since deleted]',
  ],
  'lines and lists': [
    '1. May is a month.\n\n3. Oktober: Feiertag.',
    '2026. A good year.\n\n1.5 million\n\n-5 degrees\n\n—And so—\n\n-Who?\n-Me.',
    '5. Plano\n4. Allen\n3. Frisco',
    '1. Dallas\n2. Plano\n2. Allen\n4. Frisco',
    '### At a glance\n\nWhat: Fair\n\n### Next\n\n## Q&A: #1\n\n**Q: Why?** A: Because.',
    'A.\n\n---\n\n* * *\n\n_ _ _\n\n=====\n\n-30-\n\n--30--',
    'Scores\n------\n\n2026\n----\n\nHe paused --- then left.',
    '> Roads,  \n> and I—  \n>\n> *— R. F.*\n\nThe river\n    ran\\\ndown.',
    '| Day | Time |\n|:--|--:|\n| **Monday** |\n| | 8 a.m. |\n| `a\\|b` | \\| |\n\nA | B\n--|--\n1 | 2',
    '- [ ] to do\n- [x] done\n\n3. a\n4. b\n\n1. a\n1. b',
  ],
  'links and emphasis as they should be': [
    'See [x](/a), [y](</a> "b"), [z][l], [l], [l][], ![a](/media/a.jpg) and [![a](media/a.jpg)](/a).\n\n[l]: /a',
    '[`code`](/code)’s “[**b**](/a)” ([c](https://a.example/D_(TX)))[d](/d) | [e](/e).',
    '[(214) 555-0118](tel:+12145550118;ext=5), [555-0118](tel:+12145550118), [Call us](tel:911).',
    '[a@b.example](mailto:A@b.example?subject=x) and [Write](mailto:a@b.example)',
    '*a* _b_ **c** __d__ ~~e~~ ***f*** **g** *h*, **i**: (*j*) “**k**” **bold *it* bold** **T**he un**believ**able',
    '\\[x\\](/a and \\[x\\] (/b), \\*\\*b, a \\*b, \\{\\{ d \\}\\}, \\##a, 1984\\. It was.',
  ],
  code: [
    '`[x](/a`, `**b`, ``{{ a }}``, `[[b]]`',
    '`[gallery ids="1"]`\n\n```\n\n    <p>[/caption]</p>\n```\n\n    x < 5',
    '```\n[x](/a\n##a\n| a | b |\n**b {{ c }}\n```',
    '- a\n\n  ```\n  b\n  ```\n- c\n\n> ~~~ js\n> [x] (/a)\n> ~~~~\n\n    ##a [x](/a',
  ],
  'other languages': [
    '¡Atención! ¿Quién? —Nadie —dijo Íñigo—. «Así es». Phở Bắc Hòa, Đặng Văn Lâm.',
    'À l’Île, « c’est ça » ; „Grüß Gott“, 1. FC Köln gewann 3:2. Dvořák. São João, Ângela.',
    '北京 and العربية and עברית and Русский текст. 🎉 👩‍👩‍👧 ❤️',
  ],
};

it.each(Object.entries(ordinary))('says nothing about ordinary writing: %s', (_, pieces) => {
  const reports = pieces.map((text) => [text, markdown(`Before.\n\n${text}\n\nAfter.`, known).findings]);
  expect(reports.filter(([, found]) => found?.length)).toEqual([]);
});
