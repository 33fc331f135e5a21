import { join } from 'node:path';
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { createLinkReader, linksIn, type SharedLinks } from '../../cli/checks/links-in.ts';
import { markdown } from '../../cli/sources/markdown.ts';
import { buildInMemory, sites } from '../helpers.ts';

/** What a parser of whole documents finds. */
function linksByParser(html: string) {
  const $ = load(html);
  const valuesOf = (name: string) =>
    $(`[${name}]`)
      .map((_, element) => $(element).attr(name))
      .get();
  const candidates = valuesOf('srcset').flatMap((value) =>
    value.split(',').map((candidate) => candidate.trim().split(' ')[0] ?? ''),
  );
  return {
    hrefs: [...['href', 'src', 'poster', 'action'].flatMap(valuesOf), ...candidates].sort(),
    ids: valuesOf('id').sort(),
  };
}

describe('linksIn', () => {
  it('finds every address and id of the pages of a paper', async () => {
    const { files } = await buildInMemory(join(sites, 'small', 'content'));
    const pages = [...files].filter(([path]) => path.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(10);
    for (const [path, html] of pages) {
      const { hrefs, ids } = linksIn(html);
      expect({ hrefs: [...hrefs].sort(), ids: [...ids].sort() }, path).toEqual(linksByParser(html));
    }
  });

  it('resolves entities, and finds nothing in texts, values and scripts', () => {
    const html = [
      '<a href="/a?b=1&amp;c=it&#x27;s" id="d">href="/no"</a>',
      '<img alt="a &gt; b id=" src="/e"/><img alt="> href=" srcSet="/f 1x, /g 2x"/>',
      '<script type="application/ld+json">{"a":" href=","b":"<"}</script>'.replace('"<"', '"\\u003c"'),
      '<pre><code>&lt;a href="/no"></code></pre>',
    ].join('');
    expect(linksIn(html)).toEqual({ hrefs: ["/a?b=1&c=it's", '/e', '/f', '/g'], ids: ['d'] });
  });

  it('finds what a parser finds, whatever the words of an article are', async () => {
    const words = [
      'say id="a" and `href="/x"`, <b id="c">, &quot; id=&quot;a&quot;, a > b, "quoted" \'too\'',
      '![al" id="x](/media/a.png "t\' id=\\"q\\" <b>")',
      '[a > id="b"](/b "ti\\"tle> href=") <https://a.example/?q="b>',
      '```\n<a href="/x"> <!-- <p id="y"> -->\n```',
      '| a id="x" | `<i src="/j">` |\n|---|:-:|\n| href="/b" | > |',
    ];
    for (const { html } of [...words, words.join('\n\n')].map((text) => markdown(text, new Map()))) {
      const { hrefs, ids } = linksIn(html);
      expect({ hrefs: [...hrefs].sort(), ids: [...ids].sort() }, html).toEqual(linksByParser(html));
    }
  });

  it('reads code that looks like attributes once', () => {
    const html = `<pre><code>${' id="a"'.repeat(140_000)}</code></pre>`;
    expect(linksIn(html)).toEqual({ hrefs: [], ids: [] });
  });
});

describe('a reader of links', () => {
  it('finds on each page what is in it, also in the parts that pages share', () => {
    const { read, newParts } = createLinkReader();
    const header = '<a id="Menu" href="/a">A</a>';
    let shared: SharedLinks = {};
    for (const text of ['<a href="/b">B</a>', '<p id="c">C</p>', '']) {
      const html = `<title>x</title><header>${header}</header>${text}<footer><a href="/f">F</a></footer>`;
      const { parts, ...own } = read(html, [header, '<a href="/f">F</a>']);
      shared = { ...shared, ...newParts() };
      const all = [own, ...parts.map((part) => shared[part])];
      const found = (key: 'hrefs' | 'ids') => all.flatMap((links) => links?.[key] ?? []).sort();
      const { hrefs, ids } = linksIn(html);
      expect({ hrefs: found('hrefs'), ids: found('ids') }).toEqual({ hrefs: [...hrefs].sort(), ids });
    }
    expect(Object.keys(shared)).toHaveLength(2);
    expect(newParts()).toEqual({});
    expect(read('<a href="/framed">F</a>', [header])).toEqual({ hrefs: ['/framed'], ids: [], parts: [] });
  });
});
