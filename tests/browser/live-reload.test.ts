import type { ChildProcess } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { atNow, startServer } from '../helpers.ts';
import { smallPaper } from '../small-paper.ts';
import { markPage, visit } from './visits.ts';

let content: string;
let server: ChildProcess;
let base: string;

beforeAll(async () => {
  const folder = await smallPaper();
  content = join(folder, 'content');
  const flags = ['--port', '0', '--out', 'site', '--feeds', 'none', ...atNow];
  ({ server, base } = await startServer(folder, ['dev', ...flags]));
});

afterAll(() => void server.kill('SIGKILL'));

const isReloaded = (page: Page) => page.locator('html:not([data-seen])').waitFor({ timeout: 30_000 });

/** A page in the middle of its reading. */
async function visitAndScroll(): Promise<Page> {
  const page = await visit(`${base}/contact`, { viewport: { width: 900, height: 500 } });
  // The build that the test before has started may still reload the page.
  await vi.waitFor(async () => {
    await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }));
    await markPage(page);
  });
  return page;
}

const styleBecomes = (page: Page, property: string, value: string) =>
  expect
    .poll(() => page.evaluate((name) => getComputedStyle(document.body).getPropertyValue(name), property), {
      timeout: 30_000,
    })
    .toBe(value);

describe('an open page', () => {
  it('has the new styles after a save of custom.css, and stays where it was scrolled to', async () => {
    const page = await visitAndScroll();
    appendFileSync(join(content, 'custom.css'), 'body { column-gap: 3px }\n');
    await isReloaded(page);
    await styleBecomes(page, 'column-gap', '3px');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(120);
  });

  it('has the new words after a save of its file', async () => {
    const page = await visitAndScroll();
    const contact = join(content, 'pages', 'contact.yaml');
    writeFileSync(contact, readFileSync(contact, 'utf8').replace(/^title: .*$/m, 'title: Write to us'));
    await page.getByRole('heading', { name: 'Write to us', level: 1 }).waitFor({ timeout: 30_000 });
  });

  it('shows problems until they are mended', async () => {
    const page = await visitAndScroll();
    const about = join(content, 'pages', 'about.yaml');
    const good = readFileSync(about, 'utf8');
    writeFileSync(about, good.replace('title:', 'tittle:'));
    await page.getByText('unknown-key').waitFor();
    writeFileSync(about, good);
    await page.getByText('unknown-key').waitFor({ state: 'detached' });
  });
});
