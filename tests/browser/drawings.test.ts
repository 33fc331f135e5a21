import { expect, it } from 'vitest';
import { cleanSvg } from '../../cli/look/svg/clean-svg.ts';
import { harmlessDrawings, refusedDrawings } from '../look/svg/hostile-drawings.ts';
import { serveRequests } from '../serve-requests.ts';
import { launchBrowser } from './browser-session.ts';

/** A server without a policy of any kind, that hands out drawings by number; and all that was asked of it besides. */
async function serveDrawings(drawings: readonly string[]) {
  const asked: string[] = [];
  const base = await serveRequests(({ url = '' }, response) => {
    const drawing = drawings[Number(/^\/(\d+)\.svg$/.exec(url)?.[1] ?? Number.NaN)];
    if (drawing === undefined && url !== '/favicon.ico') asked.push(url);
    response.writeHead(drawing === undefined ? 404 : 200, { 'content-type': 'image/svg+xml' }).end(drawing);
  });
  return { asked, base };
}

/** Opens each drawing as a document, clicks it, and gives all that was asked of anybody. */
async function openAll(drawings: readonly string[]): Promise<readonly string[]> {
  const { asked, base } = await serveDrawings(drawings);
  const context = await (await launchBrowser()).newContext();
  const page = await context.newPage();
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(base) && !url.startsWith('data:image/')) asked.push(url);
  });
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  for (const [i] of drawings.entries()) {
    await page.goto(`${base}/${i}.svg`);
    await page.mouse.click(5, 5);
    // Whatever a script or a style asks for has been asked for when this comes back.
    await page.evaluate(() => fetch('/asked-last'));
  }
  await context.close();
  return asked.filter((url) => url !== '/asked-last');
}

it('a drawing that was published runs nothing and fetches nothing when it is opened as a page', async () => {
  const published = Object.values(harmlessDrawings).map((drawing) => cleanSvg(drawing).text);
  expect(await openAll(published)).toEqual([]);
});

it('the same drawings as they came would', async () => {
  const names = ['a script with a prefix', 'an entity that is a script', 'an attribute by default'];
  const drawings = names.flatMap((name) => refusedDrawings[name]?.[0] ?? []);
  expect(drawings.length).toBe(3);
  expect(await openAll([...drawings, harmlessDrawings['a style sheet of the whole file'] ?? ''])).toEqual([
    '/ran',
    '/ran',
    '/ran',
    '/ran.css',
  ]);
});
