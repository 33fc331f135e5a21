import { describe, expect, it } from 'vitest';
import type { ArchiveKind } from '../../../cli/commands/import/archive.ts';
import { convertText, plainText } from '../../../cli/commands/import/convert-text.ts';
import { markdown } from '../../../cli/content/markdown/markdown.ts';

const moved: Readonly<Record<string, string>> = {
  '/2019/05/flood/': '/blog/flood',
  'https://old.example/2019/05/flood/': '/blog/flood',
  '/?p=12': '/blog/flood',
  '/_posts/2019-05-01-flood': '/blog/flood',
  'posts/flood.md': '/blog/flood',
};
const pictures: Readonly<Record<string, string>> = {
  '/images/elm.jpg': 'media/elm.jpg',
  'elm%20street.jpg': 'media/elm-street.jpg',
  '/up/7.jpg': 'media/seven.jpg',
  '/up/8.jpg': 'media/eight.jpg',
  '/talk.mp3': 'media/talk.mp3',
  '/files/plan.pdf': 'media/plan.pdf',
};

const convert = (body: string, kind: ArchiveKind, format: 'markdown' | 'html' = 'markdown') =>
  convertText(body, {
    format,
    kind,
    shortcodes: new Map(),
    attached: ['7', '8'],
    fields: { place: 'Elm & *Main*' },
    attachmentOf: (id) =>
      /^\d+$/.test(id) ? { address: `/up/${id}.jpg`, alt: `Alt ${id}`, caption: `Caption ${id}` } : undefined,
    address: '/2020/01/here/',
    linkTo: (address) => moved[address],
    partsOf: () => new Map([['was', 'is']]),
    pictureAt: (address) => pictures[address],
  });
const findingsOf = (body: string, kind: ArchiveKind, format: 'markdown' | 'html' = 'markdown') =>
  convert(body, kind, format).findings.map(({ cause }) => cause);

/** What Galley's own check says of a text whose pictures are there. */
const problems = (text: string) =>
  markdown(text, { has: (path) => path.startsWith('media/'), get: () => undefined }).findings.map(
    ({ message }) => message,
  );

describe('Markdown', () => {
  it.each([
    'Plain words, *emphasis*, **bold** and `code`.\n\n* one\n* two\n\n1) a\n2) b\n\nA heading\n---------\n\n> quoted  \n> twice\n',
    '```liquid\n{% include x.html %}\n{{ page.title }}\n<div>\n```\n\n    indented {{ code }}\n\n`{{< x >}}` and `<b>`\n',
    '| a | b |\n|---|---|\n| 1 | [x](/y) |\n\nhttps://example.com/a_b_c and :smile: “quotes” $$x_1 * y$$\n\n***\n',
    'A [reference][a] and a \\* star, 5 < 6 & 7, AT&amp;T.\n\n[a]: https://example.com "Title"\n',
  ])('that needs no change stays as it is: %j', (body) => {
    for (const kind of ['jekyll', 'hugo', 'eleventy'] as const)
      expect(convert(body, kind)).toMatchObject({ text: body, findings: [] });
  });

  it.each<[string, string]>([
    ['A <b>bold</b> and <em>soft *word*</em>.', 'A **bold** and *soft _word_*.\n'],
    ['H<sub>2</sub>O, m<sup>2</sup>, 21<sup>st</sup>', 'H₂O, m², 21st\n'],
    [
      'Press <kbd>Ctrl</kbd>, <abbr title="New York">NY</abbr>, <span style="color:red">red</span>',
      'Press `Ctrl`, NY, red\n',
    ],
    ['One<br>two<br/>\nthree', 'One\\\ntwo\\\nthree\n'],
    ['One<br>\n\n<p>Two<br/><br/></p>\n\n- three<br>\n\n## Four<br>', 'One\n\nTwo\n\n- three\n\n## Four\n'],
    ['H~2~O, m^2^, `H~2~O`, ~~2~~, a ~1~ b', 'H₂O, m², `H~2~O`, ~~2~~, a ~~1~~ b\n'],
    [
      'A <a href="/2019/05/flood/">link *here*</a> and <a name="x"></a>anchor',
      'A [link *here*](/blog/flood) and anchor\n',
    ],
    ['Text <!-- a comment --> more\n\n<!--more-->\n\nEnd', 'Text more\n\nEnd\n'],
    ['<div class="box">\n\n*Words*\n\n</div>\n\nEnd', '*Words*\n\nEnd\n'],
    [
      'Words\n<table>\n<tr><th>A</th><th>B</th></tr>\n\n<tr><td>1 | 2</td><td>*</td></tr>\n</table>\nMore',
      'Words\n\n| A | B |\n| - | - |\n| 1 \\| 2 | \\* |\n\nMore\n',
    ],
    [
      '- item\n  <figure><img src="/images/elm.jpg" alt="Elm"><figcaption>A "street" | Ann</figcaption></figure>\n- next',
      '- item\n\n  ![Elm](media/elm.jpg)\n\n  A "street" | Ann\n- next\n',
    ],
    ['<center><img src="elm street.jpg" alt="Elm"/></center>', '![Elm](media/elm-street.jpg)\n'],
    [
      '<iframe width="1" src="//www.youtube.com/embed/abc_1abc_1-?rel=0&amp;start=90"></iframe>\nwords',
      '<https://www.youtube.com/watch?v=abc_1abc_1-&t=90s>\n\nwords\n',
    ],
    ['<p align="center">A *b*</p>', 'A \\*b\\*\n'],
    ['<pre>\n  a <b>b</b>\n\n  c &lt;d&gt;\n</pre>', '```\n  a b\n\n  c <d>\n```\n'],
  ])('has no HTML: %j', (body, text) => expect(convert(body, 'eleventy').text).toBe(text));

  it.each<[string, string]>([
    ['# A\n\n## B\n\n#### C', '## A\n\n### B\n\n#### C\n'],
    ['## A\n\n#### B', '## A\n\n### B\n'],
    ['A\n=\n\nB\n-', '## A\n\n### B\n'],
    ['## Heading {#id .class}', '## Heading\n'],
    ['Words\n{: .lead}\n\n* TOC\n{:toc}\n\n[a](/b){:target="_blank"}', 'Words\n\n[a](/b)\n'],
    [
      'A[^1] b[^n].\n\n[^n]: Second\n    more\n[^1]: First *one*\n\nEnd',
      'A\\[1] b\\[2].\n\nEnd\n\n## Notes\n\n1. First *one*\n\n2. Second more\n',
    ],
    [
      '[a](/2019/05/flood/#top) https://old.example/2019/05/flood/ [b](/?p=12) <https://old.example/2019/05/flood/>',
      '[a](/blog/flood#top) [https://old.example/2019/05/flood/](/blog/flood) [b](/blog/flood) [https://old.example/2019/05/flood/](/blog/flood)\n',
    ],
    [
      '[plan](/files/plan.pdf) ![Elm](/images/elm.jpg) ![gone](/images/gone.jpg "Words")',
      '[plan](/media/plan.pdf) ![Elm](media/elm.jpg) [gone: Words](/images/gone.jpg)\n',
    ],
    ['![Elm][e]\n\n[e]: /images/elm.jpg', '![Elm](media/elm.jpg)\n'],
    [
      '[a](javascript:alert(1)) [b](http:/x.com) [](/x) [c](/my file.html)',
      'a [b](http://x.com) [c](/my%20file.html)\n',
    ],
    [
      '# The plan {#p}\n\n<a name="q"></a>\n\n## A & B\n\n## 3 ways<a id="r"></a>\n\n[a](#p) [b](#q) [c](#a--b) [d](#ways) [e](#r) [f](#gone) [g](/2019/05/flood/#was)',
      '## The plan\n\n### A & B\n\n### 3 ways\n\n[a](#the-plan) [b](#a-and-b) [c](#a-and-b) [d](#3-ways) [e](#3-ways) [f](#gone) [g](/blog/flood#is)\n',
    ],
    ['```js\nopen', '```js\nopen\n```\n'],
  ])('is what Galley takes: %j', (body, text) => {
    const result = convert(body, 'jekyll');
    expect(result.text).toBe(text);
    expect(problems(result.text)).toEqual([]);
  });
});

describe('shortcodes', () => {
  it.each<[ArchiveKind, string, string]>([
    [
      'hugo',
      '{{< figure src="/images/elm.jpg" alt="Elm" caption="A street" attr="Ann" >}}\nWords',
      '![Elm](media/elm.jpg "A street | Ann")\n\nWords\n',
    ],
    [
      'hugo',
      '{{< youtube abc >}}\n\n{{< youtube id="x_y" >}}\n\n{{< vimeo 12 >}}',
      '<https://www.youtube.com/watch?v=abc>\n\n<https://www.youtube.com/watch?v=x_y>\n\n<https://vimeo.com/12>\n',
    ],
    [
      'hugo',
      '{{< tweet user="ann" id="1" >}}\n\n{{< instagram B1 >}}',
      '<https://twitter.com/i/web/status/1>\n\n<https://www.instagram.com/p/B1>\n',
    ],
    [
      'hugo',
      '{{< highlight go "linenos=table" >}}\nif a < b {\n\n  *x = "&"\n}\n{{< /highlight >}}',
      '```go\nif a < b {\n\n  *x = "&"\n}\n```\n',
    ],
    [
      'hugo',
      '[a]({{< ref "posts/flood.md" >}}) [b]({{% relref "posts/flood.md#top" %}})',
      '[a](/blog/flood) [b](/blog/flood#top)\n',
    ],
    [
      'hugo',
      '{{% notice tip %}}\n*Words* {{< param "x" >}}\n{{% /notice %}}',
      '*Words* \\[shortcode param "x"]\n',
    ],
    ['hugo', '`{{< youtube abc >}}`', '`{{< youtube abc >}}`'],
    [
      'jekyll',
      '[a]({% post_url 2019-05-01-flood %}) [b]({{ site.baseurl }}/2019/05/flood/) ![Elm]({{ "/images/elm.jpg" | relative_url }})',
      '[a](/blog/flood) [b](/blog/flood) ![Elm](media/elm.jpg)\n',
    ],
    [
      'jekyll',
      '{% highlight ruby linenos %}\ndef a\n  `b`\nend\n{% endhighlight %}\nWords',
      '```ruby\ndef a\n  `b`\nend\n```\n\nWords\n',
    ],
    [
      'jekyll',
      '{% include figure.html image_path="/images/elm.jpg" alt="Elm" %}\n\n{% include video/youtube.html id="abc" %}\n\n{% include ad.html x="1" %}',
      '![Elm](media/elm.jpg)\n\n<https://www.youtube.com/watch?v=abc>\n\n\\[shortcode include ad.html x="1"]\n',
    ],
    ['eleventy', '<div>{% markdown %}**A** [b](/y){% endmarkdown %}</div>', '**A** [b](/y)\n'],
    ['hugo', '<p><a href="{{site.baseurl}}/2019/05/flood/">a</a></p>', '[a](/blog/flood)\n'],
    ['jekyll', '{% comment %}secret{% endcomment %}{{ page.title }}', '\\[shortcode page.title]\n'],
    [
      'jekyll',
      'At {{ page.place | escape }}, `{{ page.place }}`',
      'At Elm & \\*Main\\*, `{{ page.place }}`\n',
    ],
    [
      'eleventy',
      '{% image "/images/elm.jpg", "Elm" %} [x]({{ "/2019/05/flood/" | url }})',
      '![Elm](media/elm.jpg)\n\n[x](/blog/flood)\n',
    ],
    [
      'hugo',
      '[caption id="x" width="1"]<img src="/images/elm.jpg" alt="Elm"> A street[/caption]',
      '![Elm](media/elm.jpg "A street")\n',
    ],
  ])('of %s become Markdown: %j', (kind, body, text) => expect(convert(body, kind).text).toBe(text));

  it.each([
    ['[caption]Only words[/caption]', 'Only words\n'],
    ['- [x] done', '- [x] done'],
    ['[constructor a="b"]', '\\[shortcode constructor a="b"]\n'],
    ['One {# a note #}word', 'One word\n'],
  ])('that nobody knows keep their words: %s', (body, text) =>
    expect(convert(body, 'eleventy').text).toBe(text),
  );

  it('that nobody knows are found with their names', () => {
    expect(findingsOf('{{< notice >}}a{{< /notice >}} {{< youtube abc >}} {{< fare 1 >}}', 'hugo')).toEqual([
      'the shortcode `notice` dropped, the text in it kept',
      'the shortcode `fare` kept',
    ]);
  });
});

it('footnotes that no mark leads to, and the second one of a mark, are found', () => {
  const notes = findingsOf('One[^a]\n\n[^a]: First.\n\n[^a]: Second.\n\n[^b]: Third.\n', 'hugo');
  expect(notes).toEqual(Array(2).fill('a footnote that no mark leads to dropped'));
});

describe('HTML', () => {
  it.each<[string, string]>([
    ['One\ntwo\n\n<b>Three</b> & four', 'One\\\ntwo\n\n**Three** & four\n'],
    [
      '<!-- wp:paragraph -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:list -->\n<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>\n<!-- /wp:list -->',
      'One two\n\n- a\n  - b\n- c\n',
    ],
    [
      '<p>&nbsp;</p><p>2 * 3 * 4, _x_ #tag &lt;b&gt; [1] a_b</p><p># no</p><p>1. no</p>',
      '2 \\* 3 \\* 4, \\_x\\_ #tag \\<b> \\[1] a_b\n\n\\# no\n\n1\\. no\n',
    ],
    [
      '<!-- wp:verse --><pre class="wp-block-verse">Roses,\n<em>red\n\nand</em> blue</pre><a href="/?attachment_id=7">it</a>',
      'Roses,\\\n*red*\n\n*and* blue\n\n[it](/media/seven.jpg)\n',
    ],
    ['<h1>A</h1><h2>B <img src="/images/elm.jpg" alt="E"></h2>', '## A\n\n### B ![E](media/elm.jpg)\n'],
    [
      '<b>Note:</b>next, a<i>b</i>c, <b>x</b><b>y</b>, <b><p>block</p></b>',
      '**Note:**&#x6E;ext, a*b*c, **x**__y__,\n\nblock\n',
    ],
    [
      '[caption id="a" width="3"]<a href="/images/elm.jpg"><img src="/images/elm.jpg" alt="Elm" /></a> The <em>street</em>[/caption]',
      '![Elm](media/elm.jpg "The street")\n',
    ],
    ['[gallery]', '![Alt 7](media/seven.jpg "Caption 7")\n\n![Alt 8](media/eight.jpg "Caption 8")\n'],
    [
      '[embed]https://youtu.be/a_b[/embed]\n\n[audio mp3="/talk.mp3"][/audio]\n\n[video src="/a.mp4"]',
      '<https://youtu.be/a_b>\n\nmedia/talk.mp3\n\n[/a.mp4](/a.mp4)\n',
    ],
    ['[code lang="php"]\nif (a < b) {\n\n[x]\n}\n[/code]', '```php\nif (a < b) {\n\n[x]\n}\n```\n'],
    ['He said [sic] and [box color="red"]words[/box].', 'He said \\[sic] and words.\n'],
    ['$F[tmp_name] [a-z] [semi-]auto', '$F\\[tmp_name] \\[a-z] \\[semi-]auto\n'],
    ['<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\nc', '- a\n  - b\n\nc\n'],
    ['See http://server/a\n<form><label>x</label>Write.</form>', 'See `http://server/a`\n\nWrite.\n'],
    [
      '<table><tr><td colspan="2">a</td></tr><tr><td rowspan="2">b</td><td>c<br>d</td></tr><tr><td>e</td></tr></table>',
      '| | |\n| - | - |\n| a | |\n| b | c d |\n| | e |\n',
    ],
    [
      '<table class="highlight"><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre><code class="language-js">a\nb</code></pre></td></tr></table>',
      '```js\na\nb\n```\n',
    ],
    [
      '<a href="javascript:x()">words</a> <a href="https://x.com/a b">b</a> <a href="https://x.com/a_(b)">https://x.com/a_(b)</a>',
      'words [b](https://x.com/a%20b) <https://x.com/a_(b)>\n',
    ],
    [
      '<figure class="wp-block-gallery"><figure><img src="/images/elm.jpg" alt="E"></figure><figcaption>All</figcaption></figure>',
      '![E](media/elm.jpg "All")\n',
    ],
    [
      '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://youtu.be/a_b\n</div></figure>',
      '<https://youtu.be/a_b>\n',
    ],
    ['<blockquote><p>a</p><p>b</p><cite>Ann</cite></blockquote>', '> a\n>\n> b\n>\n> Ann\n'],
    [
      '<p>At www.old.example<br>or **[x](https://x.com)** or [http://x.com/a](http://x.com/a).</p>',
      'At [www.old.example](http://www.old.example)\\\nor \\*\\*\\[x]\\(<https://x.com>)\\*\\* or \\[<http://x.com/a>]\\(<http://x.com/a>).\n',
    ],
    [
      'Write **x** or ~~y~~ or `z` or &amp;lt; and http://x.com/a_b_',
      'Write \\*\\*x\\*\\* or \\~\\~y\\~\\~ or \\`z\\` or \\&lt; and <http://x.com/a_b_>\n',
    ],
  ])('of WordPress becomes Markdown: %j', (body, text) => {
    const result = convert(body, 'wordpress', 'html');
    expect(result.text).toBe(text);
    expect(problems(result.text).filter((message) => !message.includes('no description'))).toEqual([]);
  });

  it('that runs is dropped, and said', () => {
    expect(findingsOf('<script>x()</script>a<noscript>b</noscript>', 'wordpress', 'html')).toEqual([
      '`script` dropped',
      '`noscript` dropped',
    ]);
  });
});

/** How many loose ends of elements are tried, which take a square of time; the audit has as many as a text may, and a longer text. */
const ends = Number(process.env.ENDS ?? 4_000);

describe('a text that is too large or too deep', () => {
  it.each<[string, 'markdown' | 'html', string]>([
    ['divs', 'html', `${'<div>'.repeat(10_000)}words`],
    ['divs', 'markdown', `${'<div>'.repeat(10_000)}words`],
    ['brackets', 'html', '['.repeat(1_000_000)],
    ['brackets', 'markdown', '['.repeat(1_000_000)],
    ['openings', 'markdown', '{% highlight x %} '.repeat(14_000)],
    ['openings', 'html', '[caption a="b"] '.repeat(16_000)],
    ['comments', 'html', '<!--'.repeat(60_000)],
    ['tables', 'markdown', '<table>\n\n'.repeat(20_000)],
    ['ends', 'html', '</b></p>'.repeat(ends)],
  ])('ends soon: %s in %s', (_, format, body) => {
    const start = performance.now();
    const { text, findings } = convert(body, format === 'html' ? 'wordpress' : 'jekyll', format);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(text === '' || findings.length > 0).toBe(true);
  });

  it('keeps the words of a long one', () => {
    const { text } = convert('<p>Words and <b>more</b>.</p>\n'.repeat(ends / 4), 'wordpress', 'html');
    expect(text.split('**more**').length).toBe(ends / 4 + 1);
  });
});

describe('plainText', () => {
  it.each([
    ['Ann&#8217;s &amp;#8220;map&amp;#8221; <em>now</em>', 'Ann’s “map” now'],
    ['5 &lt; 6 &amp;amp; 7<br/>more', '5 < 6 & 7 more'],
  ])('has no entities and tags: %s', (html, text) => expect(plainText(html)).toBe(text));
});
