import { describe, expect, it } from 'vitest';
import type { Feed, Flaw, ReadOptions } from '../../cli/headlines/feed.ts';
import { readFeed } from '../../cli/headlines/read-feed.ts';
import { now } from '../helpers.ts';
import { readBytes, samples, titlesOf } from './samples.ts';

const url = 'https://fetched.example/feeds/1';
const read = (text: string, options: Partial<ReadOptions> = {}) => readFeed(text, { url, now, ...options });
const feedOf = (text: string, options?: Partial<ReadOptions>): Partial<Feed> => {
  const reading = read(text, options);
  return reading.kind === 'feed' ? reading.feed : {};
};
const rss = (content: string) => `<rss version="2.0"><channel><title>Paper</title>${content}</channel></rss>`;
const atom = (content: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Paper</title>${content}</feed>`;
const firstItem = (text: string, options?: Partial<ReadOptions>) => feedOf(text, options).items?.[0];
const titleInRss = (title: string) => firstItem(rss(`<item><title>${title}</title></item>`))?.title;

describe('a feed of another program', () => {
  it.each(samples)('reads $name', ({ bytes, expected }) => {
    const reading = readBytes(bytes);
    const feed = reading.kind === 'feed' ? reading.feed : undefined;
    expect(feed).toEqual(expected);
  });
});

describe('a headline', () => {
  it.each([
    ['Nice &lt;gorilla&gt;', 'Nice <gorilla>'],
    ['A &lt;b class="x > y"&gt;bold&lt;/b&gt; step', 'A bold step'],
    ['Ads &lt;script&gt;track("&lt;b&gt;")&lt;/script&gt;&lt;STYLE&gt;p{}&lt;/style&gt;out', 'Ads out'],
    ['Why &lt;script&gt; tags matter', 'Why tags matter'],
    ['Named &nbsp;&mdash; &hellip; &unknown;', 'Named — … &unknown;'],
    ['Windows&#146;s own &#x93;quotes&#x94;', 'Windows’s own “quotes”'],
    ['<![CDATA[In &lt;b&gt; <b>bold</b> &amp;amp;]]>', 'In <b> bold &amp;'],
    ['\n  Spread\r\n\tover\u2028\u3000lines\u0085 ', 'Spread over lines'],
    ['Turned \u202eback\u202c \u2067and\u2069 \u200fforth\u061c\ufeff\u200b', 'Turned back and forth'],
    ['Cafe\u0301', 'Café'],
    ['Family 👨‍👩‍👧, نمی\u200cخواهم', 'Family 👨‍👩‍👧, نمی\u200cخواهم'],
  ])('is read in %j as %j', (title, expected) => expect(titleInRss(title)).toBe(expected));

  it('of Atom is plain text, unless it says otherwise', () => {
    const title = (type: string) =>
      firstItem(atom(`<entry><title${type}>1 &lt;b&gt; 2 &amp;amp; 3</title></entry>`))?.title;
    expect([title(''), title(' type="text"'), title(' type="html"')]).toEqual([
      '1 <b> 2 & 3',
      '1 <b> 2 & 3',
      '1 2 & 3',
    ]);
  });

  it('is that of the item itself', () => {
    const others =
      '<media:title>m</media:title><source><title>s</title></source><image><title>i</title></image>' +
      '<media:group><media:title>g</media:title><title>h</title></media:group><x:y><title>x</title></x:y>';
    expect(firstItem(rss(`<item>${others}<title>Own</title>${others}</item>`))?.title).toBe('Own');
    expect(
      feedOf(rss(`<item>${others.slice(others.indexOf('<source>'), others.indexOf('<media:group>'))}</item>`))
        .items,
    ).toEqual([]);
  });

  it.each([
    ['a prefix of its own', '<r:item xmlns:r="http://purl.org/rss/1.0/"><r:title>T</r:title></r:item>'],
    ['a prefix that is not declared', '<item><dc:title>T</dc:title></item>'],
    ['media', '<item><m:title xmlns:m="http://search.yahoo.com/mrss/">T</m:title></item>'],
    ['that of RSS 2.0', '<r:item xmlns:r="http://backend.userland.com/rss2"><r:title>T</r:title></r:item>'],
    [
      'media in a group',
      '<item><media:group><media:content><media:title>T</media:title></media:content></media:group></item>',
    ],
  ])('is found under %s', (_, item) => expect(firstItem(rss(item))?.title).toBe('T'));

  it('of RSS is found under a prefix that nobody knows', () => {
    const item = '<my:item><my:title>T</my:title></my:item>';
    const text = `<my:rss xmlns:my="urn:x" version="2.0"><my:channel>${item}</my:channel></my:rss>`;
    expect(titlesOf(read(text))).toEqual(['T']);
  });

  it('has 300 characters at most, and none of them is half', () => {
    expect(titleInRss('a'.repeat(300))).toBe('a'.repeat(300));
    expect(titleInRss('a'.repeat(301))).toBe(`${'a'.repeat(299)}…`);
    expect(titleInRss(`${'a'.repeat(298)}👧b`)).toBe(`${'a'.repeat(298)}…`);
  });

  it('is made of the text where there is none', () => {
    const item = (text: string) => firstItem(rss(`<item><title> </title>${text}</item>`));
    const long = 'Seven words make a line of text. '.repeat(5);
    expect(item('<description>&lt;p&gt;Short.&lt;/p&gt;</description>')).toEqual({ title: 'Short.' });
    expect(item(`<content:encoded><![CDATA[<h2>${long}</h2>]]></content:encoded>`)).toEqual({
      title:
        'Seven words make a line of text. Seven words make a line of text. Seven words make a line of text.…',
    });
    expect(item(`<description>${'字'.repeat(120)}</description>`)?.title).toBe(`${'字'.repeat(99)}…`);
    expect(item('<description>&lt;img src="a.png"&gt;</description><link>https://a.example</link>')).toBe(
      undefined,
    );
  });

  it('that the end of the file cuts is left out', () => {
    const whole = '<rss><channel><item><title>Whole</title></item>';
    for (const cut of [
      '<item><title>Hal',
      '<item><title><![CDATA[Hal',
      '<item><title>Hal</tit',
      '<item><title>A &am',
    ])
      expect(titlesOf(read(whole + cut))).toEqual(['Whole']);
  });
});

describe('a link', () => {
  const linkIn = (item: string, channel = '') =>
    firstItem(rss(`${channel}<item><title>T</title>${item}</item>`))?.link;

  it.each([
    ['<link>\n https://a.example/b?c=1&amp;d=2\n</link>', 'https://a.example/b?c=1&d=2'],
    ['<link>https://a.example/\n   long/path</link>', 'https://a.example/long/path'],
    ['<link><![CDATA[https://a.example/?c=1&amp;d=2]]></link>', 'https://a.example/?c=1&d=2'],
    ['<link>https://a.example/?c=1&amp;amp;d=2</link>', 'https://a.example/?c=1&d=2'],
    ['<link>\ufeffhttps://a.example/é</link>', 'https://a.example/%C3%A9'],
    ['<link/><guid>https://a.example/guid</guid>', 'https://a.example/guid'],
    ['<guid isPermaLink="false">https://a.example/guid</guid>', undefined],
    ['<atom:link href="https://a.example/atom"/>', 'https://a.example/atom'],
    ['<link>https://a.example/rss</link><atom:link href="https://a.example/atom"/>', 'https://a.example/rss'],
    ['<link rel="self" href="https://a.example/self">https://a.example/text</link>', undefined],
    [
      '<link>https://a.example/1</link><feedburner:origLink>https://b.example</feedburner:origLink>',
      'https://a.example/1',
    ],
    ['<link>javascript:alert(1)</link>', undefined],
    ['<link>https://user:word@a.example/</link>', undefined],
    [`<link>https://a.example/${'a'.repeat(5000)}</link>`, undefined],
    ['<link>story</link>', 'https://fetched.example/feeds/story'],
  ])('is read in %s as %s', (item, expected) => expect(linkIn(item)).toBe(expected));

  it('of Atom is the alternate one, as HTML if there is a choice', () => {
    const links = (...attributes: string[]) =>
      firstItem(atom(`<entry><title>T</title>${attributes.map((a) => `<link ${a}/>`).join('')}</entry>`))
        ?.link;
    expect(links('rel="self" href="/s"', 'rel="enclosure" href="/e"')).toBe(undefined);
    expect(links('rel="replies" href="/r"', 'href="/a"')).toBe('https://fetched.example/a');
    expect(links('rel="alternate" type="application/json" href="/j"', 'type="text/html" href="/h"')).toBe(
      'https://fetched.example/h',
    );
    expect(links('rel="alternate" type="application/pdf" href="/p"')).toBe('https://fetched.example/p');
  });

  it('is relative to the site, else to the address that was fetched', () => {
    const link = '<link>b</link>';
    expect(linkIn(link, '<link>https://site.example/news/</link>')).toBe('https://site.example/news/b');
    expect(firstItem(rss(`<item><title>T</title>${link}</item>`), { url: undefined })?.link).toBe(undefined);
  });

  it('of RDF can be what the item is about', () => {
    expect(
      firstItem('<rdf:RDF><item rdf:about="https://a.example/1"><title>T</title></item></rdf:RDF>')?.link,
    ).toBe('https://a.example/1');
  });
});

describe('a date', () => {
  const dateIn = (item: string) => firstItem(rss(`<item><title>T</title>${item}</item>`))?.published;

  it.each([
    [
      '<updated>2026-11-20T01:00:00Z</updated><published>2026-11-19T01:00:00Z</published>',
      '2026-11-19T01:00:00Z',
    ],
    ['<pubDate>soon</pubDate><dc:date>2026-11-18</dc:date>', '2026-11-18'],
    ['<published>1970-01-01</published><updated>2026-11-20T01:00:00Z</updated>', '2026-11-20T01:00:00Z'],
    ['<a10:updated>2026-11-19T01:00:00Z</a10:updated>', '2026-11-19T01:00:00Z'],
    ['<pubDate>Fri, 20 Nov 2026 19:00:01 GMT</pubDate>', undefined],
    ['<source><pubDate>Thu, 19 Nov 2026 01:00:00 GMT</pubDate></source>', undefined],
  ])('is read in %s as %s', (item, expected) => expect(dateIn(item)).toBe(expected));
});

describe('a channel', () => {
  it.each([
    ['<ttl>90</ttl>', 90],
    ['<ttl>often</ttl>', undefined],
    ['<ttl>-5</ttl>', undefined],
  ])('with %s may be cached for %s minutes', (content, ttl) => expect(feedOf(rss(content)).ttl).toBe(ttl));

  it('can have no items', () => {
    expect(read(rss(''))).toEqual({ kind: 'feed', feed: { title: 'Paper', items: [] } });
  });

  it('gives 200 items, in their order', () => {
    const items = Array.from({ length: 300 }, (_, i) => `<item><title>${i}</title></item>`);
    const titles = titlesOf(read(rss(items.join(''))));
    expect(titles).toEqual(Array.from({ length: 200 }, (_, i) => `${i}`));
  });
});

describe('flaws', () => {
  it('are told with what stands there', () => {
    const text = rss(
      '<item><title>A</title><link>  nowhere:x </link><pubDate>next Friday</pubDate></item>' +
        '<item id="2"><link>https://a.example</link></item>' +
        '<item><title>B</title><atom:link href="javascript:1"/><pubDate/><dc:date>2026-11-19</dc:date></item>' +
        '<item><title>C</title><guid>tag:c</guid></item>',
    );
    const flaws: Flaw[] = [];
    const titles = titlesOf(read(text, { url: undefined, onFlaw: (flaw) => flaws.push(flaw) }));
    expect(titles).toEqual(['A', 'B', 'C']);
    expect(flaws.map(({ kind, text }) => [kind, text])).toEqual([
      ['bad-link', 'nowhere:x'],
      ['no-title', '<item id="2">'],
      ['bad-link', 'javascript:1'],
    ]);
    for (const flaw of flaws) expect(text.slice(flaw.start, flaw.end)).toBe(flaw.text);
  });
});

describe('what is no feed', () => {
  it('is a page, whose feeds are named', () => {
    const head = [
      '<!doctype html><html><head><base href="/news/"><title>Paper</title>',
      '<link rel="alternate" type="application/rss+xml" href="feed/?a=1&amp;b=2">',
      '<LINK TYPE="application/atom+xml; charset=utf-8" REL="home alternate" HREF="https://b.example/atom">',
      '<link rel=alternate type=application/feed+json href=feed.json>',
      '<link rel="alternate" type="application/rss+xml" href="feed/?a=1&b=2">',
      '<link rel="alternate" type="application/json" href="/wp-json/wp/v2/pages/2"><link rel="alternate" hreflang="es" href="/es">',
      '<link rel="alternate" type="application/rss+xml" href="javascript:1"><link rel="stylesheet" href="a.css">',
      '<script>const start = "<rss><channel><title>no</title>";</script>',
    ];
    expect(read(head.join('\n'))).toEqual({
      kind: 'page',
      alternates: [
        'https://fetched.example/news/feed/?a=1&b=2',
        'https://b.example/atom',
        'https://fetched.example/news/feed.json',
      ],
    });
  });

  it.each([
    ['nothing', ''],
    ['plain text', 'Feed not found.'],
    ['a page about feeds', '<p>Write &lt;rss&gt; first.</p>'],
    ['a list of pages', '<?xml version="1.0"?><urlset><url><loc>https://a.example</loc></url></urlset>'],
    [
      'a list of feeds',
      '<opml version="2.0"><head><title>Mine</title></head><body><outline text="A"/></body></opml>',
    ],
    ['an answer in JSON', '{"items":[{"title":"A"}]}'],
    ['a JSON Feed with something after it', '{"version":"https://jsonfeed.org/version/1.1","items":[]} x'],
    ['a JSON Feed without items', '{"version":"https://jsonfeed.org/version/1.1","items":{}}'],
  ])('is unknown where it is %s', (_, text) => expect(read(text).kind).toBe('unknown'));
});

describe('a hostile text', () => {
  const size = 1 << 19;
  const fill = (unit: string, before = '', after = '') => before + unit.repeat(size / unit.length) + after;
  const title = '<rss><item><title>T</title></item><item><title>';
  const numbered = (unit: (i: number) => string) =>
    Array.from({ length: size / 20 }, (_, i) => unit(i)).join('');

  it.each([
    ['tags in one another', fill('<a>')],
    ['tags in one another in an item', fill('<a>', '<rss><item><title>T</title>')],
    ['closing tags of nothing', fill('</b>', '<a>'.repeat(300))],
    ['ampersands', fill('&', title, '</title>')],
    ['an entity in an entity', fill('amp;', `${title}&`, '</title>')],
    ['starts of CDATA', fill('<x><![CDATA[', '<rss>')],
    ['scripts', fill('<script><style><!--', `${title}<![CDATA[`, ']]></title>')],
    ['quotation marks', fill(`"'`, '<rss ', '>')],
    ['namespaces', `<rss>${numbered((i) => `<a xmlns:b${i}="http://purl.org/dc/terms/">`)}`],
    ['accents', fill('\u0301\u0316', `${title}a`, '</title>')],
    ['a page of tags in one another', fill('<div>', '<!doctype html>')],
    ['items in JSON', fill('{},', '{"version":"https://jsonfeed.org/version/1","items":[', '{}]}')],
  ])('full of %s is read in no time', (_, text) => {
    const started = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(started);
    expect(user + system).toBeLessThan(1e6);
  });

  it('expands no entity of its own', () => {
    const text =
      '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss><item><title>1 &b; 2</title></item></rss>';
    expect(titlesOf(read(text))).toEqual(['1 &b; 2']);
  });
});
