import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildInMemory, sites, smallContent } from '../../helpers.ts';
import { valuesOf } from '../../parsed-pages.ts';

const sound = join(sites, 'spanish', 'content', 'media', 'entrevista.mp3');

/** The small paper with a podcast, whose cover has this width, and a sound in one post. */
async function build(lines: string, width = 1400) {
  const content = smallContent({
    'pages/podcast.yaml': `template: podcast\npath: /podcast\ntitle: Ferry Sounds\ndescription: Heard at the landings.\npicture: media/cover.png\nemail: desk@alderferry.example\n${lines}`,
    'blog/heron-count.md': (text) =>
      `${text}\nHear it:\n\nmedia/heron.mp3\n\nAnd another:\n\nmedia/goose.mp3\n`,
  });
  const media = (name: string) => join(content, 'media', name);
  await sharp({ create: { width, height: width, channels: 3, background: '#888' } }).toFile(
    media('cover.png'),
  );
  for (const name of ['heron.mp3', 'goose.mp3']) copyFileSync(sound, media(name));
  const { report, files } = await buildInMemory(content);
  const problems = report.problems.map(({ file, line, rule }) => `${file}:${line} ${rule}`);
  return { problems, suggestion: report.problems[0]?.suggestion, files };
}

test('a podcast has the posts with a sound, and a feed that directories accept', async () => {
  const { problems, files } = await build('category: Kids & Family\n');
  expect(problems).toEqual([]);
  const page = load(files.get('podcast.html') ?? '');
  expect(valuesOf(page, '.podcast audio', 'src')).toEqual(['/media/heron.mp3']);
  expect(page('.podcast source').attr('srcset')).toContain('-480.avif 480w');
  expect(page('link[type="application/rss+xml"]').first().attr('href')).toBe('/podcast/rss.xml');
  const feed = load(files.get('podcast/rss.xml') ?? '', { xml: true });
  expect(feed('rss').attr('xmlns:itunes')).toBe('http://www.itunes.com/dtds/podcast-1.0.dtd');
  expect(feed('itunes\\:category').attr('text')).toBe('Kids & Family');
  expect(feed('channel > itunes\\:image').attr('href')).toBe('https://alderferry.example/media/cover.png');
  expect(feed('itunes\\:owner itunes\\:email').text()).toBe('desk@alderferry.example');
  expect(feed('itunes\\:explicit').text()).toBe('false');
  expect(feed('item')).toHaveLength(1);
  expect(feed('item enclosure').attr()).toEqual({
    url: 'https://alderferry.example/media/heron.mp3',
    length: String(statSync(sound).size),
    type: 'audio/mpeg',
  });
  const paper = load(files.get('rss.xml') ?? '', { xml: true });
  expect(paper('guid').text()).toContain(feed('item guid').text());
});

test('mistakes of a podcast are told at their lines', async () => {
  const file = 'content/pages/podcast.yaml';
  expect((await build('', 1000)).problems).toEqual([`${file}:5 invalid-picture`]);
  expect((await build('category: Newz\n')).problems).toEqual([`${file}:7 unknown-value`]);
  expect(await build('tag: bridgez\n')).toMatchObject({ problems: [`${file}:7 doubtful-value`] });
});
