import type { Records } from '../content/model.ts';
import { noticeSchema } from '../content/notice.ts';
import { postSchema } from '../content/post.ts';
import { type JsonSchema, jsonSchemaOf, type Names, oneOfKinds } from '../content/schema/json-schema.ts';
import type { AnySchema } from '../content/schema/schema-keys.ts';
import { dataKinds, sharedSchemas } from '../content/single-files.ts';
import type { Parsed } from '../content/source-file.ts';
import { videoServices } from '../content/videos.ts';
import { readDocument } from '../problems/yaml-document.ts';
import { frontMatterOf, pageKinds } from './kinds.ts';

export interface EditorSchema {
  readonly name: string;
  /** The files of `content/` that it is for, as a pattern. */
  readonly files: string;
  readonly schema: JsonSchema;
}

export function editorSchemas(names: Names): EditorSchema[] {
  const single = (files: string, name: string, schema: AnySchema): EditorSchema => ({
    name: `${name}.schema.json`,
    files,
    schema: jsonSchemaOf(schema, names),
  });
  const pages = (name: string, files: string, schemaOf: typeof frontMatterOf): EditorSchema => {
    const kinds = pageKinds.map((kind) => ({
      word: kind.name,
      summary: kind.summary,
      schema: jsonSchemaOf(schemaOf(kind.schema), names),
    }));
    return { name: `${name}.schema.json`, files, schema: oneOfKinds('template', kinds) };
  };
  return [
    ...Object.entries(sharedSchemas).map(([name, schema]) => single(`${name}.yaml`, name, schema)),
    ...Object.entries(dataKinds).map(([name, schema]) => single(`data/${name}.yaml`, name, schema)),
    pages('page', 'pages/**/*.yaml', (schema) => schema),
    pages('page-front-matter', 'pages/**/*.md', frontMatterOf),
    single('blog/*.md', 'post', postSchema),
    single('notices/*.md', 'notice', noticeSchema),
  ];
}

/** What the fields of a paper may refer to; nothing of a file with problems. */
export function namesOf({ shared, pages, media, ownFeeds, broken, sources }: Records): Names {
  const { site, embeds, radio, data } = shared;
  /** As it is written: in the data, quotation marks are curly. */
  const good = <T>(file: Parsed<T> | undefined): Partial<T> | undefined =>
    file && !broken.has(file.source.path)
      ? readDocument(file.source.text)?.document.toJS({ maxAliasCount: -1 })
      : undefined;
  return {
    category: good(site)?.categories?.map(({ name }) => name) ?? [],
    author: good(data.team)?.team?.map(({ name }) => name) ?? [],
    'notice-kind': good(site)?.notices?.map(({ kind }) => kind) ?? [],
    department: good(data.departments)?.departments?.map(({ name }) => name) ?? [],
    provider: Object.keys({ ...good(embeds)?.providers, ...videoServices }),
    station: good(radio)?.stations?.map(({ port }) => port) ?? [],
    page: pages.map(({ data }) => data.path).sort(),
    post: sources.files.flatMap(({ path }) => /^blog\/(.+)\.md$/.exec(path)?.[1] ?? []),
    picture: media.map(({ path }) => path),
    'feed-file': [...ownFeeds.keys()],
  };
}
