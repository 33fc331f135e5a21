import { load } from 'cheerio';
import { expect, it } from 'vitest';
import { convertText } from '../../../cli/commands/import/convert-text.ts';
import { markdown } from '../../../cli/content/markdown/markdown.ts';

/** Makes texts of HTML and Markdown in one another, the same for the same seed; each word is there once. */
function createMaker(seed: number) {
  let state = seed;
  let words = 0;
  const below = (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const some = (make: () => string, gaps: readonly string[]) =>
    Array.from({ length: 1 + below(4) }, make).join(one(gaps));
  const fill = (forms: readonly string[], inner: () => string): string =>
    one(forms).replace(/W|X/g, (letter) =>
      letter === 'X' ? inner() : `W${String(words++).padStart(3, '0')}w`,
    );

  const marks =
    'W|W W|*W*|_W_W|[W]|W* W|http://x.com/W_a_|"W"|# W|- W|1. W|a &amp; &lt;W&gt;|<br>|~W~|<code>W</code>|<img src="a.jpg" alt="W">'.split(
      '|',
    );
  const tags =
    '<b>X</b>|<i>X</i>W|<em>X</em> <b> X </b>|<a href="/x y">X</a>|<span>X</span>|<strong>X:</strong>W|(<b>X!</b>)|<sup>X</sup>|<del>X</del>'.split(
      '|',
    );
  const inline = (depth = 0): string =>
    fill(depth > 2 ? ['W'] : [...marks, ...tags], () => inline(depth + 1));
  const line = () => some(inline, [' ', '', '\n', ', ']);
  const containers =
    '<ul><li>X</li><li>W</li></ul>|<ol>\n<li>W</li>\n<li>X</li>\n</ol>|<blockquote>X</blockquote>|<div>X</div>|<b>X</b>|<center>X</center>|<dl><dt>W</dt><dd>X</dd></dl>|<details><summary>W</summary>X</details>|<table><tr><td>X</td></tr></table>|<a href="/y">X</a>'.split(
      '|',
    );
  const lines =
    'X|<p>X</p>|<h2>X</h2>|<table><tr><th>X</th><td>X</td></tr><tr><td colspan=2>X</td></tr></table>|<pre>W\n  <b>W</b>\n\nW</pre>|<figure><img src="a.jpg" alt="W"><figcaption>X</figcaption></figure>|<hr>'.split(
      '|',
    );
  function html(depth = 0): string {
    const isLine = depth > 2 || below(2) === 0;
    return isLine
      ? fill(lines, line)
      : fill(containers, () => some(() => html(depth + 1), ['', '\n', '\n\n']));
  }
  const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);
  const block = () =>
    one([
      html,
      line,
      () => `## ${line().replaceAll('\n', ' ')}`,
      () => `- ${indented(line(), '  ')}\n- ${inline()}`,
      () => `> ${indented(line(), '> ')}`,
      () => `- a\n\n  ${indented(html(), '  ')}`,
      () => `| a | b |\n|---|---|\n| ${line().replaceAll('\n', ' ')} | c |`,
      () => `<div>\n\n${line()}\n\n</div>`,
      () =>
        fill(
          [
            '```\n<b>W\n```',
            '    W <i>',
            '{{< figure src="a.jpg" caption="W" >}}',
            '{{% note %}}W{{% /note %}}',
            'a[^1]\n\n[^1]: W',
          ],
          line,
        ),
    ])();
  return { html: () => some(html, ['\n\n']), markdown: () => some(block, ['\n\n']) };
}

const media = { has: (path: string) => path.startsWith('media/'), get: () => undefined };

/** Everything that readers of a text can see, and where its links lead. */
function shown(text: string): string {
  const { html, links } = markdown(text, media);
  const page = load(html);
  const titles = page('img').map((_, image) => `${page(image).attr('alt')} ${page(image).attr('title')}`);
  return [page.text(), ...titles.get(), ...links].join(' ');
}

/** How many texts of each format are tried; the audit tries more. */
const count = Number(process.env.TEXTS ?? 100);

it.each(['html', 'markdown'] as const)(
  '%s keeps its words, also the second time, and has no mistakes',
  (format) => {
    const make = createMaker(28);
    const context = {
      kind: format === 'html' ? 'wordpress' : 'hugo',
      address: '/',
      shortcodes: new Map(),
      attached: [],
      attachmentOf: () => undefined,
      linkTo: () => undefined,
      pictureAt: () => 'media/a.jpg',
    } as const;
    for (let i = 0; i < count; i += 1) {
      const body = make[format]();
      const { text, findings } = convertText(body, { ...context, format });
      const again = convertText(text, { ...context, format: 'markdown' }).text;
      const lost = [text, again].map((text) => {
        const seen = shown(text);
        return (body.match(/W\d{3,}w/g) ?? []).filter((word) => !seen.includes(word));
      });
      const unsaid = markdown(text, media).findings.filter(
        ({ message }) => !findings.some(({ cause }) => cause === message),
      );
      expect({ body, lost, unsaid }).toEqual({ body, lost: [[], []], unsaid: [] });
    }
  },
  60_000 + count * 100,
);
