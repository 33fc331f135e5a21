import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { serveRequests } from '../serve-requests.ts';
import { serveVillage } from './village.ts';
import { newPage, withoutScripts } from './visits.ts';

/** A service that counts readers: what it is asked, and its address. It would like to set a cookie. */
async function startService() {
  const asked: { method: string; url: URL; body: string; cookie: string; referer: string }[] = [];
  const host = await serveRequests(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const { cookie = '', referer = '' } = headers;
    asked.push({ method, url: new URL(url, 'http://service'), body: await text(request), cookie, referer });
    response.setHeader('Set-Cookie', 'reader=7; Max-Age=1000').end();
  });
  return { asked, host };
}

const searchPage = `template: search
path: /search
title: Search
description: Find a story.
keywords: [search]
headline: Search`;

/** The village at its own address, counted as some lines of site.yaml say; `other` is the same site at another address. */
async function serveCounted(lines: string) {
  let other = '';
  const own = await serveRequests(async (request, response) => {
    const answer = await fetch(other + request.url);
    response.setHeader('Content-Type', answer.headers.get('Content-Type') ?? '');
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const change = (site: string) => site.replace(/^baseUrl: .*/m, `baseUrl: ${own}\n${lines}`);
  other = await serveVillage({
    'site.yaml': (site) => change(site).replace(/^knownMissing: .*\n/m, ''),
    'pages/search.yaml': () => searchPage,
  });
  return { own, other };
}

/** Follows a link of another site, which tells the whole of its address. */
async function visit(page: Page, address: string) {
  const body = `<meta name="referrer" content="unsafe-url"><a href="${address}">Here</a>`;
  await page.route('https://elsewhere.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body }),
  );
  await page.goto('https://elsewhere.example/found?q=secret');
  await page.getByRole('link').click();
  await page.waitForURL(address);
}

const views = {
  plausible: {
    id: 'alderferry.example',
    view: ['POST', '/api/event', {}],
    body: { name: 'pageview', domain: 'alderferry.example', referrer: 'https://elsewhere.example/' },
  },
  goatcounter: {
    id: 'ferry',
    view: [
      'GET',
      '/count',
      { p: '/blog/heron-count', t: expect.stringMatching(/Post$/), r: 'https://elsewhere.example/' },
    ],
    body: undefined,
  },
  matomo: {
    id: '12',
    view: ['GET', '/matomo.php', { idsite: '12', rec: '1', urlref: 'https://elsewhere.example/' }],
    body: undefined,
  },
} as const;

it.each(Object.entries(views))('%s counts a view, once and without cookies', async (provider, expected) => {
  const { asked, host } = await startService();
  const { own } = await serveCounted(
    `analytics: { provider: ${provider}, id: "${expected.id}", host: "${host}" }`,
  );
  const story = `${own}/blog/heron-count`;
  const page = await newPage();
  const counted = (views: number) => expect.poll(() => asked.length).toBe(views);
  await visit(page, `${story}?q=secret`);
  await counted(1);
  const [{ method, url, body } = expect.fail('It was not counted')] = asked;
  const [, path, query] = expected.view;
  expect([method, url.pathname]).toEqual([expected.view[0], path]);
  expect(Object.fromEntries(url.searchParams)).toMatchObject(query);
  if (expected.body) expect(JSON.parse(body)).toEqual({ ...expected.body, url: story });
  if (provider === 'matomo') expect(url.searchParams.get('url')).toBe(story);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.waitForURL(`${own}/`);
  await counted(2);
  const isOfStory = asked.map(({ url, body }) => `${url}${body}`.includes('heron-count'));
  expect(isOfStory).toEqual([true, false]);
  expect(JSON.stringify(asked)).not.toMatch(/secret|reader=7/);
});

it('a view is not counted of a reader who asks for that, at another address, or without scripts', async () => {
  const { asked, host } = await startService();
  const { own, other } = await serveCounted(
    `analytics: { provider: goatcounter, id: ferry, host: "${host}" }`,
  );
  const story = `${own}/blog/heron-count`;
  for (const [name, value] of Object.entries({ doNotTrack: '1', globalPrivacyControl: true })) {
    const asking = await newPage();
    await asking.addInitScript(
      ([name, value]) => Object.defineProperty(navigator, name as string, { get: () => value }),
      [name, value],
    );
    await visit(asking, story);
  }
  const page = await newPage();
  await visit(page, `${other}/blog/heron-count`);
  await visit(await newPage(withoutScripts), story);
  // Whatever was sent of those views comes before this one.
  await visit(page, `${own}/faq`);
  await expect.poll(() => JSON.stringify(asked)).toContain('faq');
  expect(asked).toHaveLength(1);
});

it('a pixel is an image that needs no script, and takes no place', async () => {
  const { asked, host } = await startService();
  const { own } = await serveCounted(`pixel: ${host}/pixel.gif?paper=ferry`);
  const page = await newPage({ ...withoutScripts, viewport: { width: 320, height: 600 } });
  await visit(page, `${own}/blog/heron-count`);
  await expect.poll(() => asked.length).toBe(1);
  await visit(await newPage(withoutScripts), `${own}/search?q=secret`);
  await expect.poll(() => asked.length).toBe(2);
  expect(asked.map(({ url, referer }) => [url.pathname + url.search, referer])).toEqual([
    ['/pixel.gif?paper=ferry', `${own}/blog/heron-count`],
    ['/pixel.gif?paper=ferry', `${own}/`],
  ]);
  const policy = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content');
  expect(policy).toContain(`img-src 'self' ${host};`);
  expect(policy).toContain("connect-src 'self';");
  const pixel = page.locator(`img[src^="${host}"]`);
  expect(await pixel.evaluate((image) => getComputedStyle(image).position)).toBe('absolute');
});
