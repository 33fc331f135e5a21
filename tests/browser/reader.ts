import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { launchBrowser } from './browser.ts';

const contexts: BrowserContext[] = [];

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

/** A reader's empty page, in a browser profile of its own that lasts for one test. */
export async function newReader(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await launchBrowser()).newContext(options);
  contexts.push(context);
  context.setDefaultTimeout(10_000);
  return context.newPage();
}

/** A reader at an address. */
export async function visit(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newReader(options);
  await page.goto(address);
  return page;
}

/** A page that has no scripts. */
export const withoutScripts: BrowserContextOptions = { javaScriptEnabled: false };
