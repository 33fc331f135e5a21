import { load } from 'cheerio';
import { expect, it } from 'vitest';
import { buildInMemory, spoiledContent } from '../../helpers.ts';

const notFoundPage = async (content: string) =>
  load((await buildInMemory(content)).files.get('404.html') ?? '');

it('offers the categories of the menu', async () => {
  const $ = await notFoundPage(spoiledContent('nothing is laid over it'));
  const sections = $('main nav[aria-label="Sections to try"] a');
  expect(sections.get().map((link) => $(link).attr('href'))).toEqual(['/local-news', '/business']);
});

it('is made of built-in words where the paper has no such page', async () => {
  const $ = await notFoundPage(spoiledContent('nothing is laid over it', ['pages/not-found.yaml']));
  expect($('h1').text()).toBe('Page Not Found');
  expect($('meta[name="robots"]').attr('content')).toBe('noindex');
  expect($('link[rel="canonical"]')).toHaveLength(0);
});
