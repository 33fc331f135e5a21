import type * as z from 'zod';
import { noteName, noteSchema } from '../content/newsletter.ts';
import { noticeSchema } from '../content/notice.ts';
import { postSchema } from '../content/post.ts';
import type { SchemaFor } from '../content/schema/schema-keys.ts';
import { singleSchemas } from '../content/single-files.ts';
import { isRecord } from '../lib/is-record.ts';
import { pageKinds } from './kinds.ts';

const pages: ReadonlyMap<unknown, z.ZodType> = new Map(pageKinds.map(({ name, schema }) => [name, schema]));

const frontMatters: ReadonlyMap<unknown, z.ZodType> = new Map(
  pageKinds.map(({ name, schema }) => [name, frontMatterOf(schema)]),
);

/** The schema of the front matter of a Markdown page: its `body` is the text under it. */
export function frontMatterOf(schema: z.ZodObject): z.ZodObject {
  return 'body' in schema.shape ? schema.partial({ body: true }) : schema;
}

/** The schema of every YAML and Markdown file of a paper. */
export const schemaFor: SchemaFor = (path, data) => {
  if (path.startsWith('blog/')) return postSchema;
  if (path.startsWith('notices/')) return noticeSchema;
  if (path === noteName) return noteSchema;
  if (!path.startsWith('pages/')) return singleSchemas.get(path);
  return (path.endsWith('.md') ? frontMatters : pages).get(isRecord(data) ? data.template : undefined);
};
