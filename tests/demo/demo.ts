import { join } from 'node:path';
import type { CheerioAPI } from 'cheerio';
import { builtPaper } from '../browser/served-papers.ts';
import { filesOf, root } from '../helpers.ts';
import { type BuiltPaper, faultsOn, type ParsedPage, parsePaper } from '../parsed-pages.ts';

/** The content of this repository. */
export const demoContent = join(root, 'content');

/** The address the demo is built for: `baseUrl` of content/site.yaml. */
export const baseUrl = 'https://trinitycourier.example';

/** Pages, feeds, drawings and what else is a text. */
const isText = /\.(?:css|html|js|json|svg|txt|xml)$|^_/;

let built: BuiltPaper | undefined;

/** The demo as the setup of all tests has built it. */
export function demo(): BuiltPaper {
  built ??= parsePaper(
    new Map(
      Array.from(filesOf(builtPaper()), ([path, bytes]) => [
        path,
        isText.test(path) ? Buffer.from(bytes, 'latin1').toString() : bytes,
      ]),
    ),
  );
  return built;
}

/** The page at an address, parsed. */
export const pageAt = (address: string): CheerioAPI => demo().pageAt(address);

/** What `check` finds wrong on the demo's pages, each fault with the address of its page. */
export const faultsOnPages = (check: (page: ParsedPage) => Iterable<string>): string[] =>
  faultsOn(demo().pages, check);
