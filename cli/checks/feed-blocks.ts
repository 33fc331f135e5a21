import type { ParsedPage } from '../model.ts';
import { pageKindOf } from '../page-kinds/kinds.ts';
import type { KeyPath } from '../problems/locate.ts';
import type { FeedBlockFile } from '../sources/embeds.ts';
import { referencesIn } from '../sources/schema/references.ts';
import type { SourceFile } from '../sources/source-file.ts';

/** A feed block, and where it is in content. */
export interface PlacedFeedBlock {
  readonly block: FeedBlockFile;
  readonly source: SourceFile;
  readonly path: KeyPath;
}

/** Every feed block of some pages, in the order of their schemas. */
export const feedBlocksOf = (pages: readonly ParsedPage[]): PlacedFeedBlock[] =>
  pages.flatMap(({ source, data }) => {
    const kind = pageKindOf(data.template);
    const found = kind ? referencesIn(kind.schema, data) : [];
    return found.flatMap(({ reference, value, path }) =>
      reference.to === 'feed' ? [{ block: value as FeedBlockFile, source, path }] : [],
    );
  });
