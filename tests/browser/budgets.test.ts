import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { root } from '../helpers.ts';
import { builtPages, type Route } from './built-pages.ts';
import { builtPaper } from './served-papers.ts';
import { bytesOf, type Part, pageAndStyles, scripts } from './transfer-sizes.ts';

/** Bytes. */
const KB = 1024;

const folder = builtPaper();
const routes = builtPages();

/** The pages that weigh more than they may, the heaviest first, each with what it is made of. */
const overweight = (weigh: (route: Route) => Part[], limitOf: (route: Route) => number): string[] =>
  routes
    .map((route) => {
      const parts = weigh(route).sort((a, b) => b.bytes - a.bytes);
      const bytes = bytesOf(parts);
      return { route, parts, bytes, over: bytes - limitOf(route) };
    })
    .filter(({ over }) => over > 0)
    .sort((a, b) => b.over - a.over)
    .map(
      ({ route, parts, bytes, over }) =>
        `${route.address}: ${bytes} bytes, ${over} too many (${parts.map(({ name, bytes }) => `${name} ${bytes}`).join(', ')})`,
    );

test('a page and its stylesheet weigh at most 14 KB; a story with its sign-up and its advertisement 15, long texts and several boards 20, and the front page 22', () => {
  const long = [
    '/faq',
    '/books',
    '/privacy',
    '/terms',
    '/partners',
    '/sports',
    '/events',
    '/blog/council-takes-chairs-first',
    '/blog/old-channel-levee-result',
    '/blog/trinity-by-canoe-in-august',
  ];
  expect(
    overweight(
      pageAndStyles,
      ({ address }) =>
        (address === '/' ? 22 : long.includes(address) ? 20 : address.startsWith('/blog/') ? 15 : 14) * KB,
    ),
  ).toEqual([]);
});

test('the scripts of a page weigh at most 3 KB; those of the radio 8, of the search 10', () => {
  const more: Readonly<Record<string, number>> = { '/radio': 8, '/search': 10 };
  expect(overweight(scripts, ({ address }) => (more[address] ?? 3) * KB)).toEqual([]);
});

const parts = readdirSync(join(root, 'templates/styles/parts')).map((file) => basename(file, '.css'));
const isOfPart = new RegExp(`^/assets/(?:${parts.join('|')})-[^-]*$`);

test('a page has one stylesheet and those of its rarer parts, and preloads two fonts at most', () => {
  const counts = routes.map(({ address, html }) => {
    const $ = load(html);
    return {
      address,
      stylesheets: $('link[rel=stylesheet]').filter((_, link) => !isOfPart.test(link.attribs.href ?? ''))
        .length,
      fonts: $('link[rel=preload][as=font]').length,
    };
  });
  expect(counts.filter(({ stylesheets, fonts }) => stylesheets !== 1 || fonts > 2)).toEqual([]);
});

test('the fonts weigh at most 60 KB together', () => {
  const fonts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:woff2?|ttf|otf)$/.test(file))
    .map((file) => ({ file, bytes: readFileSync(join(folder, file)).length }));
  expect(
    fonts.reduce((sum, { bytes }) => sum + bytes, 0),
    JSON.stringify(fonts),
  ).toBeLessThanOrEqual(60 * KB);
});
