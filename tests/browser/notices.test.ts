import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { atNow, now, sites } from '../helpers.ts';
import { serveChanged, servePaper } from './served-papers.ts';
import { newPage, visit, withoutScripts } from './visits.ts';

describe('a list of notices', () => {
  it('shows as a reader types only those with that name or street, and is whole without scripts', async () => {
    const site = await servePaper();
    const page = await visit(`${site}/notices`);
    const names = () => page.locator('.notice:visible h3').allTextContents();
    expect(await names()).toHaveLength(8);
    await page.getByRole('searchbox').pressSequentially('haldan');
    expect(await names()).toEqual(['Lucille Marie Haldane']);
    expect(await page.locator('.notices__day:visible').count()).toBe(1);
    expect(await page.locator('.search [role=status]').textContent()).toBe('1 / 8');
    await page.getByRole('searchbox').fill('ALDER');
    expect(await names()).toEqual(['City of Mesquite, planning and zoning']);
    await page.getByRole('link', { name: 'Search everything' }).click();
    expect(page.url()).toBe(`${site}/search?q=ALDER`);
    const plain = await visit(`${site}/notices`, withoutScripts);
    expect(await plain.locator('.notice:visible').count()).toBe(8);
    expect(await plain.getByRole('searchbox').isVisible()).toBe(false);
  });
});

describe('an alert', () => {
  const minutes = 60_000;
  const until = new Date(now.getTime() + 60 * minutes).toISOString();
  let site: string;
  beforeAll(async () => {
    const alert = `text: Ice on the river.\nlevel: emergency\nuntil: ${until}\n`;
    site = await serveChanged(join(sites, 'small', 'content'), { 'alert.yaml': alert }, atNow);
  });

  async function open() {
    const page = await newPage();
    await page.clock.install({ time: now });
    await page.goto(site);
    return { page, band: page.getByRole('alert') };
  }

  it('is first after the masthead, and gone at its end', async () => {
    const { page, band } = await open();
    expect(await band.textContent()).toMatch(/Ice on the river\.\s+Until 1 p\.m\./);
    expect(await page.locator('.masthead + .alert').count()).toBe(1);
    await page.route('**/*', (route) => route.abort());
    await page.clock.fastForward(61 * minutes);
    expect(await band.count()).toBe(0);
  });

  it('is asked for every two minutes: it changes and goes as the page does, and stays where there is no answer', async () => {
    const { page, band } = await open();
    let answer: string | undefined;
    await page.route(`${site}/`, (route) =>
      answer === undefined ? route.abort() : route.fulfill({ contentType: 'text/html', body: answer }),
    );
    const html = await (await fetch(site)).text();
    const turn = () => page.clock.fastForward(2 * minutes);
    await turn();
    expect(await band.count()).toBe(1);
    answer = '<title>Sign in to the network</title>';
    await turn();
    expect(await band.count()).toBe(1);
    answer = html.replaceAll('Ice on the river.', 'The ice has broken.');
    await turn();
    await expect.poll(() => band.textContent()).toContain('The ice has broken.');
    answer = html.replace(/<div class="alert.*?<\/div>/, '');
    await turn();
    await expect.poll(() => band.count()).toBe(0);
  });
});
