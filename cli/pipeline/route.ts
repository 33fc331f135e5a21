import { groupBy } from '../lib/group-by.ts';
import type { PageFileOf, TemplateName } from '../page-kinds/page.ts';
import { type KeyPath, placeAt, topOf } from '../problems/locate.ts';
import { type Outcome, type Problem, problemAt } from '../problems/problem.ts';
import { lostSlug } from '../sources/recover.ts';
import type { Edition, EditionPost } from './link.ts';
import type { ParsedPage } from './parse.ts';
import type { SourceFile } from './read.ts';

/** A page file drawn by template `K`. */
export interface PageOfTemplate<K extends TemplateName> {
  readonly source: SourceFile;
  readonly data: PageFileOf<K>;
  readonly bodyOffset?: number;
}

/** Posts published in one year, in the paper's zone, newest first. */
export interface YearOfPosts {
  readonly year: string;
  readonly posts: readonly EditionPost[];
}

type Kind =
  | { readonly kind: 'page'; readonly page: ParsedPage }
  | {
      readonly kind: 'blog';
      readonly page: PageOfTemplate<'blog'>;
      readonly number: number;
      readonly posts: readonly EditionPost[];
      readonly of: number;
    }
  | {
      readonly kind: 'archives';
      readonly page: PageOfTemplate<'archives'>;
      readonly shown: YearOfPosts | undefined;
      readonly years: readonly YearOfPosts[];
    }
  | {
      readonly kind: 'post';
      readonly post: EditionPost;
      readonly newer: EditionPost | undefined;
      readonly older: EditionPost | undefined;
    };

/** One page of the site: where it stands, what stands there, and the content file that asked for it. */
export type Route = Kind & {
  readonly address: string;
  readonly source: SourceFile;
};

/** The address of the page a host shows for unknown addresses. */
export const notFoundAddress = '/404';

/** Whether search engines are kept from a page: by its own word, or because it is no page to arrive at. */
export const isHidden = ({ noindex, template }: ParsedPage['data']): boolean =>
  noindex || template === 'not-found' || template.startsWith('embed-');

/** The file that answers for an address: `/` is `index.html`, `/blog` is `blog.html` even beside a folder `blog/`. */
export const fileOf = (address: string): string =>
  address === '/' ? 'index.html' : `${address.slice(1)}.html`;

/** Where page `number` of the list at `base` stands; the first is the list itself. */
export const listAddress = (base: string, number: number): string =>
  number === 1 ? base : `${base}/page/${number}`;

/** Where a year stands; the newest is the archive itself. */
export const yearAddress = (base: string, year: string, years: readonly YearOfPosts[]): string =>
  years[0]?.year === year ? base : `${base}/${year}`;

/** What asked for an address: a key of a content file, or the file's own name. */
interface Claim {
  readonly source: SourceFile;
  readonly key: KeyPath | undefined;
  /** Whether the address is one that the press made of the one that is written, such as that of a second page. */
  readonly isMade: boolean;
}

const placeOfClaim = ({ source, key }: Pick<Claim, 'source' | 'key'>) =>
  key ? placeAt(source, key) : topOf(source.file);

/** Whether a file has the name of the address: `pages/about.yaml` that of `/about`. */
const isNamedFor = ({ path }: SourceFile, address: string): boolean =>
  path.replace(/^(?:pages|blog)/, '').replace(/\.\w+$/, '') === address;

/** Gives every page its address, and no two the same one: of two, the second is drawn where nobody looks for it. */
export function route(edition: Edition): Outcome<readonly Route[]> {
  const problems: Problem[] = [];
  const routes: Route[] = [];
  const taken = new Map<string, Claim>();

  function add(route: Route, key: KeyPath | undefined, written = route.address) {
    const claim: Claim = { source: route.source, key, isMade: written !== route.address };
    const known = route.address.toLowerCase();
    const before = taken.get(known);
    if (!before) {
      taken.set(known, claim);
      routes.push(route);
      return;
    }
    routes.push(withoutAddress(route));
    // What can be changed by a word in a file is told, rather than the file's own name or what was made of another word.
    // Of two pages, one at the address that its file is called by is in its place.
    const isInnocent =
      !key ||
      (claim.isMade && !before.isMade && before.key) ||
      (before.key && isNamedFor(claim.source, route.address) && !isNamedFor(before.source, route.address));
    const [told, other] = isInnocent ? [before, claim] : [claim, before];
    problems.push(
      problemAt(placeOfClaim(told), {
        rule: 'duplicate-address',
        message: `\`${other.source.file}\` already stands at \`${route.address}\`.`,
        hint: 'Give one of the two another address.',
        related: [{ ...placeOfClaim(other), message: 'The other one' }],
      }),
    );
  }

  const years = groupByYear(edition.posts);
  for (const page of edition.pages) {
    const { source, data } = page;
    const { path: address } = data;
    const mayStand = edition.flaws.get(source)?.isWritten(['path']) ?? true;
    if (
      mayStand &&
      ((data.template === 'home') !== (address === '/') ||
        (data.template === 'not-found') !== (address === notFoundAddress))
    ) {
      problems.push(
        problemAt(placeAt(source, ['path']), {
          rule: 'invalid-address',
          message: `The template \`${data.template}\` cannot stand at \`${address}\`.`,
          hint: `\`home\` stands at \`/\`, \`not-found\` at \`${notFoundAddress}\`, and nothing else does.`,
        }),
      );
    } else if (address === '/api' || address.startsWith('/api/')) {
      problems.push(
        problemAt(placeAt(source, ['path']), {
          rule: 'invalid-address',
          message: 'Under `/api` the radio answers, so no page can stand there.',
        }),
      );
    }
    if (data.template === 'blog') {
      const size = edition.shared.site.data.postsPerPage;
      const of = Math.max(1, Math.ceil(edition.posts.length / size));
      for (let number = 1; number <= of; number++) {
        const posts = edition.posts.slice((number - 1) * size, number * size);
        add(
          {
            kind: 'blog',
            page: { ...page, data },
            number,
            of,
            posts,
            source,
            address: listAddress(address, number),
          },
          ['path'],
          address,
        );
      }
    } else if (data.template === 'archives') {
      add({ kind: 'archives', page: { ...page, data }, shown: years[0], years, source, address }, ['path']);
      for (const shown of years.slice(1)) {
        add(
          {
            kind: 'archives',
            page: { ...page, data },
            shown,
            years,
            source,
            address: yearAddress(address, shown.year, years),
          },
          ['path'],
          address,
        );
      }
    } else {
      add({ kind: 'page', page, source, address }, ['path']);
    }
  }

  for (const [i, post] of edition.posts.entries()) {
    const { source, data } = post.parsed;
    const neighbors = { newer: edition.posts[i - 1], older: edition.posts[i + 1] };
    add(
      { kind: 'post', post, ...neighbors, source, address: post.post.path },
      data.slug ? ['slug'] : undefined,
    );
  }

  for (const [address, template] of [
    ['/', 'home'],
    [notFoundAddress, 'not-found'],
  ] as const) {
    if (taken.has(address) || edition.claimed.has(address)) continue;
    problems.push(
      problemAt(topOf(`${edition.shownAs}/pages`), {
        rule: 'missing-file',
        message: `No page stands at \`${address}\`, and the paper needs one.`,
        hint: `Add a file to pages/ with \`template: ${template}\` and \`path: ${address}\`.`,
      }),
    );
  }

  return { value: routes, problems };
}

/** The same page at an address that no link can name. */
function withoutAddress(route: Route): Route {
  const lost = lostSlug(`${route.source.path} ${route.address}`);
  if (route.kind !== 'post') return { ...route, address: `/${lost}` };
  const address = `/blog/${lost}`;
  const post = { ...route.post, post: { ...route.post.post, path: address } };
  return { ...route, post, address };
}

function groupByYear(posts: readonly EditionPost[]): YearOfPosts[] {
  const years = groupBy(posts, ({ month }) => month.slice(0, 4));
  return [...years].map(([year, posts]) => ({ year, posts }));
}
