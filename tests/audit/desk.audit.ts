import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createSiteServer, listen } from '../../cli/commands/serve/site-server.ts';
import { afterwards } from '../cleanup.ts';
import { galley } from '../helpers.ts';
import { requireProgram } from '../machine.ts';
import { smallPaper } from '../small-paper.ts';
import { until } from '../until.ts';

/** Runs the program in a folder; what it prints. */
function run(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = galley(folder, args);
  expect([status, stderr]).toEqual([0, expect.not.stringMatching(/error|warning/)]);
  return stdout;
}

/** Copies a paper into the storage of the browser, and hands that to the desk as the folder that its reader chose. */
async function choosePaper(page: Page, folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.startsWith('content/') && statSync(join(folder, path)).isFile())
    .map((path) => [path, readFileSync(join(folder, path), 'base64')] as const);
  await page.evaluate(async (files) => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('paper', { create: true });
    await root.getDirectoryHandle('.git', { create: true });
    for (const [path, bytes] of files) {
      const names = path.split('/');
      let place = root;
      for (const name of names.slice(0, -1)) place = await place.getDirectoryHandle(name, { create: true });
      const file = await place.getFileHandle(names.at(-1) ?? '', { create: true });
      const writer = await file.createWritable();
      await writer.write(Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0)));
      await writer.close();
    }
  }, files);
  await page.addInitScript(() => {
    const picker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('paper');
    Object.assign(window, { showDirectoryPicker: picker });
  });
}

/** The files of a folder in the browser's storage, by name, as base64. */
const filesAt = (page: Page, path: string): Promise<Record<string, string>> =>
  page.evaluate(async (path) => {
    let place = await (await navigator.storage.getDirectory()).getDirectoryHandle('paper');
    for (const name of path.split('/')) place = await place.getDirectoryHandle(name);
    const found: Record<string, string> = {};
    for await (const [name, handle] of place as unknown as AsyncIterable<[string, FileSystemFileHandle]>)
      if (handle.kind === 'file') {
        const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
        found[name] = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      }
    return found;
  }, path);

const textOf = (base64 = ''): string => Buffer.from(base64, 'base64').toString('utf8');

const table = '| Ward | Cost |\n| :--- | ---: |\n| First | 1,200 |';
const written = `One word.\n\n> [!note] Where to ask\n> Call *the office*.\n\n${table}\n\n![Noon](media/bridge.png)\n![Night](media/bridge.png)\n`;

/** The small paper with a desk that is open, and what the console complains of. */
async function openDesk() {
  const folder = await smallPaper();
  appendFileSync(join(folder, 'content/site.yaml'), '\ncms: { repo: alder/post }\n');
  run(folder, 'cms');
  const head = `title: The council counts\nexcerpt: Ward by ward.\ncategory: Business\npublishedDate: 2026-11-05T08:00:00-06:00\nid: counts\nsponsored:\n  by: Hollis`;
  writeFileSync(join(folder, 'content/blog/counts.md'), `---\n${head}\n---\n\n${written}`);
  run(folder, 'build');
  const options = { names: [], onMissing: () => {}, first: () => false };
  const server = createSiteServer(join(folder, 'dist'), options);
  const address = `http://localhost:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
  afterwards(() => server.close());
  const browser = await chromium.launch({
    executablePath: requireProgram('shell'),
    args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
  });
  afterwards(() => browser.close());
  const page = await browser.newPage({ timezoneId: 'America/Chicago' });
  await page.goto(`${address}/robots.txt`);
  await choosePaper(page, folder);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // Fonts and the state of GitHub are elsewhere, and no other host is reached here.
    const isElsewhere = message.text().includes('ERR_NAME_NOT_RESOLVED');
    if (['error', 'warning'].includes(message.type()) && !isElsewhere) complaints.push(message.text());
  });
  await page.goto(`${address}/admin`);
  await page.getByRole('button', { name: 'Local Repository' }).click();
  await page.getByText('The council counts').waitFor();
  const open = (path: string) => page.goto(`${address}/admin#/collections/posts/${path}`);
  const saved = async (name: RegExp, holds: (text: string) => boolean) => {
    let text = '';
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until(async () => {
      // While the desk replaces a file, it cannot be read.
      const files = await filesAt(page, 'content/blog').catch((): Record<string, string> => ({}));
      text = textOf(files[Object.keys(files).find((file) => name.test(file)) ?? '']);
      return holds(text);
    }, 'the desk saves');
    return text;
  };
  return { folder, page, complaints, open, saved };
}

test('a word typed at /admin into a text with a box, a table and a pair of pictures changes one line', async () => {
  const { folder, page, complaints, open, saved } = await openDesk();
  await open('entries/counts');
  await page.getByText('One word.', { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Two.');
  const before = readFileSync(join(folder, 'content/blog/counts.md'), 'utf8');
  const after = await saved(/^counts/, (text) => text.includes('Two.'));
  expect(after).toBe(before.replace('One word.', 'One word. Two.'));
  expect(complaints).toEqual([]);
});

test('a story written at /admin, with a picture and a box, passes check and is in the next build', async () => {
  const { folder, page, complaints, open, saved } = await openDesk();
  const picture = join(folder, 'Fair on the Landing (1).png');
  // The desk takes a picture that is there already for that one.
  const bridge = readFileSync(join(folder, 'content/media/bridge.png'));
  writeFileSync(picture, await sharp(bridge).flop().png().toBuffer());
  await open('new');
  const field = (name: string, kind = ':is(input, textarea)') =>
    page.locator(`section[data-key-path="${name}"] ${kind}`).first();
  await field('title').fill('St. Mary’s fair opens: bring “boots” & sand');
  await field('body', '[contenteditable=true]').click();
  await page.keyboard.type('It costs $5. Bring sand_bags.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('> [!note] Where to ask');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Call the office.');
  await field('imageUrl', 'input[type=file]').setInputFiles(picture);
  await field('imageAlt').fill('Tents on the landing');
  await field('excerpt').fill('The fair opens on Friday: rain or shine.');
  await page.locator('section[data-key-path="category"]').getByText('River Life').click();
  await page.getByRole('button', { name: 'Now' }).first().click();
  const text = await saved(/^st/, (text) => text.includes('sand_bags'));
  expect(complaints).toEqual([]);
  expect(text).toMatch(/^imageUrl: \/media\/fair\S*\.png$/im);
  expect(text).toMatch(/^publishedDate: \S+-0[56]:00$/m);
  expect(text).not.toMatch(/draft|kicker|false/);
  for (const part of ['blog', 'media'])
    for (const [name, bytes] of Object.entries(await filesAt(page, `content/${part}`)))
      writeFileSync(join(folder, 'content', part, name), Buffer.from(bytes, 'base64'));
  run(folder, 'check');
  run(folder, 'build');
  const story = readdirSync(join(folder, 'dist/blog')).find((name) => /^st.*\.html$/.test(name)) ?? '';
  const html = readFileSync(join(folder, 'dist/blog', story), 'utf8');
  expect(html).toContain('It costs $5. Bring sand_bags.');
  expect(html).toContain('<p class="callout__title">Where to ask</p>');
  expect(html).toMatch(/<img[^>]+alt="Tents on the landing"/);
});
