import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CheerioAPI, load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { buildInMemory, spoiledContent } from '../helpers.ts';
import { baseUrl, demo, pageAt, pngSize, textsOf, valuesOf, words } from './demo.ts';
import { hasOnlyXmlCharacters, xmlFaults } from './xml.ts';

const { files, pages } = await demo();
const rss = files.get('rss.xml') ?? '';
const feed = load(rss, { xml: true });
const items = feed('item')
  .toArray()
  .map((element) => load(feed.xml(element), { xml: true }));
const textOf = ($: CheerioAPI, selector: string) => $(selector).text();

describe('the check for well-formed XML', () => {
  test.each([
    ['an entity of HTML', '<a>&nbsp;</a>'],
    ['a bare ampersand', '<a>a & b</a>'],
    ['a control character', '<a>\u0001</a>'],
    ['a reference to a control character', '<a>&#1;</a>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['a prefix nobody declared', '<a><x:b/></a>'],
    ['a stray end of CDATA', '<a>]]></a>'],
    ['tags that cross', '<a><b></a></b>'],
    ['a tag never closed', '<a><b></a>'],
    ['two roots', '<a/><b/>'],
    ['text after the root', '<a/>x'],
    ['an angle bracket in an attribute', '<a b="<"/>'],
    ['a half surrogate', '<a>\uD800</a>'],
  ])('refuses %s', (_, xml) => {
    expect(xmlFaults(xml)).not.toEqual([]);
  });

  test('accepts what XML allows', () => {
    const xml = `<?xml version="1.0"?><!-- c --><a xmlns:x="u" b='"'><x:b c="1"/>1 &amp; 2 &#xE9;<![CDATA[<br> & ]]]]></a>\n`;
    expect(xmlFaults(xml)).toEqual([]);
  });
});

describe('rss.xml', () => {
  test('is well-formed RSS 2.0 in UTF-8', () => {
    expect(xmlFaults(rss)).toEqual([]);
    expect(rss).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>/i);
    expect(feed('rss').attr('version')).toBe('2.0');
  });

  test('has only characters that XML 1.0 allows', () => {
    expect(hasOnlyXmlCharacters(rss)).toBe(true);
  });

  test('describes the channel before its first item', () => {
    const names = feed('channel')
      .children()
      .toArray()
      .map(({ name }) => name);
    const first = names.indexOf('item');
    expect(names.slice(first).filter((name) => name !== 'item')).toEqual([]);
    const once = names.slice(0, first);
    expect(new Set(once).size).toBe(once.length);
  });

  test('names the paper, its address and what the feed carries', () => {
    expect(textOf(feed, 'channel > title')).toBe('The Trinity Courier');
    expect(textOf(feed, 'channel > link')).toBe(`${baseUrl}/`);
    expect(textOf(feed, 'channel > description')).not.toBe('');
  });

  test('has the constants of the specification', () => {
    expect(textOf(feed, 'channel > language')).toBe('en-us');
    expect(textOf(feed, 'channel > ttl')).toBe('60');
    expect(items).toHaveLength(10);
  });

  test('has a picture of 32 by 32 pixels, which the file really has', () => {
    expect(textOf(feed, 'channel > image > width')).toBe('32');
    expect(textOf(feed, 'channel > image > height')).toBe('32');
    const url = textOf(feed, 'channel > image > url');
    expect(url.startsWith(`${baseUrl}/`)).toBe(true);
    expect(pngSize(files.get(url.slice(baseUrl.length + 1)))).toEqual({ width: 32, height: 32 });
  });

  test('gives its picture the title and the link of the channel', () => {
    for (const name of ['title', 'link'])
      expect(textOf(feed, `channel > image > ${name}`)).toBe(textOf(feed, `channel > ${name}`));
  });

  test.each(['managingEditor', 'webMaster'])('gives %s as an address with a name', (name) => {
    expect(textOf(feed, `channel > ${name}`)).toMatch(/^[^\s@()]+@[^\s@()]+\.[a-z]+ \([^()]+\)$/);
  });

  test('claims the copyright of the year of the build', () => {
    expect(textOf(feed, 'channel > copyright')).toMatch(/©.*\b2026\b/);
  });

  test('links to itself', () => {
    const self = feed('channel > atom\\:link');
    expect(self.attr()).toEqual({ href: `${baseUrl}/rss.xml`, rel: 'self', type: 'application/rss+xml' });
  });

  test('was last built when its newest item was published, never at the time of the build', () => {
    expect(textOf(feed, 'channel > lastBuildDate')).toBe(items[0]?.('pubDate').text());
  });

  test('writes every date as RFC 822 does, with the weekday it really is', () => {
    const dates = [...textsOf(feed, 'pubDate'), textOf(feed, 'channel > lastBuildDate')];
    expect(dates).toHaveLength(11);
    for (const date of dates) {
      expect(date).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/);
      expect(new Date(date).toUTCString()).toBe(date);
    }
  });

  test('carries the posts of the blog, newest first', async () => {
    const blog = await pageAt('/blog');
    const cards = blog('main article');
    expect(items.map(($) => textOf($, 'item > title'))).toEqual(
      cards.toArray().map((card) => words(blog(card).find('h2').text())),
    );
    expect(items.map(($) => textOf($, 'item > link'))).toEqual(
      cards.toArray().map((card) => baseUrl + blog(card).find('h2 a').attr('href')),
    );
    expect(items.map(($) => Date.parse(textOf($, 'pubDate')))).toEqual(
      valuesOf(blog, 'main article time', 'datetime').map((iso) => Date.parse(iso ?? '')),
    );
    const times = items.map(($) => Date.parse(textOf($, 'pubDate')));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test('gives every item a guid of its own that is honest about being a link', () => {
    const guids = items.map(($) => textOf($, 'guid'));
    expect(new Set(guids).size).toBe(10);
    for (const $ of items) {
      const guid = textOf($, 'guid');
      expect(guid).not.toBe('');
      if ($('guid').attr('isPermaLink') === 'false') expect(guid).toMatch(/^tag:[^,\s]+,\d{4}[^:\s]*:\S+$/);
      else expect(guid).toBe(textOf($, 'item > link'));
    }
  });

  test('names authors by dc:creator, because they have no e-mail address', async () => {
    const blog = await pageAt('/blog');
    expect(items.map(($) => textOf($, 'dc\\:creator'))).toEqual(textsOf(blog, 'main .byline__author'));
    expect(feed('item > author')).toHaveLength(0);
  });

  test('gives every item a category, and an excerpt in plain words', () => {
    for (const $ of items) {
      expect(textOf($, 'category')).not.toBe('');
      expect(textOf($, 'description')).not.toBe('');
      expect(textOf($, 'description')).not.toMatch(/[<>]|&\w+;/);
    }
  });

  test('carries whole texts with nothing that could run, frame or restyle', () => {
    for (const $ of items) {
      const text = load(textOf($, 'content\\:encoded'));
      expect(text('p').length).toBeGreaterThan(3);
      expect(text('script, iframe, style, object, embed, form, link, base, [style]')).toHaveLength(0);
      for (const element of text('*').toArray())
        if ('attribs' in element)
          expect(Object.keys(element.attribs).filter((name) => name.startsWith('on'))).toEqual([]);
    }
  });

  test('has only whole addresses in its texts', () => {
    const addresses = items.flatMap(($) => {
      const text = load(textOf($, 'content\\:encoded'));
      return [...valuesOf(text, '[href]', 'href'), ...valuesOf(text, '[src]', 'src')];
    });
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.filter((address) => !/^(?:https?:\/\/|mailto:|tel:)/.test(address ?? ''))).toEqual([]);
  });
});

describe('the feed of a post with awkward words', () => {
  const title = `Tom & Jerry’s ]]> <b>bold</b> \u{1F600} $& $1`;
  const excerpt = 'One ]]> two & three < four';
  const author = 'A & B <c>';

  async function build() {
    const content = spoiledContent('nothing is laid over it');
    const head = { id: 'awkward', title, excerpt, author, publishedDate: '2026-11-19T10:00:00-06:00' };
    const more = { category: 'Business', tags: ['a'], imageUrl: 'media/bridge.png', imageAlt: 'A bridge' };
    const fields = Object.entries({ ...head, ...more }).map(
      ([key, value]) => `${key}: ${JSON.stringify(value)}`,
    );
    const text = 'Text with ]]> &amp; a [link](/blog) and `<script>`.\n\n    <item> in code\n';
    writeFileSync(join(content, 'blog', 'awkward.md'), `---\n${fields.join('\n')}\n---\n${text}`);
    const { files, report } = await buildInMemory(content);
    expect(report.written).toBeDefined();
    return files;
  }

  test('is well-formed, and says what the post says', async () => {
    const xml = (await build()).get('rss.xml') ?? '';
    expect(xmlFaults(xml)).toEqual([]);
    const $ = load(xml, { xml: true });
    expect($('item > title').first().text()).toBe(title);
    // A description is HTML to those who read it.
    expect(load($('item > description').first().text())('body').text()).toBe(excerpt);
    expect($('item > dc\\:creator').first().text()).toBe(author);
    const content = load($('content\\:encoded').first().text());
    expect(words(content('body').text())).toBe('Text with ]]> & a link and <script>. <item> in code');
    expect(content('script')).toHaveLength(0);
  });

  test('encloses its picture with the size and the type it has', async () => {
    const files = await build();
    const $ = load(files.get('rss.xml') ?? '', { xml: true });
    const enclosure = $('item').first().children('enclosure');
    const { url = '', length, type } = enclosure.attr() ?? {};
    expect(url).toMatch(/^https:\/\/[^/]+\/media\/bridge\.png$/);
    expect(type).toBe('image/png');
    expect(Number(length)).toBe(files.get('media/bridge.png')?.length);
  });
});

describe('a feed of words that look like its own markup', () => {
  const forged = '<managingEditor>x</managingEditor><item><title>Forged</title></item>';
  const hostile = [
    `First line\n        <managingEditor>x</managingEditor>\n        <item><title>Forged</title></item>`,
    '<managingEditor><x></managingEditor>',
    `]]>${forged}<![CDATA[`,
    '</title></item></channel></rss>',
    '<webMaster>a\n</webMaster>\n<?x?><!-- & &amp; &lt; &#60;',
    'A &amp; B &amp;amp; C',
    'x ]]> ]]></title></item><item><title>Forged</title></item><item><title><![CDATA[y',
    'a ]]> b ]]><x>y</x>]]>]]>',
  ];

  test.each(hostile)('says %j as it is, in every field', async (words) => {
    const content = spoiledContent('nothing is laid over it');
    const site = join(content, 'site.yaml');
    const quoted = JSON.stringify(words);
    const settings = readFileSync(site, 'utf8')
      .replace(/^( {2}title: ).*$/m, `$1${quoted.replaceAll('$', '$$$$')}`)
      .replace(/^( {4}name: ).*$/gm, `$1${quoted.replaceAll('$', '$$$$')}`);
    writeFileSync(site, settings);
    const post = { id: 'forged', title: words, excerpt: words, author: words, category: 'Business' };
    const fields = Object.entries({ ...post, publishedDate: '2026-11-19T10:00:00-06:00' }).map(
      ([key, value]) => `${key}: ${JSON.stringify(value)}`,
    );
    const text = `A [text](/blog "]]> ]]>") ]]> ]]>.\n\n    ${words.replaceAll('\n', '\n    ')}\n`;
    writeFileSync(join(content, 'blog', 'forged.md'), `---\n${fields.join('\n')}\n---\n${text}`);
    const { files, report } = await buildInMemory(content);
    expect(report.written).toBeDefined();
    const xml = files.get('rss.xml') ?? '';
    expect(xmlFaults(xml)).toEqual([]);
    const $ = load(xml, { xml: true });
    expect($('item')).toHaveLength(4);
    expect($('channel > managingEditor, channel > webMaster')).toHaveLength(2);
    expect($('item > title').first().text()).toBe(words);
    expect($('item > dc\\:creator').first().text()).toBe(words);
    const json = JSON.parse(files.get('feed.json') ?? '');
    expect(json.items[0]).toMatchObject({ title: words, summary: words, authors: [{ name: words }] });
  });
});

describe('feed.json', () => {
  const json = JSON.parse(files.get('feed.json') ?? '');

  test('is a JSON Feed of the same paper', () => {
    expect(json).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      language: 'en-us',
      authors: [{ name: textOf(feed, 'channel > title'), url: `${baseUrl}/` }],
      title: textOf(feed, 'channel > title'),
      home_page_url: `${baseUrl}/`,
      feed_url: `${baseUrl}/feed.json`,
    });
  });

  const inJson = (read: (item: Readonly<Record<string, unknown>>) => unknown) => json.items.map(read);
  const inRss = (read: ($: CheerioAPI) => unknown) => items.map(read);

  test('carries the same posts as rss.xml, under the same ids', () => {
    expect(inJson(({ id, url, title }) => ({ id, url, title }))).toEqual(
      inRss(($) => ({
        id: textOf($, 'guid'),
        url: textOf($, 'item > link'),
        title: textOf($, 'item > title'),
      })),
    );
  });

  test('carries the same texts', () => {
    expect(inJson(({ summary }) => summary)).toEqual(inRss(($) => textOf($, 'description')));
    expect(inJson(({ content_html }) => content_html)).toEqual(inRss(($) => textOf($, 'content\\:encoded')));
  });

  test('names the same authors', () => {
    expect(inJson(({ authors }) => authors)).toEqual(inRss(($) => [{ name: textOf($, 'dc\\:creator') }]));
  });

  test('says when each post was published', () => {
    expect(inJson(({ date_published }) => date_published)).toEqual(
      inRss(($) => new Date(textOf($, 'pubDate')).toISOString()),
    );
  });
});

describe('sitemap.xml', () => {
  const xml = files.get('sitemap.xml') ?? '';
  const sitemap = load(xml, { xml: true });

  test('is well-formed and of the sitemap namespace', () => {
    expect(xmlFaults(xml)).toEqual([]);
    expect(sitemap('urlset').attr('xmlns')).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
  });

  test('lists every page search engines may show, once, and no other', () => {
    const indexable = pages.filter((page) => page.indexable).map(({ address }) => baseUrl + address);
    expect(textsOf(sitemap, 'url > loc').toSorted()).toEqual(indexable.toSorted());
  });

  test('writes dates as the W3C does', () => {
    const dates = textsOf(sitemap, 'lastmod');
    expect(dates.length).toBeGreaterThan(0);
    for (const date of dates) {
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/);
      expect(Date.parse(date)).not.toBeNaN();
    }
  });

  test('is named in robots.txt, which turns nobody away', () => {
    const robots = files.get('robots.txt') ?? '';
    expect(robots.split('\n')).toContain(`Sitemap: ${baseUrl}/sitemap.xml`);
    expect(robots).toMatch(/^User-agent: \*$/m);
    expect(robots).not.toMatch(/^Disallow: \S/m);
  });
});
