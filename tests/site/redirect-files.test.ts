import * as cheerio from 'cheerio';
import { expect, it } from 'vitest';
import { buildInMemory, smallContent } from '../helpers.ts';

const post = (name: string, fields: string) => `---
id: "${name}"
title: Oars & "paddles"
excerpt: About oars.
author: Ada Lund
publishedDate: 2026-01-02T12:00:00-06:00
category: River Life
${fields}
---
Text.
`;

const content = () =>
  smallContent({
    'blog/oars.md': post('oars', 'aliases: [/2019/oars.html, /Archive/Oars/, "/caf%C3%A9/l\'eau"]'),
    'blog/draft.md': post('draft', 'draft: true\naliases: [/2019/draft]'),
    'blog/to-come.md': post('to-come', 'aliases: [/2019/to-come]').replace('2026-01', '2026-12'),
    'redirects.yaml':
      '- { from: /old.php, to: "https://elsewhere.example/a?b=1&c=\\"#d" }\n- { from: /us, to: /about#Team }\n',
  });

it('sends readers of former addresses on, by pages and by a list for hosts', async () => {
  const { report, files } = await buildInMemory(content());
  expect(report.problems).toEqual([]);
  expect(files.get('_redirects')).toBe(
    [
      '/2019/oars.html /blog/oars 301',
      '/Archive/Oars/ /blog/oars 301',
      "/caf%C3%A9/l'eau /blog/oars 301",
      '/old.php https://elsewhere.example/a?b=1&c=%22#d 301',
      '/us /about#Team 301',
      '',
    ].join('\n'),
  );
  const stubs = [...files].filter(([, text]) => text.includes('http-equiv="refresh"'));
  expect(stubs.map(([path]) => path)).toEqual([
    '2019/oars.html',
    'Archive/Oars.html',
    'Archive/Oars/index.html',
    "café/l'eau.html",
    'old.php.html',
    'us.html',
  ]);
  for (const [path, html] of stubs) {
    const $ = cheerio.load(html);
    const href = $('a').attr('href');
    expect($('meta[http-equiv=refresh]').attr('content'), path).toBe(`0; url=${href}`);
    expect($('meta[name=robots]').attr('content')).toBe('noindex');
    expect($('meta[http-equiv=Content-Security-Policy]').attr('content')).toMatch(/^default-src 'none';/);
    expect(new URL($('link[rel=canonical]').attr('href') ?? '').pathname).toBe(
      new URL(href ?? '', 'https://x.example').pathname,
    );
    expect($('title').text()).not.toBe('');
  }
});

it('keeps former addresses out of the sitemap, the feeds and the count of pages', async () => {
  const bare = smallContent({ 'blog/oars.md': post('oars', 'tags: []') });
  const [before, after] = [await buildInMemory(bare), await buildInMemory(content())];
  expect(after.report.pages).toBe(before.report.pages);
  for (const path of ['sitemap.xml', 'rss.xml', 'feed.json'])
    expect(after.files.get(path)).toBe(before.files.get(path));
  expect(before.files.has('_redirects')).toBe(false);
});

it('builds the former addresses of drafts with the drafts', async () => {
  const { files } = await buildInMemory(content(), { drafts: true });
  expect([files.has('2019/draft.html'), files.has('2019/to-come.html')]).toEqual([true, true]);
});
