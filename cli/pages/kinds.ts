import type * as z from 'zod';
import type { ParsedPage, Shared } from '../content/model.ts';
import { noteName, noteSchema } from '../content/newsletter.ts';
import { noticeSchema } from '../content/notice.ts';
import type { PageFile } from '../content/page-fields.ts';
import { postSchema } from '../content/post.ts';
import type { SchemaFor } from '../content/schema/schema-keys.ts';
import { type OptionalFile, singleSchemas } from '../content/single-files.ts';
import { cached } from '../lib/cached.ts';
import { isRecord } from '../lib/is-record.ts';
import { post } from './kinds/post.ts';
import type { PageKind } from './page-kind.ts';
import * as registry from './registry.ts';

/** The kinds of pages that `template` can name, sorted by name. */
export const pageKinds: readonly PageKind[] = Object.values(registry).sort((a, b) =>
  a.name < b.name ? -1 : 1,
);

const byName = new Map<unknown, PageKind>([...pageKinds, post].map((kind: PageKind) => [kind.name, kind]));

export const pageKindOf = (name: unknown): PageKind | undefined => byName.get(name);

/** Whether a page has nothing to show, because a file that it needs is missing or broken. */
export const lacksFile = ({ data: file }: ParsedPage, { data, ...others }: Shared): boolean => {
  const all: Readonly<Record<OptionalFile, unknown>> = { ...others, ...data };
  return filesNeededBy(file).some((name) => all[name] === undefined);
};

export const filesNeededBy = ({ template }: PageFile): readonly OptionalFile[] =>
  pageKindOf(template)?.needs ?? [];

export function isHidden({ template, noindex }: PageFile): boolean {
  const kind = pageKindOf(template);
  return noindex || kind?.isHidden || kind?.isFramed || false;
}

/** The schema of the front matter of a Markdown page: its `body` is the text under it. */
export function frontMatterOf(schema: z.ZodObject): z.ZodObject {
  return 'body' in schema.shape ? schema.partial({ body: true }) : schema;
}

const frontMatters = cached(frontMatterOf);

/** The schema of every YAML and Markdown file of a paper. */
export const schemaFor: SchemaFor = (path, data) => {
  if (path.startsWith('blog/')) return postSchema;
  if (path.startsWith('notices/')) return noticeSchema;
  if (path === noteName) return noteSchema;
  if (!path.startsWith('pages/')) return singleSchemas.get(path);
  const template = isRecord(data) ? data.template : undefined;
  const schema = pageKinds.find(({ name }) => name === template)?.schema;
  return schema && path.endsWith('.md') ? frontMatters(schema) : schema;
};
