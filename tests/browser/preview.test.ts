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

// The bar of the front page is the same without the mark of a draft.
it.each([
  ['/', [displays.large, displays.spaced]],
  ['/blog/heron-count', [...Object.values(displays), narrowDark]],
] as const)('the bar of a preview is no hindrance on any display: %s', async (address, shownOn) => {
  const serve = async () => site;
  const state = { name: 'at rest', of: 'body', serve, reach: async () => {} };
  expect(await checkPageState(address, state, shownOn)).toEqual([]);
});

it('paper does not show it', async () => {
  const page = await visit(`${site}/blog/heron-count`);
  const marks = page.locator('.preview-bar, .preview-mark').locator('visible=true');
  expect(await marks.count()).toBeGreaterThan(1);
  await page.emulateMedia({ media: 'print' });
  expect(await marks.count()).toBe(0);
});
