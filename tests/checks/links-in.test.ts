import { join } from 'node:path';
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { createLinkReader, linksIn } from '../../cli/checks/links-in.ts';
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

  it('resolves entities, and finds nothing in text', () => {
    const html =
      '<a href="/a?b=1&amp;c=it&#x27;s" ID=d>href="/no"</a><script>"<a href=/no>"</script><!-- <p id=no> -->';
    expect(linksIn(html)).toEqual({ hrefs: ["/a?b=1&c=it's"], ids: ['d'] });
  });

  it.each<[string, string]>([
    ['code that looks like attributes', `<pre><code>${' id="a"'.repeat(140_000)}</code></pre>`],
    ['angle brackets', '<'.repeat(200_000)],
    ['tags that are not closed', '<a '.repeat(300_000)],
    ['comments that are not closed', '<!--'.repeat(250_000)],
    ['a quote that is not closed', `<a href="${'<a id=b '.repeat(100_000)}`],
    ['elements of text that are not closed', '<title>'.repeat(140_000)],
  ])(
    'reads a page of %s once',
    (_name, html) => {
      expect(linksIn(html)).toEqual({ hrefs: [], ids: [] });
    },
    30_000,
  );
});

describe('a reader of links', () => {
  it('finds on each page what is in it, also in the parts that pages share', () => {
    const linksOf = createLinkReader();
    const header = '<a id="Menu" href="/a">A</a>';
    for (const text of ['<a href="/b">B</a>', '<p id="c">C</p>', '']) {
      const html = `<title>x</title><header>${header}</header>${text}<footer><a href="/f">F</a></footer>`;
      expect(linksOf(html, [header, '<a href="/f">F</a>'])).toEqual(linksIn(html));
    }
    expect(linksOf('<a href="/framed">F</a>', [header])).toEqual({ hrefs: ['/framed'], ids: [] });
  });
});
