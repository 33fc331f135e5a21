import type { ChildProcess } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyProgram } from '../commands/copy-program.ts';
import { now, sites, startServer } from '../helpers.ts';
import { hold, markPage, visit } from './visits.ts';

/** A copy of the program, whose templates the tests may change. */
let program: string;
let content: string;
let server: ChildProcess;
let base: string;
let log = '';

beforeAll(async () => {
  program = await copyProgram();
  content = join(program, 'content');
  cpSync(join(sites, 'small', 'content'), content, { recursive: true });
  ({ server, base } = await startServer(
    program,
    ['dev', '--port', '0', '--out', 'site', '--feeds', 'none', '--now', now.toISOString()],
    {},
    join(program, 'cli', 'galley.mjs'),
  ));
  server.stderr?.on('data', (text) => (log += text));
});

afterAll(() => void server.kill('SIGKILL'));

const template = (path: string) => join(program, 'templates', path);
const change = (file: string, from: string | RegExp, to: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));

const styleOf = (page: Page, property: string) =>
  page.evaluate((name) => getComputedStyle(document.body).getPropertyValue(name), property);
const styleBecomes = (page: Page, property: string, value: string) =>
  expect.poll(() => styleOf(page, property), { timeout: 30_000 }).toBe(value);

const field = (page: Page) => page.getByLabel('Name').first();
const stylesheets = (page: Page) => page.locator('link[rel="stylesheet"]').count();

/** A page in the middle of its reading, with something typed in a field. */
async function visitAndType(): Promise<Page> {
  const page = await visit(`${base}/contact`, { viewport: { width: 900, height: 500 } });
  await field(page).fill('Half a name');
  await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }));
  await markPage(page);
  return page;
}

async function expectUntouched(page: Page) {
  expect(await page.locator('html[data-seen]').count()).toBe(1);
  expect(await field(page).inputValue()).toBe('Half a name');
  expect(await page.evaluate(() => scrollY)).toBe(120);
  expect(await stylesheets(page)).toBe(1);
}

const isReloaded = (page: Page) => page.locator('html:not([data-seen])').waitFor({ timeout: 30_000 });

describe('an open page, when styles are saved', () => {
  let page: Page;
  beforeEach(async () => {
    page = await visitAndType();
  });

  it('takes those of templates/styles, and keeps what was typed', async () => {
    appendFileSync(template('styles/base.css'), 'body { outline-color: rgb(1, 2, 3) }\n');
    await styleBecomes(page, 'outline-color', 'rgb(1, 2, 3)');
    await expectUntouched(page);
  });

  it('takes those of custom.css, one save after the other', async () => {
    for (const width of ['3px', '4px', '5px']) {
      writeFileSync(join(content, 'custom.css'), `body { column-gap: ${width} }\n`);
      await styleBecomes(page, 'column-gap', width);
    }
    for (const width of ['6px', '7px', '8px', '9px'])
      writeFileSync(join(content, 'custom.css'), `body { column-gap: ${width} }\n`);
    await styleBecomes(page, 'column-gap', '9px');
    await expect.poll(() => stylesheets(page)).toBe(1);
    await expectUntouched(page);
  });

  it('takes the colors and the fonts of theme.yaml', async () => {
    const family = await styleOf(page, 'font-family');
    writeFileSync(join(content, 'theme.yaml'), 'colors:\n  light: { paper: "#fff6e0" }\n');
    await styleBecomes(page, 'background-color', 'rgb(255, 246, 224)');
    await expectUntouched(page);
    writeFileSync(join(content, 'theme.yaml'), 'fonts: { text: Libre Franklin }\n');
    await expect.poll(() => styleOf(page, 'font-family'), { timeout: 30_000 }).not.toBe(family);
    await expectUntouched(page);
    rmSync(join(content, 'theme.yaml'));
    await styleBecomes(page, 'font-family', family);
    await expectUntouched(page);
  });

  it('keeps the old ones until the new ones are there', async () => {
    const { asked, letGo } = await hold(page, /\/assets\/site-[^/]*\.css$/);
    appendFileSync(template('styles/base.css'), 'body { outline-color: rgb(4, 5, 6) }\n');
    await asked;
    expect(await styleOf(page, 'outline-color')).not.toBe('rgb(4, 5, 6)');
    expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
    letGo();
    await styleBecomes(page, 'outline-color', 'rgb(4, 5, 6)');
    await expectUntouched(page);
  });

  it('shows problems until they are mended, and takes styles that were saved meanwhile', async () => {
    const about = join(content, 'pages', 'about.yaml');
    const good = readFileSync(about, 'utf8');
    writeFileSync(about, good.replace('title:', 'tittle:'));
    await page.getByText('unknown-key').waitFor();
    const reports = () => log.split('unknown-key').length;
    const before = reports();
    appendFileSync(template('styles/base.css'), 'body { outline-color: rgb(7, 8, 9) }\n');
    await expect.poll(reports, { timeout: 30_000 }).toBeGreaterThan(before);
    expect(await page.getByText('unknown-key').count()).toBe(1);
    writeFileSync(about, good);
    await styleBecomes(page, 'outline-color', 'rgb(7, 8, 9)');
    expect(await page.getByText('unknown-key').count()).toBe(0);
    await expectUntouched(page);
  });

  it('stays as it is where a mistake in a template is taken back, and where nothing but a comment is saved', async () => {
    const file = template('pages/ContactPage.tsx');
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.replace('</div>', ''));
    const problem = page.locator('dialog', { hasText: 'ContactPage.tsx' });
    await problem.waitFor({ timeout: 30_000 });
    writeFileSync(file, `${good}// Taken back.\n`);
    await problem.waitFor({ state: 'detached', timeout: 30_000 });
    await expectUntouched(page);
  });
});

describe('an open page, when more than styles is saved', () => {
  it('is loaded again after a save of a template', async () => {
    const page = await visitAndType();
    change(
      template('pages/ContactPage.tsx'),
      '<div className="contact">',
      '<div className="contact" id="new">',
    );
    await page.locator('#new').waitFor({ state: 'attached', timeout: 30_000 });
    await isReloaded(page);
  });

  it('is loaded again after a save of words that it does not show', async () => {
    const page = await visitAndType();
    change(join(content, 'pages', 'about.yaml'), /^title: .*$/m, 'title: Elsewhere');
    await isReloaded(page);
  });

  it('is loaded again where words and styles are saved at once', async () => {
    const page = await visitAndType();
    change(join(content, 'pages', 'contact.yaml'), /^title: .*$/m, 'title: Write to us');
    writeFileSync(join(content, 'custom.css'), 'body { column-gap: 1px }\n');
    await page.getByRole('heading', { name: 'Write to us' }).waitFor({ timeout: 30_000 });
    await styleBecomes(page, 'column-gap', '1px');
    await isReloaded(page);
  });

  it('is loaded again where it shows pictures in the colors of the theme', async () => {
    const page = await visit(`${base}/blog`);
    expect(await page.locator('img[src^="/art/"]').count()).toBeGreaterThan(0);
    await markPage(page);
    writeFileSync(join(content, 'theme.yaml'), 'colors:\n  light: { ink: "#400000" }\n');
    await isReloaded(page);
  });
});
