import { pageSchemas, type TemplateName } from '../page-kinds/page.ts';
import type { Edition } from '../pipeline/link.ts';
import type { Parsed, Shared } from '../pipeline/parse.ts';
import type { Route } from '../pipeline/route.ts';

/** What cannot be judged because a file is not in order; the answers name the file. */
export interface Doubts {
  /** Whether something stands at an address at which nothing was found. */
  ofAddress(path: string): string | undefined;
  /** Where the page is drawn that should stand at an address: elsewhere, where it has lost that. */
  drawnAt(path: string): string;
  /** Which parts the page at an address has. */
  ofParts(path: string): string | undefined;
}

/** Fields of a page that no part of it is named by. */
const headKeys: ReadonlySet<string> = new Set([
  'path',
  'title',
  'description',
  'keywords',
  'headline',
  'tagline',
  'noindex',
  'updated',
]);

/** The files beside its own that a template draws. */
const drawn: Partial<Record<TemplateName, (shared: Shared) => readonly Parsed<unknown>[]>> = {
  home: ({ embeds }) => [embeds],
  about: ({ data }) => [data.team],
  contact: ({ embeds, data }) => [embeds, data.departments],
  subscribe: ({ embeds, data }) => [embeds, data.plans, data.departments],
  partners: ({ embeds, data }) => [embeds, data.partners],
  faq: ({ data }) => [data.faq],
  radio: ({ radio }) => [radio],
  books: ({ data }) => [data.books],
  events: ({ embeds, data }) => [embeds, data.events],
  'embed-wall': ({ data }) => [data.events],
};

/** Doubts about the addresses of an edition; there are none where every file is in order. */
export function createDoubts(routes: readonly Route[], edition: Edition): Doubts {
  const { flaws, claimed, shared, pages, posts, withheldPosts } = edition;
  const byAddress = new Map(routes.map((route) => [route.address, route]));

  /** The file because of which nobody can say which posts there are, and of which year. */
  const uncertainPosts = once(() => {
    const isUncertain = (key: string, { source }: Parsed<unknown>) =>
      !(flaws.get(source)?.isWritten([key]) ?? true);
    const post = [...posts.map(({ parsed }) => parsed), ...withheldPosts].find(
      (post) => isUncertain('publishedDate', post) || isUncertain('draft', post),
    );
    const refused = () => [...claimed].find(([address]) => address.startsWith('/blog/'))?.[1];
    const site = ['timeZone', 'postsPerPage'].some((key) => isUncertain(key, shared.site));
    return post?.source.file ?? (site ? shared.site.source.file : refused());
  });

  /** Pages that are printed inside others, where an embed leads to them. */
  const printedInside = once(
    () =>
      pages.find(
        ({ source, data }) =>
          flaws.has(source) &&
          (data.template.startsWith('embed-') || !flaws.get(source)?.isWritten(['template'])),
      )?.source.file,
  );

  function ofRoute(route: Route): string | undefined {
    if (route.kind === 'post' || route.kind === 'blog') return undefined;
    if (route.kind === 'archives') return uncertainPosts();
    const { source, data } = route.page;
    const flawed = flaws.get(source);
    const keys = Object.keys(pageSchemas[data.template].shape).filter((key) => !headKeys.has(key));
    if (flawed && !keys.every((key) => flawed.isWhole([key]))) return source.file;
    const others = drawn[data.template]?.(shared) ?? [];
    const other = others.find((file) => flaws.has(file.source));
    return other?.source.file ?? (others.includes(shared.embeds) ? printedInside() : undefined);
  }

  return {
    drawnAt(path) {
      const file = byAddress.has(path) ? undefined : claimed.get(path);
      const route = file === undefined ? undefined : routes.find(({ source }) => source.file === file);
      return route?.address ?? path;
    },
    ofAddress(path) {
      const list = /^(.+)\/(?:page\/\d+|\d{4})$/.exec(path)?.[1];
      if (list === undefined) return undefined;
      const kind = byAddress.get(list)?.kind;
      return kind === 'blog' || kind === 'archives' ? uncertainPosts() : claimed.get(list);
    },
    ofParts(path) {
      const route = byAddress.get(path);
      return route ? ofRoute(route) : claimed.get(path);
    },
  };
}

function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}
