import type { FeedBlockFile } from '../content/embeds.ts';
import type { ParsedPage } from '../content/model.ts';
import { referencesIn } from '../content/schema/references.ts';
import type { SourceFile } from '../content/source-file.ts';
import { pageKindOf } from '../pages/kinds.ts';
import type { KeyPath } from '../problems/locate.ts';

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
