import { type CheerioAPI, load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { textsOf, valuesOf, words } from '../parsed-pages.ts';
import { baseUrl, demo, pageAt } from './demo.ts';

const { files, pages } = demo();
const rss = files.get('rss.xml') ?? '';
const feed = load(rss, { xml: true });
const items = feed('item')
  .toArray()
  .map((element) => load(feed.xml(element), { xml: true }));
const textOf = ($: CheerioAPI, selector: string) => $(selector).text();

describe('rss.xml', () => {
  test('carries the posts of the blog, newest first', () => {
    const blog = pageAt('/blog');
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

const xml = files.get('sitemap.xml') ?? '';
const sitemap = load(xml, { xml: true });

test('sitemap.xml lists every page search engines may show, once, and no other', () => {
  const indexable = pages.filter((page) => page.indexable).map(({ address }) => baseUrl + address);
  expect(textsOf(sitemap, 'url > loc').toSorted()).toEqual(indexable.toSorted());
});
