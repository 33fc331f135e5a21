import type { PublishedAddress } from '../../addresses/gone-addresses.ts';
import { findRedirects } from '../../addresses/redirects.ts';
import { mayNameAddresses } from '../../checks/described-files.ts';
import { publishedAt } from '../../content/published-paths.ts';
import { type PostPart, post as postKind } from '../../pages/kinds/post.ts';
import type { Route } from '../../pages/page-kind.ts';
import { feeds } from '../../pipeline/feeds.ts';
import { read } from '../../pipeline/read.ts';
import { editionOf } from '../terminal/paper.ts';

/**
 * The addresses that a content folder publishes at a moment: pages, posts, feeds, former addresses and files of `public/`, but no pictures,
 * styles and frames, which readers do not bookmark. `unknown` are the files whose addresses cannot be read.
 */
export function publishedAddresses(folder: string, now: Date) {
  const sources = read(folder, '').value;
  const { records, edition, routes } = editionOf(sources, { now, drafts: false });
  const addresses = new Map<string, PublishedAddress>();
  const nowhere = { from: undefined, file: undefined, id: undefined, title: undefined, isDerived: false };
  const add = (address: string, more: Partial<PublishedAddress> = {}) => {
    if (!addresses.has(address)) addresses.set(address, { ...nowhere, ...more, address });
  };
  for (const page of routes) if (!page.kind.isFramed) add(page.address, originOf(page));
  for (const { path } of feeds(edition, routes, { keyOf: () => '', render: async () => '' })) add(`/${path}`);
  for (const { path } of sources.publicFiles) add(`/${publishedAt(path)}`, { file: path });
  const byFile = new Map(
    routes.filter(({ isDerived }) => !isDerived).map((page) => [page.source.path, page]),
  );
  for (const { address, from, source } of findRedirects(edition, routes).value.all) {
    const page = byFile.get(source.path);
    add(address, { ...(page ? originOf(page) : { file: source.path }), from });
  }
  const unknown = [...records.broken.keys()]
    .filter((path) => mayNameAddresses(path) && path !== 'site.yaml')
    .sort();
  return { addresses: [...addresses.values()], unknown };
}

function originOf({ kind, part, source, page, isDerived }: Route): Partial<PublishedAddress> {
  const post = kind === postKind ? (part as PostPart).post.parsed.data : undefined;
  return { file: source.path, id: post?.id, title: (page?.data ?? post)?.title, isDerived };
}
