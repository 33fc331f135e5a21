import type { Edition } from '../model.ts';
import { pageKindOf, pageKinds } from '../page-kinds/kinds.ts';
import type { Route } from '../page-kinds/page-kind.ts';
import type { DataName } from '../sources/data-kinds.ts';
import { pageFields } from '../sources/page-fields.ts';
import type { Parsed } from '../sources/source-file.ts';
import { isWritten } from './files.ts';

/** What cannot be checked because of problems in a file; the answers name the file. */
export interface Doubts {
  /** Whether there is a page at an address at which none was found. */
  ofAddress(path: string): string | undefined;
  /** Where the page is rendered that should be at an address: elsewhere, if it has lost that. */
  rendersAt(path: string): string;
  /** Which ids the page at an address has. */
  ofParts(path: string): string | undefined;
}

/** Doubts about the addresses of an edition; there are none if no file has problems. */
export function createDoubts(routes: readonly Route[], edition: Edition): Doubts {
  const { flaws, claimed, shared, pages, posts, unpublishedPosts } = edition;
  const byAddress = new Map(routes.map((route) => [route.address, route]));
  const byFile = new Map(routes.toReversed().map((route) => [route.source.file, route]));

  /** The file because of which nobody can say which posts there are, of which year and of which category. */
  const uncertainPosts = once(() => {
    const isUncertain = (key: string, { source }: Parsed<unknown>) => !isWritten(edition, source, [key]);
    const categories = new Set(shared.site.data.categories.map(({ name }) => name));
    const post = [...posts.map(({ parsed }) => parsed), ...unpublishedPosts].find(
      (post) =>
        !categories.has(post.data.category) ||
        ['publishedDate', 'draft', 'category'].some((key) => isUncertain(key, post)),
    );
    const refused = () => [...claimed].find(([address]) => address.startsWith('/blog/'))?.[1];
    const site = ['timeZone', 'postsPerPage', 'categories'].some(
      (key) => flaws.get(shared.site.source)?.isWhole([key]) === false,
    );
    return post?.source.file ?? (site ? shared.site.source.file : refused());
  });

  /** A file that may name an address as a former one, as far as can be seen beside its mistakes. */
  function formerIn(path: string): string | undefined {
    const list = shared.redirects?.source;
    const found = [...flaws].find(([source, flaw]) => {
      if (source !== list && !/^(?:blog|pages)\//.test(source.path)) return false;
      if (flaw.isWhole(source === list ? [] : ['aliases'])) return false;
      // A list that cannot be read may name any address.
      return source.text === '' ? source === list : namesFormer(source.text, path);
    });
    return found?.[0].file;
  }

  /** A page that others may show in place of a frame. */
  const shownInside = once(
    () =>
      pages.find(
        ({ source, data }) =>
          flaws.has(source) &&
          (pageKindOf(data.template)?.isFramed || !flaws.get(source)?.isWritten(['template'])),
      )?.source.file,
  );

  function ofRoute({ kind, page }: Route): string | undefined {
    if (!page) return undefined;
    const ofPosts = kind.reserves ? uncertainPosts() : undefined;
    if (ofPosts !== undefined) return ofPosts;
    const flawed = flaws.get(page.source);
    const keys = Object.keys(kind.schema.shape).filter((key) => !(key in pageFields.shape));
    if (flawed && !keys.every((key) => flawed.isWhole([key]))) return page.source.file;
    const others = [...(kind.needs ?? []), ...(kind.shows ?? [])].map((name) =>
      name in shared.data ? shared.data[name as DataName] : shared[name as 'embeds'],
    );
    const other = others.find((file) => file && flaws.has(file.source));
    return other?.source.file ?? (kind.shows?.includes('embeds') ? shownInside() : undefined);
  }

  return {
    rendersAt(path) {
      const file = byAddress.has(path) ? undefined : claimed.get(path);
      const route = file === undefined ? undefined : byFile.get(file);
      return route?.address ?? path;
    },
    ofAddress(path) {
      for (let at = path.indexOf('/', 1); at !== -1; at = path.indexOf('/', at + 1)) {
        const [list, below] = [path.slice(0, at), path.slice(at)];
        const route = byAddress.get(list);
        if (route?.kind.reserves?.below.test(below)) return uncertainPosts();
        if (!route && pageKinds.some(({ reserves }) => reserves?.below.test(below))) return claimed.get(list);
      }
      return formerIn(path);
    },
    ofParts(path) {
      const route = byAddress.get(path);
      return route ? ofRoute(route) : claimed.get(path);
    },
  };
}

/** Whether a line of a file seems to name an address after `aliases` or `from`, or in a list. */
const namesFormer = (text: string, path: string): boolean =>
  text.includes(path) &&
  text.split('\n').some((line) => {
    const before = line.includes(path) ? line.slice(0, line.indexOf(path)) : undefined;
    if (before === undefined || /\bto["']?[ \t]*:[ \t]*["']?$/.test(before)) return false;
    return /\b(?:aliases|from)["']?[ \t]*:|^[ \t]*-[ \t]*["']?$/.test(before);
  });

function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}
