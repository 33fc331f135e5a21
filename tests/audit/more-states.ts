import { expect } from 'vitest';
import { settle } from '../browser/browser-window.ts';
import { pageStates, type State } from '../browser/page-states.ts';
import { serveDemoWithServices } from '../demo/demo-with-services.ts';

/** All states the audit checks: those of any paper, those that axe-core sees no difference in, and those of other settings. */
export const auditStates: readonly State[] = [
  ...pageStates,
  {
    name: 'frames blocked',
    of: '.own-board',
    embeds: 'blocked',
    reach: (page) => page.locator('.own-board > summary').first().click(),
  },
  {
    name: 'cover replaced',
    of: '[data-covers] img',
    reach: async (page) => {
      const covers = /\/(?:art|media)\/(?!cover-missing)/;
      await page.route(covers, (route) => route.abort());
      await page.reload();
      await expect.poll(() => page.locator('img[src="/art/cover-missing.svg"]').count()).toBeGreaterThan(1);
      await page.unroute(covers);
      await settle(page);
    },
  },
  {
    name: 'embed not connected',
    of: '.embed--document',
    serve: serveDemoWithServices,
    reach: (page) => page.getByText('is not connected yet').scrollIntoViewIfNeeded(),
  },
  {
    name: 'frames of services',
    of: '.mail-form, .wall, .partner-document, .own-board',
    serve: serveDemoWithServices,
    reach: async () => {},
  },
  {
    name: 'frames of services that never answer',
    of: '.mail-form, .wall, .partner-document',
    serve: serveDemoWithServices,
    embeds: 'silent',
    reach: async () => {},
  },
  {
    name: 'later page',
    of: '[data-page=blog]',
    serve: serveDemoWithServices,
    reach: async (page) => {
      await page.getByRole('link', { name: 'Page 2' }).click();
      await page.getByRole('link', { name: 'Newer' }).waitFor();
      await settle(page);
    },
  },
  {
    name: 'radio playing',
    of: '[data-radio-player]',
    serve: serveDemoWithServices,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Play' }).click();
      await page.getByRole('status').getByText('Playing', { exact: true }).waitFor();
    },
  },
];
