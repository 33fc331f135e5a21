import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { feedKey, writeSnapshot } from '../../cli/headlines/snapshots.ts';
import { atLeastOne } from '../at-least-one.ts';
import { temporaryFolder } from '../helpers.ts';
import { settle } from './browser-window.ts';
import { overflowFaults } from './page-checks.ts';
import { servePaper } from './served-papers.ts';
import { serveVillage } from './village.ts';
import { newPage, usedPage, visit, visitOnce, withoutScripts } from './visits.ts';

/** When the feeds of the paper below were read, and its pages were built. */
const read = new Date('2026-11-20T18:00:00Z');
const minute = 60_000;
const hour = 60 * minute;

/** Titles as feeds have them at their worst. */
const oddTitles = [
  'مجلس مدينة دالاس يؤجل التصويت على مستقبل منتزه المعارض حتى ديسمبر المقبل',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsprotokollführerin',
  'x'.repeat(300),
  'A very long headline about a long meeting and what each member of the commission said of it. '.repeat(3),
  '達拉斯市議會將投票推遲到十二月並要求第二次估算成本因為第一次的估算過低',
  '<img src=x onerror=alert(1)> & “quotes”',
  'OK',
];

const iso = (date: Date) => `${date.toISOString().slice(0, 19)}Z`;

/** Twenty headlines, the newest five minutes old; each twice as old as the one before, a month at the most. */
const headlines = (name: string, titleOf: (i: number) => string) =>
  Array.from({ length: 20 }, (_, i) => ({
    title: titleOf(i),
    link: `https://${name}.example/2026/11/20/story-${i}`,
    published: iso(new Date(read.getTime() - Math.min(5 * minute * 2 ** i, 30 * 24 * hour))),
  }));

const feeds = {
  'https://county.example/rss': headlines('county', (i) => `Story ${i} of a council and its river`),
  'https://state.example/rss': headlines('state', (i) => `Report ${i} from a state capitol far away`),
  'https://trade.example/rss': headlines('trade', (i) => `Price ${i} of boats and bread`),
  'https://capitol.example/rss': headlines('odd', (i) => oddTitles[i % oddTitles.length] ?? '').map(
    ({ published, ...item }, i) => ({ ...item, ...[{}, { published: '2026-11-20' }][i % 3] }),
  ),
  'https://levels.example/rss': headlines('levels', (i) => `Level ${i} `.repeat(30)).slice(0, 4),
};

let site: string;
/** Two pages at rest: each test leaves their boards collapsed. */
let front: Page;
let category: Page;

beforeAll(async () => {
  const folder = join(temporaryFolder(), 'feeds');
  for (const [url, items] of Object.entries(feeds)) {
    const { origin } = new URL(items[0]?.link ?? '');
    writeSnapshot(folder, { version: 1, url: feedKey(url), link: `${origin}/`, read: iso(read), items });
  }
  site = await serveVillage({}, ['--feeds', folder, '--now', iso(read)]);
  front = await visitOnce(site, wide);
  category = await visitOnce(`${site}/politics`);
});

const wide = { viewport: { width: 1280, height: 900 } };

const boardOn = (page: Page, title: string) => {
  const block = page.locator('section[data-feed-block]', { has: page.getByRole('heading', { name: title }) });
  return {
    block,
    toggle: block.locator('summary'),
    state: async () => (await seenOf(block.locator('.board')))[0] ?? noBoard,
    foot: block.locator('.board__foot'),
  };
};

const noBoard = { height: 0, whole: 0, cut: 0, reached: 0, scrolled: 0 };

/** What readers see of boards: how many headlines whole and cut, how many of the others the keyboard reaches, and whether a board scrolls. */
const seenOf = (boards: Locator) =>
  boards.evaluateAll((all) =>
    all.map((board) => {
      board.scrollTo(999, 999);
      const { left, right, top, bottom, height } = board.getBoundingClientRect();
      const shown = [...board.querySelectorAll('li')].filter((row) => row.checkVisibility());
      const boxes = shown.map((row) => ({ box: row.getBoundingClientRect(), row }));
      const inside = boxes.filter(({ box }) => box.left < right && box.right > left);
      const isWhole = (box: DOMRect) =>
        box.top >= top - 1 && box.bottom <= bottom + 1 && box.right <= right + 1;
      const whole = inside.filter(({ box }) => isWhole(box)).length;
      return {
        height: Math.round(height),
        whole,
        cut: inside.length - whole,
        reached: boxes.filter((each) => !inside.includes(each) && !each.row.inert).length,
        scrolled: board.scrollTop + board.scrollLeft,
      };
    }),
  );

describe('a board at 1280', () => {
  it('is at most 300 high, and 600 once more of it is shown', async () => {
    await front.setViewportSize(wide.viewport);
    for (const title of ['Featured Stories', 'Latest News', 'Politics', 'Business']) {
      const board = boardOn(front, title);
      const collapsed = await board.state();
      expect(collapsed.whole, title).toBeGreaterThan(0);
      expect(collapsed.height, title).toBeLessThanOrEqual(300);
      await board.toggle.click();
      const expanded = await board.state();
      expect(expanded.whole, title).toBeGreaterThan(collapsed.whole);
      expect(expanded.height, title).toBeLessThanOrEqual(600);
      await board.toggle.click();
      // A script makes headlines out of view inert once their rows have another size.
      await expect.poll(board.state, { message: title }).toEqual(collapsed);
    }
  });

  it('does the same without scripts, and the keyboard sees what it reaches', async () => {
    const page = await visit(site, { ...wide, ...withoutScripts });
    const board = boardOn(page, 'Politics');
    const { whole } = await board.state();
    await board.block.locator('.board a:visible').last().focus();
    expect((await board.state()).reached).toBe(0);
    await board.block.getByText('See All Articles').click();
    expect((await board.state()).whole).toBeGreaterThan(whole);
    await board.block.getByText('Show Less').click();
    expect((await board.state()).whole).toBe(whole);
  });
});

describe('a board, 320, 768, 1023, 1280 and 1440 wide,', () => {
  const widths = [320, 768, 1023, 1280, 1440];

  it.each([
    ['the front page', async () => site],
    ['a category', async () => `${site}/politics`],
    ['a category of several feeds', async () => `${await servePaper()}/sports`],
  ])(
    'is on %s at most 300 high, and 600 once expanded, with whole headlines alone, however long they are, and does not scroll',
    async (_, addressOf) => {
      const page = await visit(await addressOf());
      await page.setViewportSize({ width: 320, height: 740 });
      expect(await overflowFaults(page)).toEqual([]);
      const boards = page.locator('section[data-feed-block]:has(summary:visible) .board');
      const toggle = () =>
        page.locator('section[data-feed-block] summary').evaluateAll((toggles) => {
          for (const toggle of toggles) (toggle as HTMLElement).click();
        });
      await page.locator('.board li > :not(time)').evaluateAll((texts) => {
        for (const text of texts) text.textContent = 'More than fits. '.repeat(20);
      });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        for (const most of [300, 600]) {
          await settle(page);
          for (const { height, whole, cut, reached, scrolled } of atLeastOne(await seenOf(boards))) {
            expect(height, `${width}`).toBeLessThanOrEqual(most);
            expect([whole > 0, cut, reached, scrolled], `${width}, ${most}`).toEqual([true, 0, 0, 0]);
          }
          await toggle();
        }
      }
    },
  );

  it('without a button for the rest shows all of its texts in at most 300', async () => {
    const { state, toggle } = boardOn(front, 'Headlines');
    for (const width of widths) {
      await front.setViewportSize({ width, height: 900 });
      expect(await toggle.isVisible()).toBe(false);
      const { height, cut } = await state();
      expect([height <= 300, cut], `${width}`).toEqual([true, 0]);
    }
  });
});

describe('a headline', () => {
  it('leads to its story, which learns nothing of the page', async () => {
    const link = boardOn(front, 'Featured Stories').block.locator('.board a').first();
    expect(await link.getAttribute('href')).toBe('https://county.example/2026/11/20/story-0');
    expect(await link.getAttribute('rel')).toBe('external noopener');
  });

  it('of a feed is text, never HTML', async () => {
    const board = boardOn(category, 'Headlines');
    expect(await board.block.locator('.board').textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await board.block.locator('.board img').count()).toBe(0);
  });

  it('has its time in the zone of the paper, or its day, and none without a date', async () => {
    const timesOf = (page: Page, title: string) =>
      boardOn(page, title).block.locator('.board time').allTextContents();
    const times = await timesOf(front, 'Latest News');
    expect(times.slice(0, 2)).toEqual(['11:55 a.m.', '11:50 a.m.']);
    expect(times.slice(8, 10)).toEqual(['Nov 19', 'Nov 18']);
    expect(new Set(await timesOf(category, 'Headlines'))).toEqual(new Set(['Nov 20']));
    expect(await boardOn(category, 'Headlines').block.locator('li:not(:has(time))').count()).toBeGreaterThan(
      0,
    );
  });
});

describe('the foot of a board', () => {
  it('says of when the headlines are', async () => {
    const { foot } = boardOn(front, 'Featured Stories');
    expect(await foot.textContent()).toBe('County News, headlines of Nov 20, 12:00 p.m.');
  });
});

describe("the source's own board", () => {
  it('is asked for when a reader opens it, with the address of the feed encoded once', async () => {
    const page = await usedPage();
    const asked: string[] = [];
    await page.route(/^https:/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>Board</title>' });
    });
    await page.goto(`${site}/local-news`);
    await settle(page);
    expect(asked).toEqual([]);
    await page.getByText('More from County News', { exact: true }).click();
    const frame = page.locator('.own-board iframe');
    await expect.poll(() => asked.length).toBe(1);
    expect(new URL(asked[0] ?? '').searchParams.get('url')).toBe('https://county.example/rss');
    expect((await frame.boundingBox())?.height).toBe(300);
    const fold = page.locator('.own-board');
    await fold.getByText('See All Articles').click();
    await expect.poll(async () => (await frame.boundingBox())?.height).toBe(600);
    await fold.getByText('Show Less').click();
    await expect.poll(async () => (await frame.boundingBox())?.height).toBe(300);
  });
});

describe('an advertising slot', () => {
  const ads = 'https://ads.example/**';
  const slotOn = (page: Page) => page.locator('.ad').first();

  it('is not asked for before it is in view; then its frame lies over the advertisement of the paper', async () => {
    const page = await usedPage();
    const asked: string[] = [];
    await page.route(ads, (route) => {
      asked.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
      return route.fulfill({ contentType: 'text/html', body: '<title>Ad</title>' });
    });
    await page.goto(site);
    await settle(page);
    expect(asked).toEqual([]);
    expect(await page.locator('.ad iframe').count()).toBe(0);
    await slotOn(page).scrollIntoViewIfNeeded();
    await slotOn(page).locator('iframe[data-loaded]').waitFor();
    expect(asked).toEqual(['HEAD /11', 'GET /11']);
    const top = await slotOn(page).evaluate((ad) => {
      const { x, y, width, height } = ad.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.localName;
    });
    expect(top).toBe('iframe');
  });

  test.each([
    ['refused', (page: Page) => page.route(ads, (route) => route.abort('blockedbyclient'))],
    ['never answered', (page: Page) => page.route(ads, () => {})],
  ])('that is %s shows the advertisement of the paper, which leads to its page', async (_, answer) => {
    const page = await usedPage();
    await answer(page);
    await page.goto(site);
    const asked = page.waitForRequest(ads);
    await slotOn(page).scrollIntoViewIfNeeded();
    await asked;
    expect(await page.locator('.ad iframe').count()).toBe(0);
    await slotOn(page).getByRole('link', { name: 'See the plans' }).click();
    await page.waitForURL('**/subscribe');
  });

  it('shows the advertisement of the paper where there are no scripts, and asks for nothing', async () => {
    const page = await newPage(withoutScripts);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(site);
    await slotOn(page).scrollIntoViewIfNeeded();
    expect(await slotOn(page).getByRole('link').isVisible()).toBe(true);
    expect(asked.filter((url) => url.includes('ads.example'))).toEqual([]);
  });
});
