import { type CheerioAPI, load } from 'cheerio';
import { atLeastOne } from './at-least-one.ts';
import { buildInMemory } from './helpers.ts';

/** One built page, parsed as a browser parses it. */
export interface ParsedPage {
  readonly address: string;
  readonly html: string;
  readonly $: CheerioAPI;
  /** For a frame: without the paper's header and footer. */
  readonly framed: boolean;
  /** Search engines may show it. */
  readonly indexable: boolean;
}

/** Whether a built file is a page; the newsletter is an e-mail. */
export const isPage = (path: string): boolean => path.endsWith('.html') && path !== 'newsletter/latest.html';

/** A paper built in memory, with its pages parsed. */
export interface BuiltPaper {
  readonly files: ReadonlyMap<string, string>;
  readonly pages: readonly ParsedPage[];
  /** The page at an address; throws if there is none. */
  readonly pageAt: (address: string) => CheerioAPI;
}

/** Builds a content folder in memory, at the moment of all fixtures if no other is given; throws if it has problems. */
export async function buildPaper(content: string, now?: Date): Promise<BuiltPaper> {
  const { report, files } = await buildInMemory(content, now && { now });
  if (!report.written) throw new Error(`${content} has problems: ${JSON.stringify(report.problems)}`);
  return parsePaper(files);
}

/** The pages among the files of a paper, parsed. */
export function parsePaper(files: BuiltPaper['files']): BuiltPaper {
  const pages = [...files]
    .filter(([path]) => isPage(path))
    .map(([path, html]): ParsedPage => {
      const $ = load(html);
      return {
        address: `/${path.replace(/\.html$/, '').replace(/^index$/, '')}`,
        html,
        $,
        framed: path.startsWith('embeds/'),
        indexable: !/noindex/.test($('meta[name=robots]').attr('content') ?? ''),
      };
    });
  return {
    files,
    pages,
    pageAt(address) {
      const page = pages.find((page) => page.address === address);
      if (!page) throw new Error(`No page was built for ${address}`);
      return page.$;
    },
  };
}

/** What `check` finds wrong on pages, each fault with the address of its page. */
export const faultsOn = (
  pages: readonly ParsedPage[],
  check: (page: ParsedPage) => Iterable<string>,
): string[] =>
  atLeastOne(pages).flatMap((page) => [...check(page)].map((fault) => `${page.address}: ${fault}`));

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

/** A node of JSON-LD. */
export interface Thing {
  readonly '@type': string;
  readonly [key: string]: unknown;
}

/** The nodes of a page's JSON-LD. */
export function thingsOf($: CheerioAPI): readonly Thing[] {
  const scripts = $('script[type="application/ld+json"]');
  if (scripts.length !== 1) throw new Error(`${scripts.length} blocks of JSON-LD`);
  const data = JSON.parse(scripts.text());
  if (data['@context'] !== 'https://schema.org') throw new Error('no @context');
  return data['@graph'];
}

/** Those of a type. */
export const ofType = (things: readonly Thing[], type: string): readonly Thing[] =>
  things.filter((thing) => thing['@type'] === type);
