import { describe, expect, test } from 'vitest';
import { ofType, type ParsedPage, textsOf, thingsOf, valuesOf, words } from '../parsed-pages.ts';
import { baseUrl, demo, faultsOnPages, pageAt } from './demo.ts';

const { files, pages } = demo();

const meta = ({ $ }: ParsedPage, name: string) =>
  valuesOf($, `head meta[name="${name}"], head meta[property="${name}"]`, 'content');
const fileAt = (address: string) =>
  files.get(address.startsWith(baseUrl) ? address.slice(baseUrl.length + 1) : address.slice(1));

describe('the head of every page', () => {
  test('has one title with words in it', () => {
    const faults = faultsOnPages(({ $ }) => {
      const titles = textsOf($, 'head > title');
      return titles.length === 1 && titles[0] !== '' ? [] : [JSON.stringify(titles)];
    });
    expect(faults).toEqual([]);
  });

  const named = ['description', 'keywords', 'viewport'];
  const shared = ['og:type', 'og:title', 'og:description', 'og:site_name', 'og:locale'];
  const pictures = ['og:image', 'og:image:width', 'og:image:height', 'og:image:alt'];
  const geo = ['geo.region', 'geo.placename', 'geo.position', 'ICBM'];
  test.each([...named, ...shared, ...pictures, 'twitter:card', ...geo])('has %s exactly once', (name) => {
    const faults = faultsOnPages((page) => {
      const values = meta(page, name);
      return values.length === 1 && words(values[0] ?? '') !== '' ? [] : [JSON.stringify(values)];
    });
    expect(faults).toEqual([]);
  });

  test('names its own address as the canonical one, also where it is shared; the page for unknown addresses has none', () => {
    const faults = faultsOnPages((page) => {
      const canonical = valuesOf(page.$, 'link[rel=canonical]', 'href');
      const found = [...canonical, ...meta(page, 'og:url')].join(' ');
      const own = baseUrl + page.address;
      return found === (page.address === '/404' ? '' : `${own} ${own}`) ? [] : [found];
    });
    expect(faults).toEqual([]);
  });

  test('is shared with the title, the description and the picture that it has', () => {
    const faults = faultsOnPages(function* (page) {
      const title = page.$('title').text();
      const [ogTitle = ''] = meta(page, 'og:title');
      if (!title.startsWith(ogTitle)) yield `og:title ${ogTitle}`;
      if (meta(page, 'og:description')[0] !== meta(page, 'description')[0]) yield 'og:description';
      if (meta(page, 'twitter:card')[0] !== 'summary_large_image') yield 'twitter:card';
    });
    expect(faults).toEqual([]);
  });

  test('gives the place of the paper', () => {
    const faults = faultsOnPages((page) => {
      const found = geo.map((name) => meta(page, name)[0]).join(' | ');
      return found === 'US-TX | Dallas, Texas | 32.7767;-96.797 | 32.7767, -96.797' ? [] : [found];
    });
    expect(faults).toEqual([]);
  });

  test('leads to both feeds, and that of a section to its own as well', () => {
    const faults = faultsOnPages(({ $, address }) => {
      const found = $('link[rel=alternate]')
        .toArray()
        .map(({ attribs }) => `${attribs.type} ${attribs.href}`);
      const own = `${address.slice(1).replace(/\/page\/\d+$/, '')}/rss.xml`;
      const expected = [
        ...(files.has(own) ? [`application/rss+xml /${own}`] : []),
        'application/rss+xml /rss.xml',
        'application/feed+json /feed.json',
      ];
      return found.join() === expected.join() && valuesOf($, 'link[rel=alternate]', 'title').every(Boolean)
        ? []
        : [found.join()];
    });
    expect(faults).toEqual([]);
    expect(files.has('rss.xml') && files.has('feed.json')).toBe(true);
  });
});

describe('search engines', () => {
  test('are asked not to show the log-in, the paper edition, the frames, tags with few stories and the page for unknown addresses, and no others', () => {
    const hidden = pages.filter(({ indexable }) => !indexable).map(({ address }) => address);
    const embeds = pages.filter(({ framed }) => framed).map(({ address }) => address);
    const rareTags = pages
      .filter(({ address, $ }) => address.startsWith('/tags/') && $('.story').length < 3)
      .map(({ address }) => address);
    expect(hidden.toSorted()).toEqual(['/404', '/login', '/print', ...embeds, ...rareTags].toSorted());
    expect(embeds.length).toBeGreaterThan(0);
  });

  test.each([
    ['title', ({ $ }: ParsedPage) => $('title').text()],
    ['description', (page: ParsedPage) => meta(page, 'description')[0]],
  ])('find no %s on two pages', (_, read) => {
    const seen = new Map<string, string[]>();
    for (const page of pages.filter(({ indexable }) => indexable)) {
      const key = words(read(page) ?? '').toLowerCase();
      seen.set(key, [...(seen.get(key) ?? []), page.address]);
    }
    expect([...seen].filter(([, addresses]) => addresses.length > 1)).toEqual([]);
  });
});

const thingsAt = (address: string) => thingsOf(pageAt(address));

describe('structured data', () => {
  test('names the paper and its site on every page', () => {
    const faults = faultsOnPages(function* (page) {
      const things = thingsOf(page.$);
      const [paper] = ofType(things, 'NewsMediaOrganization');
      const [site] = ofType(things, 'WebSite');
      if (paper?.name !== 'The Trinity Courier' || paper.url !== baseUrl) yield 'no paper';
      if (paper?.foundingDate !== '1879') yield 'not founded in 1879';
      if (site?.name !== paper?.name) yield 'no site';
    });
    expect(faults).toEqual([]);
  });

  test('leads home from every page but the home page and the one that hosts show at any address', () => {
    const faults = faultsOnPages(function* (page) {
      const lists = ofType(thingsOf(page.$), 'BreadcrumbList');
      if (page.address === '/' || page.address === '/404') {
        if (lists.length > 0) yield 'breadcrumbs';
        if (page.address === '/404' && ofType(thingsOf(page.$), 'WebPage')[0]?.url) yield 'an address';
        return;
      }
      const items = lists[0]?.itemListElement as { position: number; name: string; item: string }[];
      if (lists.length !== 1 || items.length < 2) yield 'no breadcrumbs';
      else {
        if (items[0]?.item !== `${baseUrl}/`) yield 'does not begin at home';
        // A later page of a list is where its first page is.
        const here = page.address.replace(/\/page\/\d+$/, '');
        if (items.at(-1)?.item !== baseUrl + here) yield 'does not end here';
        if (items.some(({ position, name }, i) => position !== i + 1 || !name)) yield 'out of order';
      }
    });
    expect(faults).toEqual([]);
  });

  const categories =
    'local-news national-news world-news politics business technology automotive real-estate health sports arts-culture food-dining lifestyle opinion entertainment';
  test.each([
    ...categories.split(' ').map((name) => [`/${name}`, 'CollectionPage'] as const),
    ['/blog', 'Blog'],
    ['/faq', 'FAQPage'],
    ['/contact', 'ContactPage'],
    ['/about', 'AboutPage'],
    ['/radio', 'RadioStation'],
  ] as const)('says that %s is a %s', (address, type) => {
    const [thing, ...others] = ofType(thingsAt(address), type);
    expect(others).toEqual([]);
    expect(thing).toMatchObject({ url: baseUrl + address, name: expect.any(String) });
  });

  test('says of every post what its page shows', () => {
    const posts = pages.filter(({ address }) => /^\/blog\/[^/]+$/.test(address));
    expect(posts).toHaveLength(35);
    const faults = faultsOnPages(function* (page) {
      const isAdvertisement = page.address === '/blog/read-your-tires-before-the-freeze';
      const ofNews = page.$('.entries').length > 0 ? 'LiveBlogPosting' : 'NewsArticle';
      const type = isAdvertisement ? 'AdvertiserContentArticle' : ofNews;
      const articles = ofType(thingsOf(page.$), type);
      if (!posts.includes(page)) {
        if (articles.length > 0) yield 'a NewsArticle';
        return;
      }
      const [article] = articles;
      const { $ } = page;
      if (article?.headline !== words($('h1').text())) yield 'another headline';
      if (article?.datePublished !== $('main time').first().attr('datetime')) yield 'another date';
      const people = [article?.author as { '@type'?: string; name?: string }].flat();
      const names = people.flatMap((person) => (person?.['@type'] === 'Person' ? person.name : []));
      const byline = textsOf($, '.article__header .byline__author');
      if (JSON.stringify(names) !== JSON.stringify(byline)) yield `other authors: ${names}`;
      if (article?.mainEntityOfPage !== baseUrl + page.address) yield 'another address';
      const images = (article?.image ?? []) as string[];
      if (images[0] !== $('meta[property="og:image"]').attr('content')) yield `another picture: ${images[0]}`;
      const shown = $('.article__picture img').attr('src');
      if (shown && !images.includes(baseUrl + shown)) yield `without ${shown}`;
      const crop = new RegExp(`${shown?.replace(/^.*\/|\.\w+$/g, '')}-.*x`);
      if (images.slice(2).some((image) => !crop.test(image))) yield `several pictures: ${images}`;
      if (images.some((image) => !fileAt(image))) yield 'a picture that is not there';
      if (article?.isAccessibleForFree !== true) yield 'not free';
    });
    expect(faults).toEqual([]);
  });

  test('offers three plans at the prices of the specification', () => {
    const plans = ofType(thingsAt('/subscribe'), 'Product');
    expect(plans.map(({ name, offers }) => ({ name, offers }))).toEqual(
      [
        ['Digital Basic', '8.99'],
        ['Digital Premium', '14.99'],
        ['Print + Digital', '24.99'],
      ].map(([name = '', price]) => ({
        name: expect.stringContaining(name),
        offers: expect.objectContaining({ '@type': 'Offer', price, priceCurrency: 'USD' }),
      })),
    );
  });
});
