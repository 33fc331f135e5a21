import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { createBuildCache } from '../../cli/lib/build-cache.ts';
import { buildInMemory, changeFiles, root, smallContent } from '../helpers.ts';
import { valuesOf } from '../parsed-pages.ts';
import { xmlFaults } from '../pipeline/xml-faults.ts';

const video = 'https://www.video.example/watch/abc_1?t=30';
const text = `
![The bridge](media/bridge.png "The bridge | Ben Ortiz")

${video}

> [!note]
> Bring a coat.

> [!quote]
> A wall.
> — Odile Marsh

media/interview.mp3

/media/interview.mp3 is no player in a sentence.
`;
const lead = `imageUrl: media/bridge.png
imageAlt: The bridge
imageCaption: The bridge on "its" last day & night
imageCredit: Ana Ruiz < Agency
`;

/** The small paper whose post about the bridge has more in its text and its front matter. */
function paper({ more = text, fields = lead } = {}) {
  const content = smallContent({
    'blog/heron-count.md': (before) => before.replace(/^---\n(?!id)/m, `${fields}---\n`) + more,
  });
  cpSync(join(root, 'content/media/courier-radio.mp3'), join(content, 'media', 'interview.mp3'));
  return content;
}

const page = 'blog/heron-count.html';
const policyOf = (html = '') => load(html)('meta[http-equiv]').attr('content')?.split('; ') ?? [];
const assetsOf = (files: ReadonlyMap<string, string>) =>
  [...files.keys()]
    .filter((path) => /^assets\/.*(?:css|js)$/.test(path))
    .map((path) => path.replace(/-\w+\./, '.'));

test('a page shows the blocks in its text, with their styles, scripts and policy alone', async () => {
  const { files, report } = await buildInMemory(paper());
  expect(report.problems).toEqual([]);
  const $ = load(files.get(page) ?? '');
  expect($('.prose figure.figure figcaption').text()).toBe('The bridge Ben Ortiz');
  expect(
    $('.prose aside.callout')
      .text()
      .trim()
      .split(/\s*\n\s*/),
  ).toEqual(['Note', 'Bring a coat.']);
  expect($('.prose .pull-quote figcaption').text()).toBe('Odile Marsh');
  expect($('.prose audio').attr()).toMatchObject({
    src: '/media/interview.mp3',
    preload: 'none',
    controls: '',
  });
  expect($('.prose .facade > p > a').attr('href')).toBe(video);
  expect(load($('.prose template').html() ?? '')('iframe').attr()).toMatchObject({
    src: 'https://video.example/embed/abc_1',
    title: 'From Video service',
    sandbox: 'allow-same-origin allow-scripts',
    referrerpolicy: 'strict-origin-when-cross-origin',
    height: '600',
  });
  expect(policyOf(files.get(page))).toEqual(
    expect.arrayContaining(['frame-src https://video.example', "media-src 'self'"]),
  );
  const parts = ['callout', 'embed', 'figure', 'pull-quote', 'sound'];
  const linked = $('link[rel=stylesheet]')
    .toArray()
    .map((link) => $(link).attr('href') ?? '');
  expect(linked.slice(1).map((href) => href.replace(/^\/assets\/(.*)-\w+\.css$/, '$1'))).toEqual(parts);
  expect($('script[src*="/embed-"]')).toHaveLength(1);
  const other = files.get('blog/bridge-toll-ends.html') ?? '';
  expect(policyOf(other).join()).not.toMatch(/frame-src|media-src/);
  expect(other).not.toMatch(/assets\/(?:figure|embed|sound|callout|pull-quote)-/);
});

test('a paper without blocks publishes no files for them', async () => {
  const { files } = await buildInMemory(smallContent());
  expect(assetsOf(files).filter((path) => /figure|sound|callout|pull-quote|tables/.test(path))).toEqual([]);
  expect(files.get('rss.xml')).not.toContain('media:');
});

test('the text in feeds has what their readers can show: links, quotations and figures', async () => {
  const { files } = await buildInMemory(paper());
  const xml = files.get('rss.xml') ?? '';
  expect(xmlFaults(xml)).toEqual([]);
  const item = load(xml, { xml: true })('item:contains("herons")');
  const $ = load(item.children('content\\:encoded').text());
  expect($('figure figcaption').text()).toBe('The bridge Ben Ortiz');
  expect(
    $('blockquote')
      .toArray()
      .map((quote) =>
        $(quote)
          .text()
          .trim()
          .split(/\s*\n\s*/),
      ),
  ).toEqual([
    ['Note', 'Bring a coat.'],
    ['A wall.', '— Odile Marsh'],
  ]);
  expect(valuesOf($, 'p > a', 'href')).toEqual([
    'https://alderferry.example/blog/bridge-toll-ends',
    video,
    'https://alderferry.example/media/interview.mp3',
  ]);
  expect($('iframe, audio, aside, template')).toHaveLength(0);
});

test('the caption and the credit of a post’s picture are on its page and in feeds', async () => {
  const caption = 'The bridge on “its” last day & night';
  const credit = 'Ana Ruiz < Agency';
  const { files } = await buildInMemory(paper());
  const $ = load(files.get(page) ?? '');
  expect($('figure.article__picture figcaption').text()).toBe(`${caption} ${credit}`);
  const xml = files.get('rss.xml') ?? '';
  expect(xml).toContain('xmlns:media="http://search.yahoo.com/mrss/"');
  const media = load(xml, { xml: true })('item > media\\:content');
  expect(media.attr()).toMatchObject({
    url: 'https://alderferry.example/media/bridge.png',
    type: 'image/png',
    medium: 'image',
  });
  expect(media.children('media\\:description').text()).toBe(caption);
  expect(media.children('media\\:credit').text()).toBe(credit);
});

test('pages are rendered again if a provider changes, and a page if its sound is gone', async () => {
  const content = paper();
  const buildCache = createBuildCache();
  const keys = new Set<string>();
  const build = () =>
    buildInMemory(content, { buildCache, onComposed: ({ keyOfPage }) => keys.add(keyOfPage({})) });
  await build();
  await build();
  expect(keys.size).toBe(1);
  changeFiles(content, {
    'embeds.yaml': (text) => text.replace('video.example/embed', 'player.example/embed'),
  });
  expect(policyOf((await build()).files.get(page))).toContain('frame-src https://player.example');
  expect(keys.size).toBe(2);
  rmSync(join(content, 'media', 'interview.mp3'));
  expect((await build()).report.problems.map(({ rule }) => rule)).toContain('missing-media');
});
