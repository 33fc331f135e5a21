import { beforeAll, expect, it } from 'vitest';
import { displays } from './browser-window.ts';
import { checkPageState } from './check-page-state.ts';
import { serveVillage } from './village.ts';
import { visit } from './visits.ts';

const scheduled = (post: string) =>
  post.replace(/^publishedDate: .*/m, 'publishedDate: 2126-12-01T06:00:00-06:00');

let site: string;
beforeAll(async () => {
  site = await serveVillage({ 'blog/heron-count.md': scheduled }, ['--drafts']);
});

const narrowDark = { name: '320 px, dark', width: 320, dark: true } as const;

it('the bar of a preview is no hindrance, with the mark of a draft, large, spaced, dark and in forced colors', async () => {
  const state = { name: 'at rest', of: 'body', serve: async () => site, reach: async () => {} };
  const shownOn = [displays.large, displays.spaced, displays.forced, narrowDark];
  expect(await checkPageState('/blog/heron-count', state, shownOn)).toEqual([]);
});

it('paper does not show it', async () => {
  const page = await visit(`${site}/blog/heron-count`);
  const marks = page.locator('.preview-bar, .preview-mark').locator('visible=true');
  expect(await marks.count()).toBeGreaterThan(1);
  await page.emulateMedia({ media: 'print' });
  expect(await marks.count()).toBe(0);
});
