import { dirname } from 'node:path';
import { load } from 'cheerio';
import { expect, it } from 'vitest';
import { createClock } from '../../cli/lib/clock.ts';
import { createCampaigns } from '../../cli/pages/campaigns.ts';
import type { Composed } from '../../cli/pipeline/compose.ts';
import { problemsWith, where } from '../changed-site.ts';
import { buildInMemory, type Changes, smallContent } from '../helpers.ts';
import { galleyWarm } from '../warm-program.ts';

/** A shop from Monday to Friday in one section, and what the paper promotes itself. */
const ads = `campaigns:
  - id: shop
    sponsor: Landing Supply
    picture: { wide: media/wide.svg, narrow: media/narrow.svg }
    alt: Rope and nails
    url: https://shop.example/
    from: 2026-11-16
    until: 2026-11-20
    sections: [Business, River Life]
    places: [section, article, letter]
    share: 3
  - id: own
    picture: media/wide.svg
    alt: Read us on paper
    url: /subscribe
    places: [front, article, print]
`;
const svg = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M0 0h9v9z"/></svg>`;
const eight = (text: string) => `${text}\n${'Words of a paragraph.\n\n'.repeat(8)}> Said.\n`;
const paper = (changes: Changes = {}) => ({
  'ads.yaml': ads,
  'media/wide.svg': svg(970, 250),
  'media/narrow.svg': svg(300, 250),
  'blog/heron-count.md': eight,
  ...changes,
});
const friday = new Date('2026-11-20T23:59:00-06:00');
async function build(changes: Changes, now = friday) {
  let edition: Composed['edition'] | undefined;
  const onComposed = (composed: Composed) => {
    edition = composed.edition;
  };
  const { files, report } = await buildInMemory(smallContent(changes), { now, onComposed });
  const shown = (path: string) =>
    load(files.get(path) ?? '')('.campaign')
      .toArray()
      .flatMap((place) =>
        load(place)('a, template a')
          .toArray()
          .map(({ attribs }) => attribs.href),
      );
  return { files, edition, shown, problems: report.problems };
}

it('A campaign runs in its places and sections from its first day to its last, and the build expires with it', async () => {
  const { files, shown, edition, problems } = await build(paper());
  expect(problems).toEqual([]);
  const everywhere = Object.fromEntries(
    [...files.keys()].flatMap((path) => (shown(path).length > 0 ? [[path, shown(path)]] : [])),
  );
  expect(everywhere).toEqual({
    'index.html': ['/subscribe'],
    'business.html': ['https://shop.example/'],
    'blog/heron-count.html': ['https://shop.example/', '/subscribe'],
  });
  expect(edition?.clock.validUntil()).toBeLessThanOrEqual(Date.parse('2026-11-21T00:00:00-06:00'));
  const later = await build(paper(), new Date('2026-11-21T00:00:00-06:00'));
  expect(later.shown('business.html')).toEqual([]);
  expect(later.files.get('blog/heron-count.html')).not.toContain('Landing Supply');
  const letter =
    edition && createCampaigns(edition, createClock(new Date('2026-11-18T06:00:00-06:00')))('letter');
  expect(letter).toMatchObject([{ id: 'shop', sponsor: 'Landing Supply', wide: { src: '/media/wide.svg' } }]);
});

it('It is labeled if somebody pays, keeps its space, and has a script only beside others', async () => {
  const { files } = await build(paper());
  const $ = load(files.get('blog/heron-count.html') ?? '');
  const place = $('.article__text > .prose + .campaign + .prose').prev();
  expect($('.article__text > .prose').first().children('p:nth-last-of-type(1)').index()).toBeGreaterThan(2);
  expect(place.attr('data-share')).toBe('3');
  expect(place.children('.campaign__label').text()).toBe('Advertisement');
  expect(place.children('a').attr()).toMatchObject({
    rel: 'sponsored noopener',
    href: 'https://shop.example/',
  });
  expect(place.find('> a img').attr()).toMatchObject({ width: '970', height: '250', alt: 'Rope and nails' });
  const own = load($('template', place).html() ?? '');
  expect([own('.campaign__label').length, own('a').attr('rel')]).toEqual([0, undefined]);
  expect($('script[src*="/campaigns-"]')).toHaveLength(1);
  expect(files.get('business.html')).not.toMatch(/campaigns-|cookie/);
  expect(files.get('rss.xml')).not.toContain('shop.example');
});

it.each([
  ['ads: none', 'ads: none\n'],
  ['an obituary', 'kicker: Obituary\n'],
  ['a correction', 'corrections: [{ date: 2026-11-20, text: It was a crane. }]\n'],
  ['a live story', 'live: false\n'],
])('It is in no story with %s', async (_, lines) => {
  const changes = { 'blog/heron-count.md': (text: string) => eight(text).replace('id:', `${lines}id:`) };
  expect((await build(paper(changes))).shown('blog/heron-count.html')).toEqual([]);
});

it('Without campaigns, or with none that runs, not a byte is on any page', async () => {
  const without = { 'ads.yaml': 'campaigns: []\n' };
  const { files } = await build(
    paper({ 'ads.yaml': ads.replace(/- id: own[\s\S]*/, '') }),
    new Date('2026-11-22T12:00:00Z'),
  );
  expect(files).toEqual((await build(paper(without), new Date('2026-11-22T12:00:00Z'))).files);
});

it('What is wrong or doubtful in ads.yaml is told at its line', async () => {
  const wrong = ads
    .replace('sections: [Business, River Life]', 'sections: [Busines]')
    .replace('id: own', 'id: shop');
  expect((await problemsWith(paper({ 'ads.yaml': wrong }))).map(where)).toEqual([
    'ads.yaml:9 unknown-reference Business',
    'ads.yaml:12 duplicate-id',
  ]);
  const ended = ads.replace('until: 2026-11-20', 'until: 2026-11-02');
  expect((await problemsWith(paper({ 'ads.yaml': ended }))).map(where)).toEqual(['ads.yaml:8 invalid-date']);
  const doubtful = ads
    .replace('wide.svg, narrow: media/narrow', 'narrow.svg, narrow: media/wide')
    .replace(/2026-11/g, '2025-11');
  const home = (text: string) => text.replace('  - block: ads\n', '');
  expect((await problemsWith(paper({ 'ads.yaml': doubtful, 'pages/home.yaml': home }))).map(where)).toEqual([
    'ads.yaml:4 doubtful-value',
    'ads.yaml:4 doubtful-value',
    'ads.yaml:8 doubtful-value',
    'ads.yaml:16 doubtful-value',
  ]);
});

it('`ads` prints the plan of the next 30 days', async () => {
  const content = smallContent(paper());
  const args = ['ads', '--content', content, '--now', '2026-11-18T12:00:00Z'];
  const { stdout, status } = await galleyWarm(dirname(content), args);
  expect(status).toBe(0);
  expect(stdout.replace(/ {2,}/g, ' | ')).toContain(
    'section | Nov 18, 2026 to Nov 20, 2026 | Landing Supply | share 3 | https://shop.example/ | Business, River Life\n',
  );
});
