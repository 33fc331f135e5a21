import { load } from 'cheerio';
import { expect, it, test } from 'vitest';
import { videoAt, videoCure, videoFault } from '../../cli/content/videos.ts';
import { buildInMemory, smallContent } from '../helpers.ts';

const id = 'aqz-KE-bpKQ';
const watch = `https://www.youtube.com/watch?v=${id}`;

it.each([
  [`https://m.youtube.com/watch?app=desktop&v=${id}&list=PL1&t=1m5s`, `${watch}&t=65s`, '?start=65'],
  [`http://youtube.com/shorts/${id}?feature=share`, watch, ''],
  [`https://www.youtube.com/live/${id}?si=x&t=90`, `${watch}&t=90s`, '?start=90'],
  [`https://youtu.be/${id}#`, watch, ''],
  [
    'https://vimeo.com/76979871/8272103f6e?share=copy',
    'https://vimeo.com/76979871/8272103f6e',
    '?h=8272103f6e',
  ],
  [
    'https://player.vimeo.com/video/76979871?h=827a#t=30s',
    'https://vimeo.com/76979871/827a#t=30s',
    '?h=827a#t=30s',
  ],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://vimeo.com/76979871', ''],
  ['https://vimeo.com/about', undefined, undefined],
  [`https://evil.example/?${watch}`, undefined, undefined],
  [`https://www.youtube.com.evil.example/watch?v=${id}`, undefined, undefined],
  [`${watch}_more`, undefined, undefined],
])('the video at %s is %s', (written, address, query) => {
  expect(videoAt(written)?.address).toBe(address);
  expect(videoAt(written)?.query).toBe(query);
});

it.each([
  ['https://www.youtube.com/playlist?list=PL1', /playlist/],
  ['https://www.youtube.com/embed/videoseries?list=PL1', /playlist/],
  ['https://youtu.be/aqz-KE', /missing/],
  [watch, undefined],
  ['https://www.youtube.com/@TrinityCourier', undefined],
])('what is no single video is told in words: %s', (address, message) => {
  if (message) expect(videoFault(address)?.[0]).toMatch(message);
  else expect(videoFault(address)).toBeUndefined();
});

it.each([
  [
    `<iframe width="560" src="//www.youtube.com/embed/${id}?rel=0&amp;start=9" title="A"></iframe>`,
    `${watch}&t=9s`,
  ],
  [`[embed width="600"]https://youtu.be/${id}[/embed]`, watch],
  [`{{< youtube id="${id}" title="Celebration" >}}`, watch],
  ['[vimeo 76979871]', 'https://vimeo.com/76979871'],
])('who pastes %s is told the very line to write, which plays', (markup, line) => {
  const [, told = ''] = /`(.*)`/.exec(videoCure(markup) ?? '') ?? [];
  expect(told).toBe(line);
  expect(videoAt(told)).toBeDefined();
});

test('a video needs no file, and has the name and the picture that the text gives it', async () => {
  const content = smallContent({
    'blog/heron-count.md': (text) =>
      `${text}\n[What *it* shows](https://youtu.be/${id}?t=5)\n\n[![The bridge](media/bridge.png "At dusk | Ann")](${watch})\n\nm.youtube.com/watch?v=${id}\n\nhttps://www.youtube.com/playlist?list=PL1\n`,
    'pages/home.yaml': (text) =>
      text.replace(/provider: video\n( +)id: .*/, `provider: youtube\n$1id: ${id}`),
  });
  const { files, report } = await buildInMemory(content);
  expect(report.problems.map(({ rule, severity, line }) => [rule, severity, line])).toEqual([
    ['markdown-slip', 'warning', expect.any(Number)],
  ]);
  const $ = load(files.get('blog/heron-count.html') ?? '');
  const shown = $('.facade')
    .toArray()
    .map((facade) => {
      const frame = load($('template', facade).html() ?? '')('iframe');
      return [$('strong', facade).text(), $('a', facade).text(), frame.attr('title'), frame.attr('src')];
    });
  const player = `https://www.youtube-nocookie.com/embed/${id}`;
  expect(shown).toEqual([
    ['What it shows', 'Watch on YouTube', 'What it shows', `${player}?start=5`],
    ['The bridge', 'Watch on YouTube', 'The bridge', player],
    ['From YouTube', 'Watch on YouTube', 'From YouTube', player],
  ]);
  expect($('.facade__picture img').attr()).toMatchObject({ alt: '', width: expect.any(String) });
  expect($('figure:has(.facade) figcaption').text()).toBe('At dusk Ann');
});
