import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { renderFrontPage } from '../../cli/commands/serve/dev-server.ts';
import { inRows } from '../../templates/rows.ts';
import { textsOf, valuesOf } from '../parsed-pages.ts';
import { frontPage, newest, outline, picture } from './front-page.ts';

test('rows have four stories at most, are as even as can be, and longer ones are last', () => {
  const rows = Array.from({ length: 13 }, (_, i) => inRows(Array(i + 1).fill(i), 4));
  expect(rows.map((row) => row.map(({ length }) => length).join('+')).join(' ')).toBe(
    '1 2 3 4 2+3 3+3 3+4 4+4 3+3+3 3+3+4 3+4+4 4+4+4 3+3+3+4',
  );
});

const hour = 3_600_000;
const five = 'a* b* c d* e*';

/** What is on the front page. */
const shown = async (...paper: Parameters<typeof frontPage>) => outline((await frontPage(...paper)).$);

describe('the lead', () => {
  test.each([
    ['has two columns, each with a picture', five, '', 'usual: a* | side: b* c | side: d* e'],
    ['without a picture is words', 'a b* c d* e*', '', 'text: a | side: b* c | stories: d* e*'],
    ['is a feature if its block says so', five, ', form: feature', 'feature: a* | stories: b* c d* e*'],
    ['fills the page if it is alone', 'a*', '', 'feature: a*'],
    ['has the other parts of its series under it', 'a~ b c~', '', 'text: a | lines: c | side: b'],
    ['has first what its block names', five, ', stories: 3, beside: [e]', 'usual: a* | side: e* b | side: c'],
    ['is the heaviest', 'a:1 b:2 c d:4', '', 'text: d | side: c | stories: b | briefs: a'],
    ['is the story that its block names', 'a b:5', ', story: a', 'text: a | side: b'],
    ['is never paid for, nor is what is beside it', 'a$ b c', '', 'text: b | side: c | paid: a'],
  ])('%s', async (_, stories, fields, expected) => {
    expect(await shown(stories, [`lead${fields}`])).toBe(expected);
  });

  test('of weight 5 is a banner, until there is a story two days newer', async () => {
    const age = (hours: number) => ({
      lines: { b: `publishedDate: ${new Date(newest - hours * hour).toISOString()}` },
    });
    expect(await shown('a* b*:5 c', ['lead'], age(47))).toBe('banner: b* | side: a* | side: c');
    expect(await shown('a* b*:5 c', ['lead'], age(49))).toBe('usual: a* | side: c | side: b*');
  });

  test('has what it names under it, and a panel at its right', async () => {
    const panel = 'lead, panel: { title: Closings, items: [{ name: School }] }';
    const lines = { a: 'related: [e]' };
    expect(await shown('a* b* c d* e', [panel], { lines })).toBe(
      'usual: a* | lines: e | side: b* c | facts: Closings | stories: d*',
    );
  });

  test('leaves its picture for no other story', async () => {
    const lines = { b: picture('a') };
    expect(await shown('a* b c*', ['lead'], { lines })).toBe('usual: a* | side: b | side: c*');
  });

  test('is another on the days that dev shows', async () => {
    const { composed, $ } = await frontPage('a* b*:4 c* d');
    const leadOf = (page: typeof $) => outline(page).replace(/ \|.*/, '');
    const days = (['quiet', 'big', 'breaking', 'sunday'] as const).map(async (day) =>
      leadOf(load(String(await renderFrontPage(composed, day)))),
    );
    expect([leadOf($), ...(await Promise.all(days))].join(', ')).toBe(
      'usual: b*, usual: a*, banner: b*, text: b, feature: b*',
    );
  });
});

describe('a block of stories', () => {
  test.each([
    ['is rows', five, 'stories: 5', 'stories: a* b* | stories: c d* e*'],
    ['of one is a feature', five, 'stories: 1', 'story: a*'],
    ['of 13 is a list', 'a b c d e f g h i j k l m', 'stories: 13', 'river: a b c d e f g h i j k l m'],
    ['has parts of a series as lines', 'a~ b c~ d', 'form: feature', 'story: a | lines: c | stories: b d'],
    ['of voices has no pictures', five, 'form: voices', 'stories: a b c d'],
    ['has first what it names', five, 'stories: 2, only: [d]', 'stories: d* a*'],
  ])('%s', async (_, stories, fields, expected) => {
    expect(await shown(stories, [`stories, title: All, ${fields}`])).toBe(expected);
  });

  test('keeps what another block names, and may have several categories', async () => {
    const blocks = ['stories, title: A, category: [Business, River Life]', 'lead, story: a, stories: 0'];
    expect(await shown('a b c', blocks)).toBe('stories: b c | text: a');
  });

  test('labels no story as its heading or all its neighbors do', async () => {
    const blocks = ['stories, title: News, stories: 2', 'stories, title: Business, stories: 3'];
    const lines = { d: 'category: River Life', e: 'kicker: Ice' };
    const { $ } = await frontPage('a b c d e', blocks, { lines });
    expect(textsOf($, '.own .labels')).toEqual(['River Life', 'Ice']);
  });
});

const board = (...names: readonly string[]) =>
  `board, feeds: [${names.map((name) => `{ feedTitle: ${name}, rssUrl: "https://${name}.example/rss" }`)}]`;

test('what is paid for is above the boards, unless a block says where', async () => {
  const order = async (...blocks: readonly string[]) =>
    valuesOf((await frontPage('a b$', blocks)).$, 'main > :is(.lead, .paid, .band)', 'class');
  expect(await order(board('a'))).toEqual(['paid', 'band']);
  expect(await order(board('a'), 'paid')).toEqual(['band', 'paid']);
  expect(await order('lead')).toEqual(['paid']);
});

test('boards and what is between them are a band, in which one board and a video or an advertisement are a pair', async () => {
  const video = 'video, provider: video, id: ferry-1, title: The ferry';
  const blocks = [board('a'), video, board('b'), 'ads', board('c'), board('d', 'e'), 'lead', board('f')];
  const { $ } = await frontPage('a', blocks);
  const parts = $('.band > div').map((_, part) => $(part).find('.feed, .video, .ad').length);
  expect([$('.band').length, ...parts]).toEqual([2, 2, 2, 1, 2, 1]);
  expect($('.band__pair > .video, .band__pair > .ad')).toHaveLength(2);
});

test('a story is breaking for six hours, and live as long as it says so', async () => {
  const lines = { a: 'breaking: true', b: 'live: true' };
  const later = async (time: number) =>
    (await frontPage('a b', ['lead'], { lines, at: new Date(newest + time) })).$;
  expect(textsOf(await later(6 * hour - 1), '.labels')[0]).toBe('Breaking Nov 20, 6:00 a.m.');
  expect(textsOf(await later(6 * hour), '.mark')).toEqual(['Live']);
});

test('a picture is cropped where its story says, an upright one below its top', async () => {
  const lines = { a: 'imageFocus: left', b: picture('tall'), c: `${picture('tall-c')}\nimageFocus: bottom` };
  const { $ } = await frontPage('a* b c', ['lead'], { lines });
  expect(valuesOf($, '.front-page img', 'class')).toEqual(['focus-left', 'upright', 'focus-bottom']);
});

test('covers are drawn for cards where a paper asks for it, and else on the list of all posts alone', async () => {
  const pictures = async (site: string) => {
    const { pageAt } = await frontPage('a b', ['lead'], { files: { 'site.yaml': (text) => text + site } });
    return ['/', '/blog', '/blog/a'].map((address) => pageAt(address)('article img').length);
  };
  expect([...(await pictures('')), ...(await pictures('covers: cards\n'))]).toEqual([0, 2, 0, 2, 2, 0]);
});

test('a section opens with its newest story that has a picture, and two or three others; briefs stay in its list', async () => {
  const files = { 'site.yaml': (text: string) => text.replace('postsPerPage: 2', 'postsPerPage: 9') };
  const section = async (stories: string) =>
    outline((await frontPage(stories, [], { files })).pageAt('/business'));
  expect(await section('a:1 b c* d e f*')).toBe('story: c* | side: b d e | river: a f*');
  expect(await section('a:1 b c* d* e f*')).toBe('story: c* | side: b d* | river: a e f*');
});
