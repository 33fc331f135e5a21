import { type CheerioAPI, load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { type Change, problemsWith, replace, where } from '../changed-site.ts';
import { buildInMemory, type Changes, now, smallContent } from '../helpers.ts';
import { ofType, textsOf, thingsOf, valuesOf } from '../parsed-pages.ts';
import { xmlFaults } from '../pipeline/xml-faults.ts';

const front = 'category: ';
/** The post of the small site that is the newest. */
const toll = 'blog/bridge-toll-ends.md';
const heron = 'blog/heron-count.md';
/** The front page of the small site names its lead story. */
const unnamed = { 'pages/home.yaml': replace('    story: bridge-toll-ends\n', '') };
const withLines = (lines: string) => replace(front, `${lines}\n${front}`);

/** The small site with some files changed, built at a moment. */
async function build(changes: Changes, at = now) {
  let expires = Number.POSITIVE_INFINITY;
  const { report, files } = await buildInMemory(smallContent(changes), {
    now: at,
    onComposed: ({ edition }) => {
      expires = edition.clock.validUntil();
    },
  });
  const textOf = (path: string) => files.get(path) ?? '';
  return {
    problems: report.problems.map(where),
    expires,
    has: (path: string) => files.has(path),
    textOf,
    paths: [...files.keys()],
    pageAt: (path: string): CheerioAPI => load(textOf(`${path}.html`)),
    items: JSON.parse(textOf('feed.json') || '{"items":[]}').items as Record<string, string>[],
    rss: load(textOf('rss.xml'), { xml: true }),
  };
}

const mistakes = async (path: string, lines: string) =>
  (await problemsWith({ [path]: withLines(lines) })).map(where);

describe('a corrected story', () => {
  const lines = `corrections:
  - { date: 2026-11-10, text: The bridge is of 1931. }
  - { date: 2026-11-12T09:00:00-06:00, text: The mayor is "Ada" & not Ben. }
  - { date: 2026-11-21, text: It has two lanes. }`;
  const changes = {
    [toll]: withLines(lines),
    'pages/corrections.yaml': () => 'template: corrections\npath: /corrections\ntitle: Corrections\n',
  };

  test('shows its corrections so far below its text, the newest first, and counts as updated by them', async () => {
    const { problems, pageAt, items, rss } = await build(changes);
    expect(problems).toEqual([]);
    const $ = pageAt('blog/bridge-toll-ends');
    expect(textsOf($, '.prose ~ .corrections [role=note]')).toEqual([
      'Correction, Nov 12, 2026: The mayor is “Ada” & not Ben.',
      'Correction, Nov 10, 2026: The bridge is of 1931.',
    ]);
    expect($('.byline').text()).toContain('Updated Nov 12, 9:00 a.m.');
    expect(textsOf($, '.article__rail')).toEqual(['Corrected Nov 12, 2026 and Nov 10, 2026']);
    const [article] = ofType(thingsOf($), 'NewsArticle');
    expect(article).toMatchObject({
      dateModified: '2026-11-12T09:00:00-06:00',
      correction: [
        { '@type': 'CorrectionComment', text: 'The mayor is “Ada” & not Ben.' },
        { '@type': 'CorrectionComment', datePublished: '2026-11-10' },
      ],
    });
    const [item] = items;
    expect(item?.date_modified).toBe('2026-11-12T15:00:00.000Z');
    expect(item?.content_html).toContain('The bridge is of 1931.');
    expect(rss('item').first().find('content\\:encoded').text()).toContain('The bridge is of 1931.');
  });

  test('shows a correction to come from its day on, in the zone of the paper, and on the page of all', async () => {
    const start = new Date('2026-11-21T06:00:00Z');
    expect((await build(changes)).expires).toBe(start.getTime());
    const { pageAt, items } = await build(changes, start);
    expect(textsOf(pageAt('corrections'), 'dd > p:first-child')[0]).toBe('It has two lanes.');
    expect(valuesOf(pageAt('corrections'), 'dd a', 'href')).toEqual(Array(3).fill('/blog/bridge-toll-ends'));
    expect(items[0]?.date_modified).toBe(start.toISOString());
  });

  // It took minutes when each correction brought all others of its post to the page. That it ends is the test.
  test('may have 10,000 of them', async () => {
    const flood = Array.from({ length: 10_000 }, (_, i) => `  - { date: 2026-11-10, text: Line ${i}. }`);
    const { pageAt } = await build({ ...changes, [toll]: withLines(`corrections:\n${flood.join('\n')}`) });
    expect(pageAt('corrections')('dt')).toHaveLength(10_000);
  });

  test('shows them above its text in a paper with that policy, and is updated later by an update', async () => {
    const { pageAt } = await build({
      [toll]: withLines(`${lines}\nupdatedDate: 2026-11-19T08:00:00-06:00`),
      'site.yaml': (text) => `${text}\ncorrections:\n  place: top\n`,
    });
    const $ = pageAt('blog/bridge-toll-ends');
    expect($('[role=note]:first-child + [role=note]').parent().next('.prose')).toHaveLength(1);
    expect($('.byline').text()).toContain('Updated Nov 19, 8:00 a.m.');
    expect($('.article__rail')).toHaveLength(0);
  });

  test('may be corrected on the day of its publication', async () => {
    const { items } = await build({
      [heron]: withLines('corrections: [{ date: 2026-04-02, text: Forty-one. }]'),
    });
    expect(items.find(({ url }) => url?.endsWith('heron-count'))?.date_modified).toBe(
      '2026-04-02T22:30:00.000Z',
    );
    expect(await mistakes(heron, 'corrections:\n  - { date: 2027-04-01, text: Forty-one. }')).toEqual([
      `${heron}:8 doubtful-value`,
    ]);
  });
});

test('a kicker stands beside the category on the article and on cards, and a deck in the place of the excerpt on the article', async () => {
  const { pageAt, items } = await build({
    [toll]: withLines('kicker: Analysis\ndeck: Nobody pays any more.'),
  });
  const $ = pageAt('blog/bridge-toll-ends');
  expect(textsOf($, '.article__header .labels > *, .article__standfirst')).toEqual([
    'Business',
    'Analysis',
    'Nobody pays any more.',
  ]);
  expect(textsOf(pageAt('blog'), '.post-card:first .badge, .post-card:first .row + .fine')).toEqual([
    'Business',
    'Analysis',
  ]);
  expect(textsOf(pageAt('index'), '.lead .labels')).toEqual(['Analysis']);
  expect(textsOf(pageAt('blog'), '.post-card__excerpt')[0]).toBe(items[0]?.summary);
});

test('a story that leads elsewhere needs no text, and links to the whole of it', async () => {
  const lines = 'source: { name: The Ford Bulletin, url: "https://ford.example/a?b=1&c=2" }';
  const { problems, pageAt, items, rss } = await build({
    [toll]: (text) => withLines(lines)(text)?.replace(/(---\n.*?---\n).*/s, '$1'),
  });
  expect(problems).toEqual([]);
  const $ = pageAt('blog/bridge-toll-ends');
  expect($('.article a[href="https://ford.example/a?b=1&c=2"]').text()).toBe(
    'Read the whole story at The Ford Bulletin',
  );
  expect($('.article__text > .prose')).toHaveLength(1);
  expect(ofType(thingsOf($), 'NewsArticle')[0]?.isBasedOn).toBe('https://ford.example/a?b=1&c=2');
  expect(items[0]).toMatchObject({
    url: expect.stringMatching(/\/blog\/bridge-toll-ends$/),
    external_url: 'https://ford.example/a?b=1&c=2',
  });
  const content = load(rss('item').first().find('content\\:encoded').text());
  expect(textsOf(content, 'p')).toEqual([items[0]?.summary, 'Read the whole story at The Ford Bulletin']);
});

describe('a sponsored story', () => {
  const words = 'The count took a morning.';
  const sponsored = (lines: string): Readonly<Record<string, Change>> => ({
    [toll]: withLines(lines),
    [heron]: replace(words, `[Here](https://bank.example/) and [there](/blog). ${words}`),
  });

  test('says so wherever it appears, and never leads the front page by itself', async () => {
    const { problems, pageAt, rss, textOf, paths } = await build({
      ...unnamed,
      ...sponsored('sponsored: { by: Ferry Bank }'),
      'site.yaml': (text) => `${text}\nnewsletter: { footer: "{{ unsubscribe }}" }\n`,
      'pages/print.yaml': () => 'template: print\npath: /print\ntitle: Print\n',
      'pages/search.yaml': () => 'template: search\npath: /search\ntitle: Search\n',
    });
    expect(problems).toEqual([]);
    const label = 'Sponsored by Ferry Bank';
    expect(textsOf(pageAt('blog/bridge-toll-ends'), '.article__header .tag')).toEqual([label]);
    expect(textsOf(pageAt('archives'), '.post-list .tag')).toEqual([label]);
    expect(textsOf(pageAt('blog'), '.post-card .row').filter((row) => row.includes(label))).toHaveLength(1);
    expect(pageAt('index')('.lead .headline a').attr('href')).toBe('/blog/heron-count');
    expect(textsOf(pageAt('index'), '.paid')).toEqual([
      'Paid for by Ferry Bank The bridge toll ends in May Carts and cars will cross for free.',
    ]);
    const documents = paths.find((path) => path.includes('search-2026')) ?? '';
    for (const path of ['newsletter.html', 'newsletter.txt', 'print.html', documents])
      expect(textOf(path).split(label), path).toHaveLength(2);
    expect(textsOf(rss, 'item category').filter((name) => name === label)).toHaveLength(1);
    const [article] = ofType(thingsOf(pageAt('blog/bridge-toll-ends')), 'AdvertiserContentArticle');
    expect(article?.sponsor).toEqual({ '@type': 'Organization', name: 'Ferry Bank' });
  });

  test('cannot be named among news', async () => {
    const problems = await problemsWith({
      [toll]: withLines('sponsored: true'),
      [heron]: withLines('related: [bridge-toll-ends]'),
      'pages/home.yaml': (text) => `${text}  - { block: stories, title: All, only: [bridge-toll-ends] }\n`,
    });
    expect(problems.map(where)).toEqual([
      `${heron}:7 unknown-reference`,
      'pages/home.yaml:10 unknown-reference',
      'pages/home.yaml:43 unknown-reference',
    ]);
  });

  test('tells search engines which of its links are paid for, on its page and in feeds', async () => {
    const { pageAt, items } = await build({
      [heron]: (text) => withLines('sponsored: true')(sponsored('')[heron]?.(text) ?? ''),
    });
    const html = items.find(({ url }) => url?.endsWith('heron-count'))?.content_html ?? '';
    for (const $ of [pageAt('blog/heron-count'), load(html)]) {
      expect($('a[href="https://bank.example/"]').attr('rel')).toBe('sponsored');
      expect($('a[href$="/blog"]').attr('rel')).toBeUndefined();
    }
  });

  test('is not `sponsored: Ferry Bank`', async () => {
    expect(await mistakes(toll, 'sponsored: Ferry Bank')).toEqual([`${toll}:7 wrong-type`]);
  });
});

describe('a story with an end', () => {
  const changes = { [toll]: withLines('until: 2026-11-20') };
  const end = new Date('2026-11-21T06:00:00Z');

  test('is everywhere until the end of its last day', async () => {
    const { expires, textOf, items } = await build(changes);
    expect(expires).toBe(end.getTime());
    expect(textOf('sitemap.xml')).toContain('/blog/bridge-toll-ends<');
    expect(items[0]?.url).toMatch(/bridge-toll-ends$/);
  });

  test('is at its address alone after that, hidden from search engines', async () => {
    const tags = () => 'template: tags\npath: /tags\ntitle: Tags\n';
    const { problems, pageAt, textOf, items } = await build(
      { ...unnamed, ...changes, 'pages/tags.yaml': tags },
      end,
    );
    expect(problems).toEqual([]);
    const $ = pageAt('blog/bridge-toll-ends');
    expect($('meta[name=robots]').attr('content')).toBe('noindex');
    expect($('.tags a')).toHaveLength(0);
    for (const page of ['index', 'blog', 'archives', 'business'])
      expect(pageAt(page)('a[href="/blog/bridge-toll-ends"]'), page).toHaveLength(0);
    for (const path of ['sitemap.xml', 'rss.xml']) expect(textOf(path)).not.toContain('bridge-toll-ends<');
    expect(items.map(({ url }) => url)).not.toContain('https://alderferry.example/blog/bridge-toll-ends');
  });

  test('that the front page names leaves the lead to another', async () => {
    const { problems, pageAt } = await build(changes, end);
    expect(problems).toEqual([]);
    expect(pageAt('index')('.lead .headline a').attr('href')).toBe('/blog/heron-count');
  });

  test('cannot end before it begins', async () => {
    expect(await mistakes(heron, 'until: 2026-04-01')).toEqual([`${heron}:7 invalid-date`]);
    expect(await mistakes(heron, 'until: 2026-04-02')).toEqual([]);
  });
});

describe('settings of the feeds', () => {
  const feed = (lines: string): Change => replace('feed:\n', `feed:\n${lines}`);

  test('say how many stories they have, and whether with their texts', async () => {
    const { textOf, items, rss } = await build({ 'site.yaml': feed('  items: 2\n  content: excerpt\n') });
    expect(xmlFaults(textOf('rss.xml'))).toEqual([]);
    expect(rss('item')).toHaveLength(2);
    expect(items).toHaveLength(2);
    for (const { content_html, summary } of items) expect(load(content_html ?? '').text()).toBe(summary);
  });

  test('name a hub and an icon', async () => {
    const { textOf, has, rss } = await build({ 'site.yaml': feed('  hub: https://hub.example/\n') });
    expect(rss('channel > atom\\:link[rel=hub]').attr('href')).toBe('https://hub.example/');
    const json = JSON.parse(textOf('feed.json'));
    expect(json.hubs).toEqual([{ type: 'WebSub', url: 'https://hub.example/' }]);
    expect([json.icon, has('logo.png')]).toEqual(['https://alderferry.example/logo.png', true]);
    const problems = await problemsWith({ 'site.yaml': feed('  hub: hub.example\n') });
    expect(problems.map(({ suggestion }) => suggestion)).toEqual(['https://hub.example']);
  });
});

describe('the news sitemap', () => {
  const changes: Readonly<Record<string, Change>> = {
    'site.yaml': (text) => `${text}\nnewsSitemap: true\n`,
    [toll]: (text) => text.replace(/^publishedDate: .*$/m, 'publishedDate: 2026-11-19T10:00:00Z'),
    [heron]: (text) =>
      withLines('sponsored: true')(text)?.replace(
        /^publishedDate: .*$/m,
        'publishedDate: 2026-11-20T10:00:00Z',
      ),
  };

  test('has the stories of 48 hours that nobody paid for, and the build expires with the oldest', async () => {
    const { textOf, expires } = await build(changes);
    const xml = textOf('news-sitemap.xml');
    expect(xmlFaults(xml)).toEqual([]);
    const $ = load(xml, { xml: true });
    expect(textsOf($, 'loc')).toEqual(['https://alderferry.example/blog/bridge-toll-ends']);
    expect(textsOf($, 'news\\:language, news\\:publication_date')).toEqual(['en', '2026-11-19T10:00:00Z']);
    expect(textOf('robots.txt')).toContain('Sitemap: https://alderferry.example/news-sitemap.xml\n');
    expect(expires).toBe(Date.parse('2026-11-21T10:00:00Z'));
  });

  test('is empty after that, and such a build does not expire because of it', async () => {
    const { textOf, expires } = await build(changes, new Date('2026-11-23T10:00:00Z'));
    expect(textOf('news-sitemap.xml')).not.toContain('<url>');
    expect(expires).toBe(Date.parse('2027-01-01T06:00:00Z'));
  });
});
