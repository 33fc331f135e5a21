import type * as z from 'zod';
import type { FeedBlockFile } from '../content/embeds.ts';
import type { DescribedFile, ParsedPage, ParsedPost, Records } from '../content/model.ts';
import { type NoticeFile, noticeSchema } from '../content/notice.ts';
import { pageFields } from '../content/page-fields.ts';
import { postSchema } from '../content/post.ts';
import { referencesIn } from '../content/schema/references.ts';
import { type DataName, dataKinds, type SharedName, sharedSchemas } from '../content/single-files.ts';
import type { Parsed, SourceFile } from '../content/source-file.ts';
import { pageKindOf } from '../pages/kinds.ts';
import type { KeyPath } from '../problems/locate.ts';

/** All files with a schema, in the order shared files, pages, posts, notices, and the valid keys of broken files. */
export const describedFiles = (
  { shared: { data, ...others }, pages, broken }: Pick<Records, 'shared' | 'pages' | 'broken'>,
  posts: readonly ParsedPost[] = [],
  notices: readonly Parsed<NoticeFile>[] = [],
): DescribedFile[] => [
  ...Object.entries(sharedSchemas).flatMap(([name, schema]) => described(others[name as SharedName], schema)),
  ...Object.entries(dataKinds).flatMap(([name, schema]) => described(data[name as DataName], schema)),
  ...pages.flatMap((page) => described(page, pageKindOf(page.data.template)?.schema ?? pageFields)),
  ...posts.map(({ source, data }) => ({ source, data, schema: postSchema })),
  ...notices.map(({ source, data }) => ({ source, data, schema: noticeSchema })),
  ...[...broken.values()].flatMap(({ part }) => part ?? []),
];

/** A file with its schema; nothing if the paper has no such file. */
const described = (file: Parsed<unknown> | undefined, schema: z.ZodType): DescribedFile[] =>
  file ? [{ ...file, schema }] : [];

/** Whether a file may have addresses: while it has errors, not all addresses of the paper are known. */
export const mayNameAddresses = (path: string): boolean =>
  /^(?:blog|media|notices|pages|public)(?:\/|$)|^(?:site|redirects)\.yaml$/.test(path);

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
