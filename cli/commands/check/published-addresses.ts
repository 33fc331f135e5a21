import type { PublishedAddress } from '../../addresses/gone-addresses.ts';
import { findRedirects } from '../../addresses/redirects.ts';
import { mayNameAddresses } from '../../checks/described-files.ts';
import { publishedAt } from '../../content/published-paths.ts';
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
  const nowhere = { from: undefined, file: undefined, isDerived: false };
  const add = (address: string, more: Partial<PublishedAddress> = {}) => {
    if (!addresses.has(address)) addresses.set(address, { ...nowhere, ...more, address });
  };
  const { broken } = records;
  for (const { address, kind, source, isDerived } of routes)
    if (!kind.isFramed) add(address, { file: source.path, isDerived });
  for (const { path } of feeds(edition, routes, { keyOf: () => '', render: async () => '' })) add(`/${path}`);
  for (const { path } of sources.publicFiles) add(`/${publishedAt(path)}`, { file: path });
  for (const { address, from, source } of findRedirects(edition, routes).value.all)
    add(address, { file: source.path, from });
  const unknown = [...broken.keys()].filter((path) => mayNameAddresses(path) && path !== 'site.yaml').sort();
  return { addresses: [...addresses.values()], unknown };
}
