import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { overflowFaults } from './page-checks.ts';
import { serveVillage, services } from './village.ts';
import {
  hold,
  newPage,
  newPageWithStoppedClock,
  usedPage,
  visit,
  visitOnce,
  withoutScripts,
} from './visits.ts';

const ownScript = '**/assets/site-*.js';

let site: string;
/** The same, with its forms and one board in frames of services, and the longest headline. */
let withServices: string;
let article: string;

beforeAll(async () => {
  site = await serveVillage();
  const headline = 'A very long headline about the river and the county. '.repeat(6).slice(0, 300).trim();
  withServices = await serveVillage({
    ...services,
    'blog/heron-count.md': (text) => text.replace(/^title: .*$/m, `title: "${headline}"`),
  });
  const page = await visit(`${site}/blog`);
  article = `${site}${await page.locator('.post-card h2 a').first().getAttribute('href')}`;
});

describe('a feed block in a frame', () => {
  const blockOn = (page: Page) => {
    const block = page.locator('[data-feed-block]').first();
    return {
      block,
      more: block.getByText('See All Articles'),
      less: block.getByText('Show Less'),
      heading: block.getByRole('heading'),
      height: () => expect.poll(async () => (await block.locator('iframe').boundingBox())?.height),
    };
  };

  it('is 300 high and then 600, by mouse and keyboard, and stays in view when it collapses', async () => {
    const page = await visit(`${withServices}/local-news`, { viewport: { width: 1000, height: 480 } });
    const { more, less, heading, height } = blockOn(page);
    await height().toBe(300);
    await more.click();
    await height().toBe(600);
    await page.keyboard.press('Space');
    await height().toBe(300);
    await page.keyboard.press('Enter');
    await height().toBe(600);
    await less.evaluate((words) => words.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await less.click();
    await height().toBe(300);
    const { y = 0, height: tall = 0 } = (await page.locator('.masthead').boundingBox()) ?? {};
    const top = () => expect.poll(async () => (await heading.boundingBox())?.y);
    await top().toBeGreaterThanOrEqual(y + tall);
    await top().toBeLessThan(300);
  });
});

describe('the frame of a form', () => {
  const formOn = (page: Page) => {
    const embed = page.locator('[data-embed=form]');
    return {
      embed,
      becomes: (state: string) => page.locator(`[data-embed=form][data-state=${state}]`).waitFor(),
      spins: () =>
        embed.evaluate((embed) => {
          const { content, display, visibility } = getComputedStyle(embed, '::before');
          return content !== 'none' && display !== 'none' && visibility === 'visible';
        }),
    };
  };

  test.each([
    ['/contact', 789, 'Newsroom'],
    ['/subscribe', 400, 'Newsletter'],
    ['/', 350, 'Newsletter'],
  ])('is, at %s, %d high and asked for the category %s', async (path, height, category) => {
    const page = await visit(`${withServices}${path}`);
    const frame = formOn(page).embed.locator('iframe');
    expect((await frame.boundingBox())?.height).toBe(height);
    const src = new URL((await frame.getAttribute('src')) ?? '');
    expect([src.hostname, src.searchParams.get('category')]).toEqual(['forms.example', category]);
  });

  it('has a spinner until it has loaded', async () => {
    const page = await usedPage();
    const body = '<!DOCTYPE html><title>Form</title><label>Name <input></label>';
    const { asked, letGo } = await hold(page, 'https://forms.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    );
    await page.goto(`${withServices}/contact`, { waitUntil: 'commit' });
    const { becomes, spins } = formOn(page);
    await asked;
    await becomes('loading');
    expect(await spins()).toBe(true);
    letGo();
    await becomes('loaded');
    expect(await spins()).toBe(false);
  });
});

describe('a form of the paper', () => {
  test.each([
    ['/contact', 'desk@alderferry.example', 'Newsroom'],
    ['/subscribe', 'letters@alderferry.example', 'Newsletter'],
    ['/', 'letters@alderferry.example', 'Newsletter'],
    ['/embeds/form/contact', 'desk@alderferry.example', 'Newsroom'],
    ['/embeds/form/newsletter', 'letters@alderferry.example', 'Newsletter'],
  ])('at %s writes what was typed to %s, and keeps it on the page', async (path, to, subject) => {
    const page = await newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    const written: string[] = [];
    session.on('Page.frameRequestedNavigation', ({ url }) => written.push(url));
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await page.goto(site + path);
    for (const button of atLeastOne(await page.locator('form button').all())) {
      const form = button.locator('xpath=ancestor::form');
      await form.getByLabel('Name').fill('Ada Lund');
      await form.getByLabel('Email').fill('ada@example.com');
      await button.click();
      await expect.poll(() => written.length).toBeGreaterThan(0);
      const mail = new URL(written.at(-1) ?? '');
      expect([mail.protocol, mail.pathname, mail.searchParams.get('subject')]).toEqual([
        'mailto:',
        to,
        subject,
      ]);
      expect(decodeURIComponent(mail.search)).toContain('Ada Lund');
      expect(await form.getByLabel('Name').inputValue()).toBe('Ada Lund');
    }
    expect(refused).toEqual([]);
  });

  it('is not printed, and neither is what asks for it', async () => {
    const page = await visit(`${site}/contact`);
    const heading = page.getByRole('heading', { name: 'Write to us' });
    expect(await heading.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await heading.isVisible()).toBe(false);
    expect(await page.locator('form:visible').count()).toBe(0);
  });
});

describe('the cover of a book', () => {
  const placeholder = '/art/cover-missing.svg';
  const cover = (page: Page) => page.locator('.book img').first();
  const source = (page: Page) => expect.poll(() => cover(page).getAttribute('src'));
  const width = (page: Page) =>
    expect.poll(() => cover(page).evaluate((image: HTMLImageElement) => image.naturalWidth));

  /** A page on which no cover can be loaded. */
  async function pageWithoutCovers(options?: BrowserContextOptions) {
    const page = await usedPage(options);
    await page.route(/\/(?:art|media)\/(?!cover-missing)/, (route) => route.abort());
    return page;
  }

  it('that does not load is replaced', async () => {
    const page = await pageWithoutCovers();
    await page.goto(`${site}/books`);
    await cover(page).scrollIntoViewIfNeeded();
    await source(page).toBe(placeholder);
    await width(page).toBeGreaterThan(0);
  });

  it('that failed before the script ran is replaced', async () => {
    const page = await pageWithoutCovers();
    await page.setViewportSize({ width: 1000, height: 2000 });
    const script = await hold(page, '**/assets/books-*.js');
    await page.goto(`${site}/books`, { waitUntil: 'commit' });
    await expect.poll(() => cover(page).evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
    await source(page).not.toBe(placeholder);
    script.letGo();
    await source(page).toBe(placeholder);
  });

  /** How much the first cover's colors differ, within its edges; nothing where it is one plain field. */
  const contrast = async (page: Page) => {
    const { width, height } = (await cover(page).boundingBox()) ?? { width: 0, height: 0 };
    const shot = sharp(await cover(page).screenshot()).extract({
      left: 10,
      top: 10,
      width: Math.floor(width) - 20,
      height: Math.floor(height) - 20,
    });
    const { channels } = await shot.stats();
    return Math.max(...channels.map(({ stdev }) => stdev));
  };

  it('is replaced without scripts too', async () => {
    const page = await pageWithoutCovers(withoutScripts);
    await page.goto(`${site}/books`);
    await expect.poll(() => contrast(page)).toBeGreaterThan(5);
  });

  it('is left alone when it loads', async () => {
    const page = await visit(`${site}/books`);
    await cover(page).scrollIntoViewIfNeeded();
    await width(page).toBeGreaterThan(0);
    await source(page).not.toBe(placeholder);
  });
});

describe('the address of the feed', () => {
  const copyOn = (page: Page) => page.getByRole('button', { name: 'Copy address' });
  const toast = (page: Page) => page.getByRole('status');
  const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

  it('is copied, and a toast says so for 5 s, one at a time', async () => {
    const page = await newPageWithStoppedClock(clipboard);
    await page.goto(`${site}/rss`);
    await copyOn(page).click();
    await toast(page).waitFor();
    await page.mouse.move(5, 5);
    await page.clock.runFor(100);
    expect(await toast(page).locator('span').textContent()).toBe('Address copied.');
    expect(await toast(page).evaluate((shown) => shown.matches(':popover-open'))).toBe(true);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await page.locator('.feed-address a').textContent(),
    );
    await page.clock.runFor(4800);
    expect(await toast(page).isVisible()).toBe(true);
    await page.clock.runFor(200);
    expect(await toast(page).count()).toBe(0);

    await copyOn(page).press('Enter');
    await toast(page).waitFor();
    await page.clock.runFor(3000);
    await toast(page).evaluate((shown) => shown.setAttribute('data-first', ''));
    await copyOn(page).press('Enter');
    await page.locator('.toast:not([data-first])').waitFor();
    expect(await toast(page).count()).toBe(1);
    await page.clock.runFor(4000);
    expect(await toast(page).isVisible()).toBe(true);
  });

  it('has a toast that Enter or Escape dismisses, with the focus back where it was', async () => {
    const page = await visit(`${site}/rss`, clipboard);
    for (const key of ['Enter', 'Escape']) {
      await copyOn(page).press('Enter');
      await toast(page).getByRole('button', { name: 'Dismiss' }).press(key);
      expect(await toast(page).count(), key).toBe(0);
      expect(await copyOn(page).evaluate((button) => button === document.activeElement), key).toBe(true);
    }
  });

  it('is shown, to be copied by hand, where the browser refuses', async () => {
    const page = await newPage();
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await page.goto(`${site}/rss`);
    const asked = new Promise<string>((tell) => {
      page.once('dialog', (dialog) => dialog.dismiss().then(() => tell(dialog.defaultValue())));
    });
    await copyOn(page).click();
    expect(await asked).toMatch(/\/rss\.xml$/);
  });

  it('has no button without scripts', async () => {
    const page = await visit(`${site}/rss`, withoutScripts);
    expect(await copyOn(page).isVisible()).toBe(false);
    expect(await page.locator('.feed-address a').isVisible()).toBe(true);
  });
});

describe('an article', () => {
  const shareOn = (page: Page) => {
    const section = page.locator('.share');
    return {
      email: section.getByRole('link', { name: 'Email' }),
      copy: section.getByRole('button', { name: 'Copy link' }),
      share: section.getByRole('button', { name: 'Share…' }),
      section,
    };
  };

  let plain: Page;
  beforeAll(async () => {
    plain = await visitOnce(article, withoutScripts);
  });

  it('is sent by email without scripts, and shows no button that would need them', async () => {
    const page = plain;
    const { email, copy, share } = shareOn(page);
    const { protocol, searchParams } = new URL((await email.getAttribute('href')) ?? '');
    expect(protocol).toBe('mailto:');
    expect(searchParams.get('subject')).toBe(await page.locator('h1').textContent());
    expect(searchParams.get('body')).toBe(await page.locator('link[rel=canonical]').getAttribute('href'));
    expect([await copy.isVisible(), await share.isVisible()]).toEqual([false, false]);
  });

  it('leaves on the screen what leads on from it, when it is printed', async () => {
    const page = plain;
    const leads = page.locator('.article :is(.article__author, .article__end > .panel, .related, .tags)');
    const shown = () => leads.evaluateAll((parts) => parts.filter((part) => part.checkVisibility()).length);
    expect(await shown()).toBe(3);
    await page.emulateMedia({ media: 'print' });
    expect(await shown()).toBe(0);
    expect(await page.locator('.article .prose').isVisible()).toBe(true);
  });

  it("is handed to the device's own share sheet where there is one, and nothing moves for it", async () => {
    expect(await shareOn(await visit(article)).share.isVisible()).toBe(false);

    const page = await newPage();
    await page.addInitScript(() => {
      navigator.share = async (data) => {
        document.documentElement.dataset.shared = JSON.stringify(data);
      };
    });
    const script = await hold(page, ownScript);
    await page.goto(article, { waitUntil: 'commit' });
    const { section, share } = shareOn(page);
    await section.waitFor();
    const height = async () => (await section.boundingBox())?.height;
    // Until the stylesheet is there, everything shows.
    await share.waitFor({ state: 'hidden' });
    const before = await height();
    script.letGo();
    await share.waitFor();
    expect(await height()).toBe(before);
    await share.click();
    await page.getByRole('status').getByText('Link shared.').waitFor();
    expect(JSON.parse((await page.locator('html').getAttribute('data-shared')) ?? '')).toEqual({
      title: await page.title(),
      url: await page.locator('link[rel=canonical]').getAttribute('href'),
    });
  });
});

it('logs an address without a page, and nothing is on a page that is there', async () => {
  const page = await newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  await page.goto(`${site}/faq`);
  await page.goto(`${site}/no/such/page?from=here`);
  await expect.poll(() => said).toContain('warning: Page not found: /no/such/page?from=here');
  expect(said.filter((line) => line.startsWith('warning'))).toHaveLength(1);
});

describe('the support dialog', () => {
  const dialogOn = (page: Page) => {
    const dialog = page.locator('dialog#Support');
    return {
      open: page.getByRole('button', { name: 'Keep the presses running' }),
      dialog,
      later: dialog.getByRole('button', { name: 'Later' }),
      modal: () => dialog.evaluate((dialog) => dialog.matches(':modal')),
    };
  };

  it('is a modal that Esc closes, with the focus back on its button', async () => {
    const page = await visit(`${site}/faq`);
    const { open, dialog, modal } = dialogOn(page);
    await open.press('Enter');
    await dialog.waitFor();
    expect(await modal()).toBe(true);
    expect(await dialog.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('opens and closes without scripts', async () => {
    const page = await visit(`${site}/faq`, withoutScripts);
    const { open, dialog, later } = dialogOn(page);
    await open.click();
    await dialog.waitFor();
    await later.click();
    await dialog.waitFor({ state: 'hidden' });
  });
});

test('the featured video is a link with a picture, and loads in its place at a click', async () => {
  const page = await usedPage();
  await page.route('https://video.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Player</title><button>Pause</button>' }),
  );
  await page.goto(site);
  await page.locator('[data-facade] a').press('Enter');
  const frame = page.locator('.video iframe');
  await frame.contentFrame().getByRole('button', { name: 'Pause' }).waitFor();
  expect(await frame.getAttribute('allow')).toContain('autoplay');
});

test('the front page has its headline below the label of the section, however tall the font is', async () => {
  const page = await visit(site);
  await page.evaluate(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync(
      '@font-face { font-family: Tall; src: local("DejaVu Sans"); ascent-override: 180% } :root { --face: Tall }',
    );
    document.adoptedStyleSheets = [styles];
    return document.fonts.load('16px Tall');
  });
  const [label, title] = await page
    .locator('.lead__head .badge, .lead .headline a')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect()));
  expect(title?.top).toBeGreaterThanOrEqual(label?.bottom ?? Number.NaN);
});

test('a question is printed on one sheet with its answer', async () => {
  const page = await visit(`${site}/faq`);
  await page.emulateMedia({ media: 'print' });
  const breaks = await page
    .locator('.faq-category details')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside));
  expect(new Set(breaks)).toEqual(new Set(['avoid']));
});

test('an article with the longest headline fits a window 360, 800 and 1280 wide', async () => {
  const page = await visit(`${withServices}/blog/heron-count`);
  for (const width of [360, 800, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await overflowFaults(page), `${width} wide`).toEqual([]);
  }
});
