import { type CheerioAPI, load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { where, withoutPosts } from '../changed-site.ts';
import { buildInMemory, changeFiles, smallContent } from '../helpers.ts';
import { buildPaper, ofType, textsOf, thingsOf, valuesOf, words } from '../parsed-pages.ts';
import { xmlFaults } from '../pipeline/xml-faults.ts';

/** The small site with posts of its own, the first the newest, each with lines of front matter, and with pages of some kinds. */
function contentWith(posts: Readonly<Record<string, string>>, kinds: readonly string[] = []): string {
  const own = Object.entries(posts).map(([slug, lines], i) => {
    const date = new Date(Date.UTC(2026, 9, 30 - i)).toISOString();
    const fields = `id: ${slug}\ntitle: Title of ${slug}\nexcerpt: x\npublishedDate: ${date}\ncategory: Business`;
    return [`blog/${slug}.md`, `---\n${fields}\n${lines}\n---\nText.\n`];
  });
  const pages = kinds.map((kind) => [
    `pages/${kind}.yaml`,
    `template: ${kind}\npath: /${kind}\ntitle: All ${kind}\ndescription: All of them.\ntagline: A to Z.\n`,
  ]);
  return smallContent({ ...withoutPosts, ...Object.fromEntries([...own, ...pages]) });
}

const problemsOf = async (content: string) => (await buildInMemory(content)).report.problems;

const bylineOf = ($: CheerioAPI) => words($('.article__header .byline').text()).replace(/ ?·.*$/, '');
const linksOf = ($: CheerioAPI, selector: string) => valuesOf($, `${selector} a`, 'href');
const storiesOn = ($: CheerioAPI) => valuesOf($, '.story .headline a', 'href');
const articleOf = ($: CheerioAPI) => ofType(thingsOf($), 'NewsArticle')[0];
const feedAt = (files: ReadonlyMap<string, string>, path: string) => {
  const xml = files.get(path) ?? '';
  expect(xmlFaults(xml)).toEqual([]);
  return load(xml, { xml: true });
};

const base = 'https://alderferry.example';
const bylines = {
  three: 'authors: [Ada Lund, Ben Ortiz, Jo Fern]',
  both: 'author: ben ortiz & Ada Lund',
  guest: 'author: Ada Lund and Jo Fern',
  none: 'tags: []',
  ada: 'author: Ada Lund',
};

describe('the authors of a post', () => {
  test('are several, one or none, in bylines, feeds and structured data', async () => {
    const { files, pageAt } = await buildPaper(contentWith(bylines));
    expect(Object.keys(bylines).map((slug) => bylineOf(pageAt(`/blog/${slug}`)))).toEqual([
      'By Ada Lund, Ben Ortiz and Jo Fern',
      'By ben ortiz & Ada Lund',
      'By Ada Lund and Jo Fern',
      'Oct 26, 7:00 p.m.',
      'By Ada Lund',
    ]);
    expect(linksOf(pageAt('/blog/three'), '.byline')).toEqual([]);
    const person = (name: string) => ({ '@type': 'Person', name });
    expect(articleOf(pageAt('/blog/three'))?.author).toEqual(
      ['Ada Lund', 'Ben Ortiz', 'Jo Fern'].map(person),
    );
    expect(articleOf(pageAt('/blog/none'))?.author).toEqual({ '@id': `${base}/#organization` });
    const creators = feedAt(
      files,
      'rss.xml',
    )('item')
      .toArray()
      .map((item) => load(item, { xml: true })('dc\\:creator').length);
    expect(creators).toEqual([3, 1, 1, 0, 1]);
    const items: readonly { authors?: unknown }[] = JSON.parse(files.get('feed.json') ?? '').items;
    expect(items.map(({ authors }) => authors)[0]).toEqual(
      ['Ada Lund', 'Ben Ortiz', 'Jo Fern'].map((name) => ({ name })),
    );
    expect(items[3]).not.toHaveProperty('authors');
  });

  test('have links if they are members with a page; others are plain text', async () => {
    const { files, pageAt } = await buildPaper(contentWith(bylines, ['authors']));
    expect(bylineOf(pageAt('/blog/both'))).toBe('By Ben Ortiz and Ada Lund');
    expect(bylineOf(pageAt('/blog/guest'))).toBe('By Ada Lund and Jo Fern');
    const links = Object.keys(bylines).map((slug) =>
      linksOf(pageAt(`/blog/${slug}`), '.article__header .byline'),
    );
    const [ada, ben] = ['/authors/ada-lund', '/authors/ben-ortiz'];
    expect(links).toEqual([[ada, ben], [ben, ada], [], [], [ada]]);
    expect(linksOf(pageAt('/blog/ada'), '.article__author')).toEqual([ada]);
    expect(linksOf(pageAt('/about'), '.team-card')).toEqual([ada, ben]);
    expect(articleOf(pageAt('/blog/ada'))?.author).toEqual({
      '@type': 'Person',
      name: 'Ada Lund',
      url: base + ada,
    });
    expect(JSON.parse(files.get('feed.json') ?? '').items[0].authors).toEqual([
      { name: 'Ada Lund', url: base + ada },
      { name: 'Ben Ortiz', url: base + ben },
      { name: 'Jo Fern' },
    ]);
  });

  test('are each there once', async () => {
    const content = contentWith({ twice: 'authors: [Ada Lund, By Jo, Ada Lund]' });
    expect((await problemsOf(content)).map(where)).toEqual([
      'blog/twice.md:7 doubtful-value Jo',
      'blog/twice.md:7 repeated-word',
    ]);
    const { pageAt } = await buildPaper(
      contentWith({ twice: 'authors: [Ada Lund, ada lund, Ada Lund and Ben Ortiz]' }, ['authors']),
    );
    expect(bylineOf(pageAt('/blog/twice'))).toBe('By Ada Lund and Ben Ortiz');
    expect(storiesOn(pageAt('/authors/ada-lund'))).toEqual(['/blog/twice']);
  });
});

describe('the page of an author', () => {
  test('has who it is, the stories in pages, and a feed of them', async () => {
    const { files, pageAt } = await buildPaper(contentWith(bylines, ['authors']));
    expect(textsOf(pageAt('/authors'), '.names li')).toEqual([
      'Ada Lund Editor 3 stories',
      'Ben Ortiz Reporter 2 stories',
    ]);
    expect(linksOf(pageAt('/authors'), '.names')).toEqual(['/authors/ada-lund', '/authors/ben-ortiz']);
    const [first, second] = [pageAt('/authors/ada-lund'), pageAt('/authors/ada-lund/page/2')];
    expect([storiesOn(first), storiesOn(second)]).toEqual([['/blog/three', '/blog/both'], ['/blog/ada']]);
    expect([textsOf(first, 'h1, h1 + p'), second('title').text()]).toEqual([
      ['Ada Lund', 'Editor'],
      'Ada Lund, page 2 | The Alder Ferry Post',
    ]);
    expect(linksOf(first, '.breadcrumbs')).toEqual(['/', '/authors']);
    expect(valuesOf(second, 'link[rel=alternate]', 'href')[0]).toBe('/authors/ada-lund/rss.xml');
    const feed = feedAt(files, 'authors/ada-lund/rss.xml');
    expect(feed('channel > title').text()).toBe('The Alder Ferry Post: Ada Lund');
    expect(textsOf(feed, 'item > link')).toEqual(
      ['three', 'both', 'ada'].map((slug) => `${base}/blog/${slug}`),
    );
    const [profile] = ofType(thingsOf(pageAt('/authors/ben-ortiz')), 'ProfilePage');
    expect(profile?.mainEntity).toMatchObject({
      '@type': 'Person',
      name: 'Ben Ortiz',
      url: `${base}/authors/ben-ortiz`,
      jobTitle: 'Reporter',
      image: expect.stringContaining('/media/bridge'),
    });
  });

  test('has no feed without stories, and its address belongs to it', async () => {
    const content = contentWith({ ada: 'author: Ada Lund' }, ['authors']);
    const { files, pageAt } = await buildPaper(content);
    expect(textsOf(pageAt('/authors/ben-ortiz'), 'main > p')).toEqual(['There are no stories yet.']);
    expect(pageAt('/authors/ben-ortiz')('meta[name=robots]').attr('content')).toBe('noindex');
    expect(files.has('authors/ben-ortiz/rss.xml')).toBe(false);
    changeFiles(content, {
      'pages/ben.md':
        '---\ntemplate: text\npath: /authors/anybody\ntitle: Anybody\ndescription: x\nkeywords: [x]\n---\nText.\n',
    });
    expect((await problemsOf(content)).map(where)).toEqual(['pages/ben.md:3 invalid-address']);
  });
});

describe('tags', () => {
  const posts = {
    a: 'author: x\ntags: [Oak Cliff, Ice, C++]',
    b: 'author: x\ntags: [oak cliff, Ice, Fig]',
    c: 'author: x\ntags: [Oak Cliff, "東京"]',
  };

  test('lead to their stories, which have a feed and are shown to search engines from three on', async () => {
    const { files, pageAt, pages } = await buildPaper(contentWith(posts, ['tags']));
    expect(textsOf(pageAt('/tags'), '.names li')).toEqual([
      'C++ 1 story',
      'Fig 1 story',
      'Ice 2 stories',
      'Oak Cliff 3 stories',
    ]);
    const [oakCliff, later] = [pageAt('/tags/oak-cliff'), pageAt('/tags/oak-cliff/page/2')];
    expect([storiesOn(oakCliff), storiesOn(later)]).toEqual([['/blog/a', '/blog/b'], ['/blog/c']]);
    expect(oakCliff('meta[name=description]').attr('content')).toMatch(
      /^Stories tagged “Oak Cliff”: Title of .+ · Title of .+/,
    );
    const below = pages.filter(({ address }) => address.startsWith('/tags/'));
    expect(below.filter(({ indexable }) => indexable).map(({ address }) => address)).toEqual([
      '/tags/oak-cliff',
      '/tags/oak-cliff/page/2',
    ]);
    expect(files.get('sitemap.xml')?.match(/\/tags[^<]*/g)).toEqual([
      '/tags',
      '/tags/oak-cliff',
      '/tags/oak-cliff/page/2',
    ]);
    expect(files.get('sitemap.xml')).toContain('/tags/oak-cliff</loc><lastmod>2026-10-30');
    expect([...files.keys()].filter((path) => /^tags\/.*xml$/.test(path))).toEqual([
      'tags/oak-cliff/rss.xml',
    ]);
    expect(feedAt(files, 'tags/oak-cliff/rss.xml')('item')).toHaveLength(3);
    expect(valuesOf(later, 'link[rel=alternate]', 'href')[0]).toBe('/tags/oak-cliff/rss.xml');
    expect(linksOf(pageAt('/blog/c'), '.tags')).toEqual(['/tags/oak-cliff']);
    expect(textsOf(pageAt('/blog/c'), '.tags .tag')).toEqual(['Oak Cliff', '東京']);
    expect(valuesOf(pageAt('/blog'), '.post-card:first a.tag', 'href')).toEqual([
      '/tags/oak-cliff',
      '/tags/ice',
    ]);
  });

  test('are no links without such a page', async () => {
    const { pageAt } = await buildPaper(contentWith(posts));
    expect(linksOf(pageAt('/blog/a'), '.tags')).toEqual([]);
    expect(pageAt('/blog')('a.tag')).toHaveLength(0);
  });
});

test('a tag that a post names twice is shown once', async () => {
  const { pageAt } = await buildPaper(contentWith({ twice: 'author: x\ntags: [Ice, ice]' }, ['tags']));
  expect(linksOf(pageAt('/blog/twice'), '.tags')).toEqual(['/tags/ice']);
});

test('a post has at most 100 tags', async () => {
  const tags = Array.from({ length: 101 }, (_, i) => `topic ${i}`);
  expect((await problemsOf(contentWith({ many: `tags: [${tags}]` }))).map(where)).toEqual([
    'blog/many.md:7 too-large',
  ]);
});

describe('a series', () => {
  const part = (more: string) => `author: x\nseries: { name: The River${more} }`;

  test('is listed in each of its parts, by number and then by date', async () => {
    const { pageAt } = await buildPaper(
      contentWith({
        last: part(''),
        second: part(', part: 2'),
        first: part(', part: 1'),
        other: 'author: x',
      }),
    );
    for (const slug of ['first', 'second', 'last'])
      expect(valuesOf(pageAt(`/blog/${slug}`), '.series li', 'value')).toEqual(['1', '2', '3']);
    const $ = pageAt('/blog/last');
    expect(textsOf($, '.article__rail a')).toEqual(['Part 3 of “The River”']);
    expect(linksOf($, '.series')).toEqual(['/blog/first', '/blog/second']);
    expect(textsOf($, '.series [aria-current]')).toEqual(['Title of last']);
    expect(articleOf($)).toMatchObject({
      isPartOf: { '@type': 'CreativeWorkSeries', name: 'The River' },
      position: 3,
    });
    expect(valuesOf($, 'link[rel=stylesheet]', 'href')).toContainEqual(expect.stringMatching(/\/series-/));
    const other = pageAt('/blog/other');
    expect(other.html()).not.toMatch(/series/i);
  });

  test('counts its parts from 1, and two posts cannot be the same part', async () => {
    const found = await problemsOf(contentWith({ third: part(', part: 0') }));
    expect(found.map(where)).toEqual(['blog/third.md:8 invalid-value']);
    const twice = contentWith({
      second: part(', part: 2'),
      'second-too': part(', part: 2'),
      other: 'author: x\nseries: { name: The Hills, part: 2 }',
    });
    expect((await problemsOf(twice)).map(where)).toEqual(['blog/second.md:8 duplicate-id']);
  });

  test('lists 50 parts before and after that of the page', async () => {
    const names = Array.from({ length: 110 }, (_, i) => [`part-${i + 1}`, part(`, part: ${i + 1}`)]);
    const { pageAt } = await buildPaper(contentWith(Object.fromEntries(names)));
    const numbers = (slug: string) => valuesOf(pageAt(`/blog/${slug}`), '.series li', 'value');
    expect([numbers('part-60').at(0), numbers('part-60').at(-1)]).toEqual(['10', '110']);
    expect(numbers('part-1')).toHaveLength(51);
  });
});
