import type * as z from 'zod';
import type { ParsedPage, ParsedPost, Records, Shared } from '../model.ts';
import { pageKindOf } from '../page-kinds/kinds.ts';
import type { KeyPath } from '../problems/locate.ts';
import { type DataName, dataKinds } from '../sources/data-kinds.ts';
import { pageFields } from '../sources/page-fields.ts';
import { postSchema } from '../sources/post.ts';
import { type SharedName, sharedSchemas } from '../sources/shared-files.ts';
import type { Parsed, SourceFile } from '../sources/source-file.ts';

/** A file with its value and the schema that describes it. */
export interface DescribedFile extends Parsed<unknown> {
  readonly schema: z.ZodType;
}

/** Every file that has a schema, in the order shared files, pages, posts. */
export const describedFiles = (
  { data, ...others }: Shared,
  pages: readonly ParsedPage[],
  posts: readonly ParsedPost[],
): DescribedFile[] => [
  ...Object.entries(sharedSchemas).flatMap(([name, schema]) => described(others[name as SharedName], schema)),
  ...Object.entries(dataKinds).flatMap(([name, schema]) => described(data[name as DataName], schema)),
  ...pages.map(({ source, data }) => ({
    source,
    data,
    schema: pageKindOf(data.template)?.schema ?? pageFields,
  })),
  ...posts.map(({ source, data }) => ({ source, data, schema: postSchema })),
];

/** A file with its schema; nothing if the paper has no such file. */
const described = (file: Parsed<unknown> | undefined, schema: z.ZodType): DescribedFile[] =>
  file ? [{ ...file, schema }] : [];

/** Whether an editor wrote the value at a path of a file: it is no stand-in. */
export const isWritten = ({ flaws }: Pick<Records, 'flaws'>, source: SourceFile, path: KeyPath): boolean =>
  flaws.get(source)?.isWritten(path) ?? true;

/** Whether an editor wrote a list and the name of each of its entries. */
export const areNamesWritten = (
  records: Pick<Records, 'flaws'>,
  source: SourceFile,
  list: string,
  name: string,
  { length }: readonly unknown[],
): boolean =>
  isWritten(records, source, [list]) &&
  Array.from({ length }).every((_, i) => isWritten(records, source, [list, i, name]));
