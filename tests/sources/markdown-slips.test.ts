import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markdown } from '../../cli/sources/markdown.ts';
import { root } from '../helpers.ts';

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
    ['attributes', '## a {#b}', ['1:6 {#b} markdown-slip?']],
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
    ['marked words', 'a ==b c== d', ['1:3 ==b c== markdown-slip?']],
    ['a block in colons', ':::note\na\n:::', ['1:1 ::: markdown-slip?', '3:1 ::: markdown-slip?']],
    ['a word of another program', '> [!NOTE]\n> a', ['1:3 [!NOTE] markdown-slip?']],
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
    ['an entry of a list that starts with a figure', '- 5 dogs\n-6 cats', ['2:1 - markdown-slip?']],
    ['an entry of a list with two signs', '- dogs\n-- cats', ['2:1 -- markdown-slip?']],
    ['an entry of a list without its dot', '1. dogs\n2 cats', ['2:1 2 markdown-slip?']],
    ['a table with a hole', '| a | b |\n|--|--|\n\n| 1 | 2 |', ['4:1 | 1 | 2 | markdown-slip?']],
    ['entries without spaces', '-Ann\n-Bob', ['1:1 - markdown-slip?', '2:1 - markdown-slip?']],
    ['an entry without a space', '- Ann\n-Bob', ['2:1 - markdown-slip?']],
    ['entries with dots', '• Ann\n• Bob', ['1:1 • markdown-slip?', '2:1 • markdown-slip?']],
    ['numbers without spaces', '1.Ann\n2.Bob', ['1:1 1. markdown-slip?', '2:1 2. markdown-slip?']],
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

  it('the demo’s posts and pages', () => {
    const texts = ['blog', 'pages', 'pages/embeds'].flatMap((folder) =>
      readdirSync(join(root, 'content', folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => readFileSync(join(root, 'content', folder, name), 'utf8')),
    );
    expect(texts.length).toBeGreaterThan(10);
    for (const text of texts) expect(reported(text.split('\n---\n').slice(1).join('\n---\n'))).toEqual([]);
  });
});
