import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { atNow, now, sites } from '../helpers.ts';
import { displays } from './browser-window.ts';
import { shiftFaults } from './page-checks.ts';
import { serveChanged } from './served-papers.ts';
import { newPage, visit, withoutScripts } from './visits.ts';

let site: string;

beforeAll(async () => {
  const post = 'blog/bridge-toll-ends.md';
  const publish = (text: string) =>
    text.replace(/^publishedDate: .*$/m, 'publishedDate: 2026-11-20T17:42:00Z');
  site = await serveChanged(join(sites, 'small', 'content'), { [post]: publish }, atNow);
});

const hour = 3_600_000;

/** The front page of a reader so much later, in milliseconds. */
async function readLater(later: number, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(options);
  await page.clock.install({ time: now.getTime() + later });
  await page.goto(site);
  return page;
}

const shownBy = async (page: Page) => [
  await page.locator('.masthead__date time').textContent(),
  await page.locator('.lead .when').textContent(),
];

describe('the times of a front page', () => {
  it('are those of the paper without scripts', async () => {
    const page = await visit(site, withoutScripts);
    expect(await shownBy(page)).toEqual(['Latest edition: Friday, November 20', 'Nov 20, 11:42 a.m.']);
  });

  it('are those of the reader, in the zone of the paper, and go on while the page is open', async () => {
    const page = await readLater(0, { timezoneId: 'Asia/Tokyo' });
    expect(await shownBy(page)).toEqual(['Friday, November 20, 2026', '18 min ago']);
    expect(await page.locator('.lead .when--fresh').getAttribute('title')).toBe('Nov 20, 11:42 a.m.');
    await page.clock.runFor(hour);
    expect(await shownBy(page)).toEqual(['Friday, November 20, 2026', '11:42 a.m.']);
    expect(await page.locator('.lead .when--fresh').count()).toBe(0);
  });

  it('of a story to come stay as they are', async () => {
    expect((await shownBy(await readLater(-hour)))[1]).toBe('Nov 20, 11:42 a.m.');
  });
});

it('a calendar that was built a week ago hides what is over before it is painted', async () => {
  const faults = await shiftFaults({ embeds: 'none' }, async ({ page, open }) => {
    await page.clock.setFixedTime('2026-12-01T18:00:00Z');
    await page.route(/\/agenda-.*\.js$/, async (route) => {
      await setTimeout(500);
      await route.continue();
    });
    await open('/events', displays.light);
    expect(await page.locator('.agenda__group[hidden]').count()).toBeGreaterThan(0);
  });
  expect(faults).toEqual([]);
});
