import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { overflowFaults } from './page-checks.ts';
import { serveVillage } from './village.ts';
import { newPageWithStoppedClock, visit } from './visits.ts';

const paragraph = 'The river stood still. '.repeat(40);
const entry = (time: string, title: string) => `## ${time} ${title}\n\n${paragraph}\n\n`;
const gallery = ['a.svg', 'b.svg', 'c.svg'].map(
  (name, i) => `![Boat ${i + 1}.](media/${name} "Boat number ${i + 1} | Ann Field")`,
);
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" viewBox="0 0 300 200"><path d="M0 0h300v200H0z"/></svg>';

const entries = (...titles: readonly string[]) =>
  `${paragraph}\n\n${titles.map((title, i) => entry(`10:0${i}`, title)).join('')}`;
/** A story with `live: isLive` and a text. */
const story = (isLive: boolean, text: string) => (post: string) =>
  `${post.replace('category:', `live: ${isLive}\ncategory:`).replace(/(?<=\n---\n)[\s\S]*/, '')}${text}`;

let [open, more, over, ice]: string[] = [];
beforeAll(async () => {
  const serve = async (isLive: boolean, text: string, path = '') =>
    `${await serveVillage({
      'blog/heron-count.md': story(isLive, text),
      'blog/ice-on-the-landing.md': (post) => `${post}\n\n${gallery.join('\n')}\n`,
      ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`media/${name}.svg`, drawing])),
    })}/blog/${path || 'heron-count'}`;
  open = await serve(true, entries('One', 'Two'));
  more = await serve(true, entries('One', 'Two', 'Three', 'Four'));
  over = await serve(false, entries('One', 'Two', 'Three'));
  ice = open?.replace('heron-count', 'ice-on-the-landing');
}, 120_000);

const titles = (page: Page) => page.locator('.entry h2').allTextContents();
const offer = (page: Page) => page.locator('.entries__news').textContent();

/** A live story whose next answers the test gives; it counts how often it was asked for. */
async function liveStory() {
  const page = await newPageWithStoppedClock();
  await page.goto(open ?? '');
  const answer = { address: open, isError: false, count: 0 };
  await page.route(open ?? '', async (route) => {
    answer.count += 1;
    if (answer.isError) return route.fulfill({ status: 503, body: 'Later' });
    return route.fulfill({
      contentType: 'text/html',
      body: await (await fetch(answer.address ?? '')).text(),
    });
  });
  return { page, answer };
}

test('a live story asks for itself each minute, and offers its new entries without moving the text', async () => {
  const { page, answer } = await liveStory();
  await page.clock.runFor(59_000);
  expect(answer.count).toBe(0);
  await page.clock.runFor(1000);
  await expect.poll(() => answer.count).toBe(1);
  expect(await offer(page)).toBe('');
  answer.address = more;
  await page.locator('.entry').last().scrollIntoViewIfNeeded();
  const place = () => page.locator('.entry').last().boundingBox();
  const before = await place();
  // The answer sets the next time.
  await expect
    .poll(() => page.clock.runFor(60_000).then(() => offer(page)), { timeout: 10_000 })
    .toBe('2 new entries');
  expect(await place()).toEqual(before);
  expect(await titles(page)).toEqual(['Two', 'One']);
  await page.getByRole('button', { name: '2 new entries' }).click();
  await expect.poll(() => titles(page)).toEqual(['Four', 'Three', 'Two', 'One']);
  expect(await page.locator('.entry:target h2').textContent()).toBe('Four');
});

test('it says that it is over, and asks no more', async () => {
  const { page, answer } = await liveStory();
  answer.address = over;
  await page.clock.runFor(60_000);
  await expect.poll(() => offer(page)).toBe('1 new entry This live story has ended.');
  await page.clock.runFor(3_600_000);
  expect(answer.count).toBe(1);
});

test('it changes nothing at an error, and asks later', async () => {
  const { page, answer } = await liveStory();
  Object.assign(answer, { isError: true, address: more });
  await page.clock.runFor(60_000);
  await expect.poll(() => answer.count).toBe(1);
  expect([await titles(page), await offer(page)]).toEqual([['Two', 'One'], '']);
  answer.isError = false;
  await expect
    .poll(() => page.clock.runFor(60_000).then(() => offer(page)), { timeout: 10_000 })
    .toBe('2 new entries');
});

test('it does not ask while nobody sees it', async () => {
  const { page, answer } = await liveStory();
  const setHidden = (isHidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await setHidden(true);
  await page.clock.runFor(3_600_000);
  expect(answer.count).toBe(0);
  answer.address = more;
  await setHidden(false);
  await expect.poll(() => offer(page)).toBe('2 new entries');
});

test('pictures of a gallery are shown one by one, by keys too', async () => {
  const page = await visit(ice ?? '');
  const links = page.locator('.gallery a');
  expect(await links.count()).toBe(3);
  await links.nth(1).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pictures' });
  const strip = dialog.locator('.viewer__strip');
  const shows = (caption: string) =>
    expect
      .poll(() => strip.evaluate((all) => all.children[all.scrollLeft / all.clientWidth]?.textContent))
      .toContain(caption);
  await shows('2 of 3 Boat number 2');
  await page.keyboard.press('ArrowRight');
  await shows('3 of 3 Boat number 3');
  await page.keyboard.press('ArrowRight');
  await shows('3 of 3');
  await page.keyboard.press('ArrowLeft');
  await shows('2 of 3 Boat number 2');
  await dialog.getByRole('button', { name: 'Previous picture' }).click();
  await shows('1 of 3 Boat number 1');
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(false);
  expect(await links.nth(1).evaluate((link) => link === document.activeElement)).toBe(true);
});

test.each([320, 768])('entries and galleries fit into %i px', async (width) => {
  for (const address of [open, ice]) {
    const page = await visit(address ?? '', { viewport: { width, height: 700 } });
    expect(await overflowFaults(page)).toEqual([]);
  }
});
