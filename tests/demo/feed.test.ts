import { type CheerioAPI, load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { pngSize, textsOf, valuesOf, words } from '../parsed-pages.ts';
import { xmlFaults } from '../pipeline/xml-faults.ts';
import { baseUrl, demo, pageAt } from './demo.ts';

const { files, pages } = await demo();
const rss = files.get('rss.xml') ?? '';
const feed = load(rss, { xml: true });
const items = feed('item')
  .toArray()
  .map((element) => load(feed.xml(element), { xml: true }));
const textOf = ($: CheerioAPI, selector: string) => $(selector).text();

describe('rss.xml', () => {
  test('is well-formed RSS 2.0 in UTF-8', () => {
    expect(xmlFaults(rss)).toEqual([]);
    expect(rss).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>/i);
    expect(feed('rss').attr('version')).toBe('2.0');
  });

  test('names the paper, its address and what the feed carries', () => {
    expect(textOf(feed, 'channel > title')).toBe('The Trinity Courier');
    expect(textOf(feed, 'channel > link')).toBe(`${baseUrl}/`);
    expect(textOf(feed, 'channel > description')).not.toBe('');
  });

  test('has a picture of 32 by 32 pixels, which the file really has', () => {
    expect(textOf(feed, 'channel > image > width')).toBe('32');
    expect(textOf(feed, 'channel > image > height')).toBe('32');
    const url = textOf(feed, 'channel > image > url');
    expect(url.startsWith(`${baseUrl}/`)).toBe(true);
    expect(pngSize(files.get(url.slice(baseUrl.length + 1)))).toEqual({ width: 32, height: 32 });
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
    for (const $ of atLeastOne(items)) {
      const guid = textOf($, 'guid');
      expect(guid).not.toBe('');
      if ($('guid').attr('isPermaLink') === 'false') expect(guid).toMatch(/^tag:[^,\s]+,\d{4}[^:\s]*:\S+$/);
      else expect(guid).toBe(textOf($, 'item > link'));
    }
  });

  test('gives every item a category, and an excerpt in plain words', () => {
    for (const $ of atLeastOne(items)) {
      expect(textOf($, 'category')).not.toBe('');
      expect(textOf($, 'description')).not.toBe('');
      expect(textOf($, 'description')).not.toMatch(/[<>]|&\w+;/);
    }
  });

  test('carries whole texts with nothing that could run, frame or restyle', () => {
    for (const $ of atLeastOne(items)) {
      const text = load(textOf($, 'content\\:encoded'));
      // A brief has two.
      expect(text('p').length).toBeGreaterThan(1);
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

describe('feed.json', () => {
  const json = JSON.parse(files.get('feed.json') ?? '');

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
});

describe('sitemap.xml', () => {
  const xml = files.get('sitemap.xml') ?? '';
  const sitemap = load(xml, { xml: true });

  test('lists every page search engines may show, once, and no other', () => {
    const indexable = pages.filter((page) => page.indexable).map(({ address }) => baseUrl + address);
    expect(textsOf(sitemap, 'url > loc').toSorted()).toEqual(indexable.toSorted());
  });

  test('is named in robots.txt, which turns nobody away', () => {
    const robots = files.get('robots.txt') ?? '';
    expect(robots.split('\n')).toContain(`Sitemap: ${baseUrl}/sitemap.xml`);
    expect(robots).toMatch(/^User-agent: \*$/m);
    expect(robots).not.toMatch(/^Disallow: \S/m);
  });
});
