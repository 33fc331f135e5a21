import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { type Change, problemsWith, replace, where } from '../../changed-site.ts';
import { textsOf, valuesOf } from '../../parsed-pages.ts';
import { xmlFaults } from '../../pipeline/xml-faults.ts';
import { frontPage } from '../front-page.ts';

const page = (more = '') =>
  `template: category\npath: /business\ntitle: Business\ndescription: Shops.\nkeywords: [business]\n${more}`;

/** The small site with so many posts in two categories of one section, ten to a page. */
const paperWith = (count: number, more?: string) => {
  const names = Array.from({ length: count }, (_, i) => `p${i}`);
  const lines = Object.fromEntries(
    names.map((name, i) => [name, `category: ${i % 2 ? 'River Life' : 'Business'}`]),
  );
  const site = (text: string) =>
    text
      .replace('postsPerPage: 2', 'postsPerPage: 10')
      .replace('- name: River Life', '$&\n    path: /business');
  return frontPage(names.join(' '), [], {
    lines,
    files: { 'site.yaml': site, 'pages/business.yaml': () => page(more) },
  });
};

const stories = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `/blog/p${from + i}`);

describe('a section', () => {
  test('without stories, boards and text says so, and has no feed', async () => {
    const { files, pageAt } = await paperWith(0);
    expect(textsOf(pageAt('/business'), 'main > p')).toEqual(['There are no stories yet.']);
    expect([...files.keys()].filter((path) => path.startsWith('business'))).toEqual(['business.html']);
    expect(pageAt('/business')('link[rel=alternate]')).toHaveLength(0);
  });

  test('with more has later pages, as the list of posts has, and its boards and its text on the first', async () => {
    const { files, pageAt } = await paperWith(
      25,
      'body: "We are here."\nfeeds:\n  - { feedTitle: Trade, rssUrl: "https://trade.example/rss" }\n',
    );
    const pages = ['/business', '/business/page/2', '/business/page/3'];
    const shown = pages.map((address) => valuesOf(pageAt(address), 'main .headline a', 'href'));
    expect(shown).toEqual([stories(0, 10), stories(10, 20), stories(20, 25)]);
    const extras = pages.map((address) => pageAt(address)('.feed-block, .prose').length > 0);
    expect(extras).toEqual([true, false, false]);
    const second = pageAt('/business/page/2');
    expect(valuesOf(second, '.pagination > a', 'href')).toEqual(['/business', '/business/page/3']);
    expect(second('title').text()).toBe('Business, page 2 | The Alder Ferry Post');
    expect(second('link[rel=canonical]').attr('href')).toMatch(/\/business\/page\/2$/);
    expect(second('meta[name=robots]')).toHaveLength(0);
    expect(files.get('sitemap.xml')).toContain('/business/page/3</loc>');
  });
});

describe('the feed of a section', () => {
  test('has its newest stories, its own name and address, and stands in the head of all its pages', async () => {
    const { files, pageAt } = await paperWith(25, 'headline: Shops & boats\n');
    const xml = files.get('business/rss.xml') ?? '';
    expect(xmlFaults(xml)).toEqual([]);
    const $ = load(xml, { xml: true });
    const base = $('channel > link')
      .text()
      .replace(/\/business$/, '');
    expect($('channel > title').text()).toBe('The Alder Ferry Post: Shops & boats');
    expect($('channel > image > title').text()).toBe('The Alder Ferry Post: Shops & boats');
    expect($('channel > atom\\:link').attr('href')).toBe(`${base}/business/rss.xml`);
    expect(textsOf($, 'item > link').map((link) => link.replace(base, ''))).toEqual(stories(0, 10));
    const paper = load(files.get('rss.xml') ?? '', { xml: true });
    expect($('item').first().find('guid').text()).toBe(paper('item').first().find('guid').text());
    for (const address of ['/business', '/business/page/3'])
      expect(valuesOf(pageAt(address), 'link[rel=alternate]', 'href')).toContain('/business/rss.xml');
    expect(valuesOf(pageAt('/blog'), 'link[rel=alternate]', 'href')).not.toContain('/business/rss.xml');
  });
});

describe('addresses below a section', () => {
  test.each<[what: string, changes: Readonly<Record<string, Change>>, problems: readonly string[]]>([
    [
      'belong to its later pages',
      {
        'pages/shops.yaml': () => page().replace('/business', '/business/page/7'),
      },
      ['pages/shops.yaml:2 invalid-address'],
    ],
    [
      'lead nowhere beyond its last page',
      {
        'blog/heron-count.md': replace(
          'The count took',
          '[The](/business/page/9) [count](/business/rss.xml) took',
        ),
      },
      ['blog/heron-count.md:10 dead-link'],
    ],
  ])('%s', async (_, changes, expected) => {
    expect((await problemsWith(changes)).map(where)).toEqual(expected);
  });
});
