import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { buildInMemory, sites, smallContent } from '../../helpers.ts';

const heron = readFileSync(join(sites, 'small', 'content', 'blog', 'heron-count.md'), 'utf8');
const published = /^publishedDate: (.*)$/m.exec(heron)?.[1] ?? '';
const address = 'https://alderferry.example/blog/heron-count';

/** The small site with more lines in one post's front matter, and what the built site says about that post. */
async function build(lines: string) {
  const content = smallContent({
    'blog/heron-count.md': (text) => `${text.replace(/^publishedDate: .*$/m, `$&\n${lines}`.trimEnd())}\n`,
  });
  const { report, files } = await buildInMemory(content);
  const $ = load(files.get('blog/heron-count.html') ?? '');
  const items = JSON.parse(files.get('feed.json') ?? '{"items":[]}').items as {
    url: string;
    date_modified: string;
    date_published: string;
  }[];
  const sitemap = (files.get('sitemap.xml') ?? '').split('\n');
  return {
    problems: report.problems,
    byline: $('.article__header .byline').text(),
    dates: [
      /"dateModified":"([^"]*)"/.exec($('script[type="application/ld+json"]').text())?.[1],
      $('meta[property="article:modified_time"]').attr('content'),
      /<lastmod>(.*)<\/lastmod>/.exec(sitemap.find((line) => line.includes(`${address}<`)) ?? '')?.[1],
    ],
    item: items.find(({ url }) => url === address),
    built: /<lastBuildDate>(.*)<\/lastBuildDate>/.exec(files.get('rss.xml') ?? '')?.[1],
  };
}

test('a post that was updated gives the date to readers, search engines and feeds', async () => {
  const updated = '2026-11-19T20:30:00-06:00';
  const { problems, byline, dates, item, built } = await build(`updatedDate: ${updated}`);
  expect(problems).toEqual([]);
  expect(byline).toMatch(/ · Updated Nov 19, 8:30 p\.m\.$/);
  expect(dates).toEqual([updated, updated, updated]);
  expect(item?.date_modified).toBe(new Date(updated).toISOString());
  expect(item?.date_published).toBe(new Date(published).toISOString());
  expect(built).toBe(new Date(updated).toUTCString());
});

test('a post without an update, or with a future one, has the date of its publication', async () => {
  for (const lines of ['', 'updatedDate: 2026-12-24T12:00:00Z']) {
    const { problems, byline, dates, item } = await build(lines);
    expect(problems.map(({ message }) => message)).toEqual(
      lines === '' ? [] : ['This date is in the future: 2026-12-24.'],
    );
    expect(byline).not.toContain('Updated');
    expect(dates).toEqual([published, published, published]);
    expect(item?.date_modified).toBe(new Date(published).toISOString());
  }
});

test.each([
  ['an update', 'updatedDate: 2001-01-01T00:00:00Z', 14],
  ['a correction', 'corrections: [{ date: 2001-01-01, text: It was. }]', 23],
])('reports %s before the publication', async (_, line, column) => {
  const { problems } = await build(line);
  expect(problems).toMatchObject([{ file: 'content/blog/heron-count.md', rule: 'invalid-date', column }]);
});

test('the ask is after each article, and leads to the donation page unless it says otherwise', async () => {
  for (const path of ['', '      path: /subscribe\n']) {
    const content = smallContent({
      'site.yaml': (text) =>
        text.replace(/^ {2}donateUrl: .*\n/m, `$&  ask:\n      text: Neighbors pay for it.\n${path}`),
    });
    const { files } = await buildInMemory(content);
    const ask = load(files.get('blog/heron-count.html') ?? '')('.article__text ~ .article__end aside.panel');
    expect(ask.text()).toBe('Neighbors pay for it.Donate');
    expect(ask.find('a').attr('href')).toBe(path ? '/subscribe' : 'https://donate.example/alder-ferry');
    expect(files.get('about.html')).not.toContain('Neighbors pay for it.');
  }
});
