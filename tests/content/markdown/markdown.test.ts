import spec from 'commonmark-spec';
import { describe, expect, it } from 'vitest';
import { markdown, renderWithChecks, shiftHeadings } from '../../../cli/content/markdown/markdown.ts';
import type { Html } from '../../../templates/types.ts';
import { articleText } from '../../pipeline/corpus.ts';

const pictures = new Map([
  [
    'media/elm.jpg',
    {
      src: '/media/elm.jpg',
      width: 640,
      height: 360,
      bytes: 1,
      key: 'elm',
      sources: [{ type: 'image/avif', srcset: '/media/elm-640.avif 640w' }],
    },
  ],
]);
const html = (text: string) => markdown(text, pictures).html;
const rules = (text: string) =>
  markdown(text, new Map()).findings.map(({ rule, start, end }) => [rule, text.slice(start, end)]);

describe('a character that cannot be seen', () => {
  it.each(['&#x202E;', '&#8238;', '&ZeroWidthSpace;', '&NoBreak;', '&#xFEFF;', '&#xE0041;'])(
    'is found where %s stands for it',
    (reference) => {
      const text = `Words with &amp; and ${reference} in them.`;
      expect(rules(text)).toEqual([['invalid-text', reference]]);
      expect(rules(`[a](/b "${reference}")`)).toEqual([['invalid-text', reference]]);
    },
  );

  it.each(['&zwnj;', '&shy;', '&nbsp;', '&#128512;', '`&#x202E;`'])('is no fault in %s', (words) => {
    expect(rules(`Words with ${words} in them.`)).toEqual([]);
  });
});

describe('markdown', () => {
  it('gives headings an id from their words, each id once', () => {
    expect(html('## How it works\n\n## How it works\n\n## Main')).toBe(
      '<h2 id="how-it-works">How it works</h2>\n<h2 id="how-it-works-2">How it works</h2>\n<h2 id="main">Main</h2>\n',
    );
  });

  it('turns aligned columns into classes, because pages refuse style attributes, and lets keyboards scroll tables', () => {
    const table = html('| a |\n|--:|\n| 1 |');
    expect(table).toContain('<td class="align-right">1</td>');
    expect(table).toContain('<table tabindex="0">');
  });

  it('gives pictures of media/ their address, size and other formats, and loads them late', () => {
    expect(html('![Elm > "Deep" Street](media/elm.jpg)')).toBe(
      '<p><picture><source type="image/avif" srcset="/media/elm-640.avif 640w" sizes="auto, 100vw">' +
        '<img src="/media/elm.jpg" srcset="/media/elm.jpg 640w" sizes="auto, 100vw" alt="Elm > “Deep” Street" width="640" height="360" loading="lazy" decoding="async"></picture></p>\n',
    );
  });

  it('prints raw HTML as text, and reports it', () => {
    expect(html('a <script>alert(1)</script>')).toBe('<p>a &lt;script&gt;alert(1)&lt;/script&gt;</p>\n');
    expect(rules('a <b>c</b>')).toEqual([
      ['raw-html', '<b>'],
      ['raw-html', '</b>'],
    ]);
  });

  it.each([
    ['[x](javascript:alert(1))'],
    ['[x](JaVaScRiPt:alert(1))'],
    ['[x](java&#115;cript:alert(1))'],
    ['[x](java&#10;script:alert(1))'],
    ['[x](data:text/html,hi)'],
    ['[x](vbscript:x)'],
    ['<javascript:alert(1)>'],
  ])('refuses the link %s, and marks its address', (text) => {
    const address = text.startsWith('<') ? text.slice(1, -1) : text.slice('[x]('.length, -1);
    expect(rules(text)).toEqual([['unsafe-link', address]]);
  });

  it.each([
    'https://example.com',
    'http://example.com',
    'mailto:a@b.example',
    'mailto:a@b.example,c@d.example?subject=A%20story',
    'tel:+12145550100',
    'tel:+1-214-555-0100;ext=5',
    'tel:911',
    'sms:+12145550100',
    '//elsewhere.example/a',
    'https://elsewhere.example./a?b={}&c=\\d',
    'story.html',
    '/blog',
    '#part',
    'part',
  ])('lets the link %s through', (address) => expect(rules(`[x](${address})`)).toEqual([]));

  it.each(['http://', 'http://[', 'mailto:', '//', '//evil'])('refuses %s, which leads nowhere', (address) =>
    expect(rules(`[x](${address})`)).toEqual([['invalid-url', address]]),
  );

  it('refuses a link without an address, and marks the parentheses', () =>
    expect(rules('[x]()')).toEqual([['invalid-url', '()']]));

  it('marks the address of every faulty link, also where one stands twice or is a picture or a definition', () => {
    const text =
      'ftp://a.b [ftp://a.b](ftp://a.b) and [**a** `](b`]( <ftp://a.b> "t") [c]\n\n[c]: ftp://c.d "t"';
    const starts = markdown(text, new Map()).findings.map(({ start, end }) => [
      start,
      text.slice(start, end),
    ]);
    expect(starts).toEqual([
      [22, 'ftp://a.b'],
      [text.indexOf('<') + 1, 'ftp://a.b'],
      [text.indexOf('ftp://c.d'), 'ftp://c.d'],
    ]);
  });

  it.each([
    ['http:/a.example', 'http://a.example'],
    ['https//a.example/b', 'https://a.example/b'],
    ['htps://a.example', 'https://a.example'],
    ['https://https://a.example', 'https://a.example'],
    ['www.a.example/b', 'https://www.a.example/b'],
    ['dallas.com/b', 'https://dallas.com/b'],
    ['https://dallas.con/b', 'https://dallas.com/b'],
    ['mailto:a@dallas.con', 'a@dallas.com'],
    ['https://dallascom/', undefined],
    ['mailto:foo', undefined],
    ['mailto:foo@bar', undefined],
    ['tel:call-me', undefined],
  ])('refuses the address %s, and suggests what was meant', (address, suggestion) => {
    const text = `See [x](${address}).`;
    const [found, ...others] = markdown(text, new Map()).findings;
    expect(others).toEqual([]);
    expect(found && text.slice(found.start, found.end)).toBe(address);
    expect(found?.suggestion).toBe(suggestion);
  });

  it('reports a first-level heading, a picture without words, and one that is not there', () => {
    expect(rules('# Title')).toEqual([['heading-level', '# Title']]);
    expect(rules('![](media/elm.jpg)')).toEqual([
      ['missing-alt', '![](media/elm.jpg)'],
      ['missing-media', '![](media/elm.jpg)'],
    ]);
  });

  it('renders plain articles the same with and without checks', () => {
    const articles = Array.from({ length: 20 }, (_, i) => articleText(i));
    const edges = [
      '## A & B',
      '## `code`',
      '[x](part)',
      'Setext\n---\n',
      '| a |\n|:-:|\n| x |',
      '- [ ] task',
      'a < b',
    ];
    for (const text of [...articles, ...edges])
      expect(markdown(text, new Map())).toEqual(renderWithChecks(text, new Map()));
  });

  it('keeps to CommonMark: every example of its specification without HTML comes out as it says', () => {
    const same = (text: string) =>
      text
        .replace(/ id="[^"]*"| loading="lazy" decoding="async"/g, '')
        .replace(/ ?\/>/g, '>')
        .replace(/&quot;|[“”]/g, '"')
        .replace(/[‘’]/g, "'")
        .replace(/\n+/g, '\n')
        .trim();
    const examples = spec.tests
      .map((test) => ({
        text: test.markdown.replaceAll('→', '\t'),
        // The title of the page is its only heading of the first level.
        expected: test.html.includes('<h1>')
          ? shiftHeadings(test.html.replaceAll('→', '\t') as Html, 1)
          : test.html.replaceAll('→', '\t'),
      }))
      .filter(
        ({ text, expected }) =>
          renderWithChecks(text, new Map()).findings.every(({ rule }) => rule === 'heading-level') &&
          !expected.includes('<img'),
      );
    const different = examples.filter(({ text, expected }) => same(html(text)) !== same(expected));
    // GFM makes links of bare addresses, which CommonMark leaves as text.
    expect(different.map(({ text }) => text.trim())).toEqual([
      '<https://foo.bar/baz bim>',
      '<foo\\+@bar.example.com>',
      '< https://foo.bar >',
      'https://example.com',
      'foo@bar.example.com',
    ]);
    expect(examples.length).toBeGreaterThan(540);
  });
});
