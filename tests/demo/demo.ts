import { join } from 'node:path';
import type { CheerioAPI } from 'cheerio';
import { root } from '../helpers.ts';
import { type BuiltPaper, buildPaper, faultsOn, type ParsedPage } from '../parsed-pages.ts';

/** The content of this repository. */
export const demoContent = join(root, 'content');

/** The address the demo is built for: `baseUrl` of content/site.yaml. */
export const baseUrl = 'https://trinitycourier.example';

/** The moment of the demo: when its newest stories are out. */
export const demoNow = new Date('2026-11-24T00:00:00Z');

let built: Promise<BuiltPaper> | undefined;

/** The demo, built once for all test files. */
export const demo = (): Promise<BuiltPaper> => {
  built ??= buildPaper(demoContent, demoNow);
  return built;
};

/** The page at an address, parsed. */
export const pageAt = async (address: string): Promise<CheerioAPI> => (await demo()).pageAt(address);

/** What `check` finds wrong on the demo's pages, each fault with the address of its page. */
export const faultsOnPages = async (check: (page: ParsedPage) => Iterable<string>): Promise<string[]> =>
  faultsOn((await demo()).pages, check);
