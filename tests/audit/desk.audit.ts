import { spawn } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { createSiteServer, listen } from '../../cli/commands/serve/site-server.ts';
import { afterwards } from '../cleanup.ts';
import { galley, root } from '../helpers.ts';
import { requireHeadlessChromium } from '../machine.ts';
import { smallPaper } from '../small-paper.ts';
import { until } from '../until.ts';
import { install } from './setup.ts';

const audit = join(root, 'tests', 'audit', 'desk');

/** The server that keeps the files of a paper on one's own machine, at the port that the desk knows. */
async function startFiles(folder: string): Promise<void> {
  install(audit);
  const program = join(audit, 'node_modules', 'decap-server', 'dist', 'index.js');
  const server = spawn(process.execPath, [program], {
    cwd: folder,
    // Vitest has a `MODE` of its own.
    env: { ...process.env, MODE: 'fs', PORT: '8081', BIND_HOST: 'localhost' },
    stdio: 'ignore',
  });
  afterwards(() => server.kill());
  await until(
    () =>
      fetch('http://localhost:8081/').then(
        () => true,
        () => false,
      ),
    'decap-server answers',
  );
}

/** Runs the program in a folder; what it prints. */
function run(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = galley(folder, args);
  expect([status, stderr]).toEqual([0, expect.not.stringMatching(/error|warning/)]);
  return stdout;
}

test('a story written at /admin, with a picture, passes check and is in the next build', async () => {
  const folder = await smallPaper();
  run(folder, 'cms', '--library', 'decap', '--repo', 'alder/post');
  run(folder, 'build');
  await startFiles(folder);
  const server = createSiteServer(join(folder, 'dist'), {
    names: [],
    onMissing: () => {},
    first: () => false,
  });
  const address = `http://localhost:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
  afterwards(() => server.close());
  const picture = join(folder, 'Fair on the Landing (1).png');
  copyFileSync(join(folder, 'content', 'media', 'bridge.png'), picture);

  // The desk asks for its files by the name of this machine, which the browsers of other tests do not resolve.
  const browser = await chromium.launch({
    executablePath: requireHeadlessChromium(),
    args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
  });
  afterwards(() => browser.close());
  const page = await browser.newPage({ timezoneId: 'America/Chicago' });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(`${address}/admin#/collections/posts/new`);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('Title').fill('St. Mary’s fair opens: bring “boots” & sand');
  await page.getByLabel('Excerpt').fill('The fair opens on Friday: rain or shine.');
  await page.getByRole('button', { name: 'Set publishedDate to now' }).click();
  for (const [label, name] of [
    ['Category', 'River Life'],
    ['Author (', 'Ada Lund'],
  ] as const) {
    await page.getByLabel(label).first().focus();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  }
  await page.locator('[data-slate-editor]').click();
  await page.keyboard.type('It costs $5. Bring sand_bags.');
  await page.getByRole('button', { name: 'Choose an image' }).click();
  await page.locator('input[type=file]').setInputFiles(picture);
  await page.getByRole('button', { name: 'Choose selected' }).click();
  await page.getByLabel('Image alt').fill('Tents on the landing');
  // Emptied again: content has no empty texts.
  await page.getByLabel('Kicker').fill('Fair');
  await page.getByLabel('Kicker').fill('');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  // The answer comes when story and picture are written whole.
  const saved = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('"persistEntry"')),
  );
  await page.getByText('Publish now').click();
  expect((await saved).status()).toBe(200);

  expect(complaints).toEqual([]);
  const blog = join(folder, 'content', 'blog');
  const story = readdirSync(blog).find((name) => name.startsWith('st'));
  const text = readFileSync(join(blog, String(story)), 'utf8');
  expect(text).toMatch(/^imageUrl: media\/fair-on-the-landing-1-\.png$/m);
  expect(text).toMatch(/^publishedDate: \S+-0[56]:00$/m);
  expect(text).not.toContain('kicker');
  run(folder, 'check');
  run(folder, 'build');
  const slug = 'st-marys-fair-opens-bring-boots-and-sand';
  const html = readFileSync(join(folder, 'dist', 'blog', `${slug}.html`), 'utf8');
  expect(html).toContain('It costs $5. Bring sand_bags.');
  expect(html).toMatch(/<img[^>]+alt="Tents on the landing"/);
});
