import type { ChildProcess } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { now, startServer } from '../helpers.ts';
import { copyProgram } from '../program/copy-program.ts';
import { smallPaper } from '../small-paper.ts';
import { markPage, visit } from './visits.ts';

/** A copy of the program, whose templates the tests may change. */
let program: string;
let content: string;
let server: ChildProcess;
let base: string;

beforeAll(async () => {
  program = await copyProgram();
  content = join(program, 'content');
  await smallPaper(program);
  ({ server, base } = await startServer(
    program,
    ['dev', '--port', '0', '--out', 'site', '--feeds', 'none', '--now', now.toISOString()],
    {},
    join(program, 'cli', 'galley.mjs'),
  ));
});

afterAll(() => void server.kill('SIGKILL'));

const template = (path: string) => join(program, 'templates', path);
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
  it.each([
    ['custom.css', () => join(content, 'custom.css'), 'column-gap', '3px'],
    ['templates/styles', () => template('styles/base.css'), 'outline-offset', '4px'],
  ])(
    'has the new styles after a save of %s, and stays where it was scrolled to',
    async (_, file, property, value) => {
      const page = await visitAndScroll();
      appendFileSync(file(), `body { ${property}: ${value} }\n`);
      await isReloaded(page);
      await styleBecomes(page, property, value);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(120);
    },
  );

  it('is loaded again after a save of a template, and of words', async () => {
    const page = await visitAndScroll();
    const file = template('pages/ContactPage.tsx');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('<div className="contact">');
    writeFileSync(file, text.replace('<div className="contact">', '<div className="contact" id="new">'));
    await page.locator('#new').waitFor({ state: 'attached', timeout: 30_000 });
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

  it('stays as it is where a mistake in a template is taken back', async () => {
    const page = await visitAndScroll();
    const file = template('pages/ContactPage.tsx');
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.replace('</div>', ''));
    const problem = page.locator('dialog', { hasText: 'ContactPage.tsx' });
    await problem.waitFor({ timeout: 30_000 });
    writeFileSync(file, good);
    await problem.waitFor({ state: 'detached', timeout: 30_000 });
    expect(await page.locator('html[data-seen]').count()).toBe(1);
  });
});
