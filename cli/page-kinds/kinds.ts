import type { PageFile } from '../sources/page-fields.ts';
import type { PageKind } from './page-kind.ts';
import { post } from './post.ts';
import * as registry from './registry.ts';

/** The kinds of pages that files of `pages/` may ask for, by name. */
export const pageKinds: readonly PageKind[] = Object.values(registry).sort((a, b) =>
  a.name < b.name ? -1 : 1,
);

const byName = new Map<unknown, PageKind>([...pageKinds, post].map((kind: PageKind) => [kind.name, kind]));

/** The kind of a page, of articles too, by its name; `undefined` if there is none. */
export const pageKindOf = (name: unknown): PageKind | undefined => byName.get(name);

/** Whether a page is kept from search engines: by its own word, or because it is no page to arrive at. */
export function isHidden({ template, noindex }: PageFile): boolean {
  const kind = pageKindOf(template);
  return noindex || kind?.isHidden || kind?.isFramed || false;
}
