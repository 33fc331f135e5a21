import { load } from 'cheerio';
import { expect, it } from 'vitest';
import { buildInMemory, smallContent } from '../../helpers.ts';

const notFoundPage = async (content: string) =>
  load((await buildInMemory(content)).files.get('404.html') ?? '');

it('offers the sections of the menus, then their other pages, and no address elsewhere', async () => {
  const $ = await notFoundPage(smallContent());
  const sections = $('main nav[aria-label="Sections to try"] a');
  expect(sections.get().map((link) => $(link).attr('href'))).toEqual([
    '/local-news',
    '/business',
    '/blog',
    '/archives',
    '/faq',
    '/subscribe',
  ]);
});

it('is made of built-in words where the paper has no such page', async () => {
  const $ = await notFoundPage(smallContent({ 'pages/not-found.yaml': () => undefined }));
  expect($('h1').text()).toBe('Page Not Found');
  expect($('meta[name="robots"]').attr('content')).toBe('noindex');
  expect($('link[rel="canonical"]')).toHaveLength(0);
});

it('carries at most 2 KB of addresses, those of the menus first', async () => {
  const more = Array.from({ length: 300 }, (_, i) => [
    `pages/more/a-page-${i + 100}.md`,
    `---\ntemplate: text\npath: /a-page-${i + 100}\ntitle: Page ${i + 100}\n---\nText.\n`,
  ]);
  const $ = await notFoundPage(smallContent(Object.fromEntries(more)));
  const addresses = $('[data-addresses]').attr('data-addresses') ?? '';
  expect(addresses.length).toBeGreaterThan(1900);
  expect(addresses.length).toBeLessThanOrEqual(2048);
  expect(addresses).toMatch(/^\/local-news \/business \/blog \/archives /);
});
