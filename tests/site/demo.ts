import { join } from 'node:path';
import { type CheerioAPI, load } from 'cheerio';
import { buildInMemory, root } from '../helpers.ts';

/** One built page, parsed as a browser would. */
export interface DemoPage {
  readonly address: string;
  readonly html: string;
  readonly $: CheerioAPI;
  /** Stands in a frame, without the paper's header and footer. */
  readonly framed: boolean;
  /** Search engines may show it. */
  readonly indexable: boolean;
}

export interface Demo {
  readonly files: ReadonlyMap<string, string>;
  readonly pages: readonly DemoPage[];
}

/** The address the demo is built for: `baseUrl` of content/site.yaml. */
export const baseUrl = 'https://trinitycourier.example';

let built: Promise<Demo> | undefined;

/** The demo content built in memory at the moment of all fixtures, once for a whole test file. */
export const demo = (): Promise<Demo> => {
  built ??= build();
  return built;
};

async function build(): Promise<Demo> {
  const { report, files } = await buildInMemory(join(root, 'content'));
  if (!report.written) throw new Error(`The demo content has problems: ${JSON.stringify(report.problems)}`);
  const pages = [...files]
    .filter(([path]) => path.endsWith('.html'))
    .map(([path, html]): DemoPage => {
      const $ = load(html);
      return {
        address: addressOf(path),
        html,
        $,
        framed: path.startsWith('embeds/'),
        indexable: !/noindex/.test($('meta[name=robots]').attr('content') ?? ''),
      };
    });
  return { files, pages };
}

const addressOf = (path: string): string => `/${path.replace(/\.html$/, '').replace(/^index$/, '')}`;

/** The page at an address, parsed. */
export async function pageAt(address: string): Promise<CheerioAPI> {
  const page = (await demo()).pages.find((page) => page.address === address);
  if (!page) throw new Error(`No page was built for ${address}`);
  return page.$;
}

/** What `check` finds wrong, each with the page it was found on. */
export async function faultsOnPages(check: (page: DemoPage) => Iterable<string>): Promise<string[]> {
  const { pages } = await demo();
  return pages.flatMap((page) => [...check(page)].map((fault) => `${page.address}: ${fault}`));
}

/** Text with its white space as a reader sees it. */
export const words = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The words of every element a selector finds, in the page's order. */
export const textsOf = ($: CheerioAPI, selector: string): string[] =>
  $(selector)
    .toArray()
    .map((element) => words($(element).text()));

/** An attribute of every element a selector finds; `undefined` where an element has none. */
export const valuesOf = ($: CheerioAPI, selector: string, attribute: string): (string | undefined)[] =>
  $(selector)
    .toArray()
    .map((element) => $(element).attr(attribute));

/** The width and height a PNG file gives in its header. */
export function pngSize(file: string | undefined): { readonly width: number; readonly height: number } {
  const bytes = Buffer.from(file ?? '', 'latin1');
  if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') throw new Error('This is no PNG file');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
