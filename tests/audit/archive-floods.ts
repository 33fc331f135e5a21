import { join } from 'node:path';
import { temporaryFolder, write } from '../helpers.ts';

/** An archive of another system: its files. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A folder with these files. */
export function folderOf(files: Files, folder = temporaryFolder()): string {
  for (const [path, text] of Object.entries(files)) write(join(folder, path), text);
  return folder;
}

/** Almost the limit of a text, so that a flood is converted and not only refused; four of them are a mebibyte. */
const most = 250_000;
const fill = (piece: string, size = most) => piece.repeat(Math.floor(size / piece.length));
const counted = (piece: (i: number) => string, size = most) =>
  Array.from({ length: Math.floor(size / piece(100_000).length) }, (_, i) => piece(i)).join('');

const element = (name: string, text: string) => `<${name}><![CDATA[${text}]]></${name}>`;

/** An item of an export of WordPress, with more elements at its end. */
export const item = (id: number, body: string, more = '') =>
  `<item>${element('title', `Post ${id}`)}<link>https://old.example/2019/05/post-${id}/</link>${element('dc:creator', 'ann')}${element('content:encoded', body)}<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2019-05-04 10:00:00</wp:post_date_gmt><wp:post_name>post-${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${more}</item>\n`;

export const wordpress = (items: string, channel = ''): Files => ({
  'export.xml': `<?xml version="1.0"?>\n<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>${channel}\n${items}</channel></rss>\n`,
});

/** A good post beside a mebibyte of a flood. */
const html = (body: string, size = 4): Files =>
  wordpress(item(1, '<p>Good.</p>') + Array.from({ length: size }, (_, i) => item(i + 2, body)).join(''));
const hugo = (files: Files): Files => ({
  'hugo.toml': 'baseURL = "https://old.example"',
  'content/post/good.md': '---\ntitle: Good\ndate: 2019-05-04\n---\nGood.\n',
  ...files,
});
const front = '---\ntitle: Bad\ndate: 2019-05-05\n---\n';
const markdown = (body: string): Files =>
  hugo(Object.fromEntries([1, 2, 3, 4].map((i) => [`content/post/bad-${i}.md`, front + body])));
const fields = (text: string): Files =>
  hugo({ 'content/post/bad.md': `---\ntitle: Bad\ndate: 2019-05-05\n${text}\n---\nText.\n` });

const pieces =
  '<div></b>|<p><b>word</i></p>|<b></i>|<span></b>|<a href="x">|<b>|<i><b>|</p>|<p>|<table>|<table><tr><td>|<ul><li>|<blockquote>|<h2>|<h1>a</h1>|<font color="a">|<!--|<!-- x -->|<!-- wp:paragraph -->|<pre>|<code>|<script>|<style>|<svg>|<figure>|<figure><img src="a.jpg">|<figcaption>|<sup>1</sup>|<select><option>|<math>|<nobr>|<button>|<form>|<iframe |<img src="a.jpg">|<a href="/x">a</a>|&amp;|&|<|>|\n\n|\n|x\n\n|"|\'|https://a.b/|*|_|`|~|[|]|(|\\|- |1. |> |[caption]|[gallery ids="1"]|[a b=c]|[/a]|[audio |[ad]|[vc_row][vc_column]|[vc_row]x[/vc_row]|{{< a >}}|{% a %}|<p><span>a</p>|<li>|<td>|</table>|</b>|<br>|<hr>|<details>|<template>|<object>|<noscript>|&lt;b&gt;|\u00a0|a\u0301|é '.split(
    '|',
  );
const inMarkdown =
  '{{<|{{< a >}}|{{< a >}}x|{{% a %}}x{{% /a %}}|{{|{%|{#|{# x #}|{{ x }}|{:toc}|{: .a}\n|[^1]|[^1]: a\n\n|![](a.jpg)|[a](b c)|](|<b></i>|<div>\n\n|<x-y>|```\n|`|~~|* |# a\n\n|#a\n|# a {#b}\n|> > |\t|[a]: b\n|{{< highlight go >}}|{{< figure src="a.jpg" >}}|{{<a>}}{{</b>}}|&#x|<!-- |:::|$$'.split(
    '|',
  );

/** What nobody writes, and a program or an enemy can. */
export const floods: Readonly<Record<string, Files>> = {
  ...Object.fromEntries(pieces.map((piece) => [`HTML: ${piece}`, html(fill(piece))])),
  ...Object.fromEntries(inMarkdown.map((piece) => [`Markdown: ${piece}`, markdown(fill(piece))])),
  'HTML of one piece': html(fill('<b></i>', 1_000_000), 1),
  'HTML with many kinds of emphasis': html(
    counted((i) => `<b class="${i}">`, 5000) + fill('<p>x</p>', 200_000),
  ),
  'HTML in 150 levels': html(fill('<span>', 900) + fill('<b>x</b> ', 240_000)),
  'HTML with attributes': html(`<p ${counted((i) => `a${i}=b `)}>x</p>`),
  'HTML with shortcodes of many names': html(counted((i) => `[a${i} b=c]`)),
  'HTML with pairs of many names': html(counted((i) => `[a${i} b=c]x[/a${i}]`)),
  'Markdown with shortcodes of many names': markdown(counted((i) => `{{< a${i} >}}x{{< /a${i} >}} `)),
  'Markdown with code and signs': markdown(fill('`a` {{< b >}} `{{< c >}}` {:d}\n\n')),
  'Markdown with many pictures': markdown(counted((i) => `![a](b${i}.jpg)\n\n`)),
  'an export of unclosed items': {
    'export.xml': `${String(wordpress('')['export.xml']).slice(0, 200)}${item(1, 'Good.')}${fill('<item>', 1_400_000)}`,
  },
  'an export of unclosed elements': {
    'export.xml': `${String(wordpress('')['export.xml']).slice(0, 200)}${item(1, 'Good.')}<item>${fill('<a></b>', 1_000_000)}`,
  },
  'a post with many comments': wordpress(
    item(
      1,
      'Good.',
      counted((i) => `<wp:comment><wp:comment_id>${i}</wp:comment_id></wp:comment>`, 4_000_000),
    ),
  ),
  'a post with many categories': wordpress(
    item(
      1,
      'Good.',
      counted((i) => `<category domain="category" nicename="c${i}">C${i}</category>`, 1_000_000),
    ),
  ),
  'a post with many tags and fields': wordpress(
    item(
      1,
      'Good.',
      counted(
        (i) =>
          `<category domain="post_tag" nicename="c${i}">C${i}</category><wp:postmeta><wp:meta_key>k${i}</wp:meta_key><wp:meta_value>v</wp:meta_value></wp:postmeta>`,
        1_000_000,
      ),
    ),
  ),
  'many authors': wordpress(
    item(1, 'Good.'),
    counted((i) => `<wp:author><wp:author_login>a${i}</wp:author_login></wp:author>`, 1_000_000),
  ),
  'an endless title': wordpress(
    item(1, 'Good.') + item(2, 'x', `<title>${fill('x <b> ', 1_000_000)}</title>`),
  ),
  'posts of one slug': wordpress(
    Array.from({ length: 2000 }, (_, i) => item(7, 'Good.', `<guid>${i}</guid>`)).join(''),
  ),
  'a field in itself': fields('x: &a [*a]'),
  'a record in itself': fields('x: &a { b: *a }'),
  'a billion laughs': fields(
    `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi'].map((name, i) => `${name}: &${name} [${fill(`*${'abcdefgh'[i]},`, 27)}]`).join('\n')}`,
  ),
  'a list in lists': fields(`x: ${fill('[', 100_000)}${fill(']', 100_000)}`),
  'a key in keys': fields(counted((i) => `${' '.repeat(i)}a:\n`, 500_000)),
  'many keys': fields(counted((i) => `k${i}: v\n`, 1_000_000)),
  'aliases to nothing': fields(`x: [${fill('*a, ', 500_000)}]`),
  'a text that does not end': fields(`x: "${fill('y ', 500_000)}`),
  'many tags': fields(`tags: [${counted((i) => `t${i}, `, 500_000)}]`),
  'many former addresses': fields(`aliases: [${counted((i) => `/a/${i}/, `, 500_000)}]`),
  'TOML in itself': hugo({
    'content/post/bad.md': `+++\ntitle = "Bad"\ndate = 2019-05-05\nx = ${fill('[', 50_000)}\n+++\nText.\n`,
  }),
  'JSON in itself': hugo({
    'content/post/bad.md': `{"title":"Bad","date":"2019-05-05","x":\n${fill('[', 50_000)}${fill(']', 50_000)}\n}\nText.\n`,
  }),
  'a language that is no word': hugo({
    'hugo.toml': '[languages."("]\nlanguageName = "x"\n[languages."(a+)+$"]\n',
  }),
  'a permalink that repeats': hugo({
    'hugo.toml': `[permalinks]\npost = "/${fill(':title', 60_000)}/"`,
  }),
  'a permalink of braces': {
    '_config.yml': 'title: A',
    '_posts/2019-05-04-good.md': 'Good.\n',
    '_posts/2019-05-05-bad.md': `---\npermalink: "${fill('{{', 100_000)}"\n---\nText.\n`,
  },
};
