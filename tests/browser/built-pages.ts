import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPage } from '../parsed-pages.ts';
import { builtPaper } from './served-papers.ts';

/** One built page of the paper in `content/`. */
export interface Route {
  /** What a reader types. */
  readonly address: string;
  /** Its path in the built folder. */
  readonly file: string;
  /** The `kind` of its page. */
  readonly template: string;
  readonly html: string;
}

let pages: readonly Route[] | undefined;

/** Every built page, read once; the page for unknown addresses is at an address that does not exist. */
export const builtPages = (): readonly Route[] => {
  pages ??= readPages();
  return pages;
};

function readPages(): Route[] {
  const folder = builtPaper();
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isPage)
    .sort()
    .map((file) => {
      const html = readFileSync(join(folder, file), 'utf8');
      const address = `/${file.replace(/\.html$/, '').replace(/^index$/, '')}`;
      return {
        address: address === '/404' ? '/no/such/page' : address,
        file,
        template: /<body[^>]* data-page="([^"]+)"/.exec(html)?.[1] ?? `embed-${file.split('/')[1]}`,
        html,
      };
    });
}

const kindOf = ({ template, address }: Route) => `${template} ${address.split('/').length}`;

/** The first page of each kind, and the first below it: of one tag, one author, one year. */
export const pageOfEachKind = (): Route[] => [
  ...new Map(
    builtPages()
      .toReversed()
      .map((route) => [kindOf(route), route]),
  ).values(),
];

/** Those pages, and each that shows something, by its classes, that no page before it does. */
export const pagesThatDiffer = (): readonly Route[] => {
  const seen = new Set<string>();
  const firsts = new Set(pageOfEachKind());
  return builtPages().filter((route) => {
    const parts = [...route.html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
    const before = seen.size;
    for (const part of parts) seen.add(part);
    return seen.size > before || firsts.has(route);
  });
};
