import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageFields } from '../../cli/content/page-fields.ts';
import { postSchema } from '../../cli/content/post.ts';
import { type JsonSchema, jsonSchemaOf } from '../../cli/content/schema/json-schema.ts';
import type { AnySchema } from '../../cli/content/schema/schema-keys.ts';
import { dataKinds, sharedSchemas } from '../../cli/content/single-files.ts';
import { pageKinds } from '../../cli/pages/kinds.ts';
import { root } from '../helpers.ts';

type Group = JsonSchema & { readonly properties?: Readonly<Record<string, Group>>; readonly items?: Group };

const rowOf = (level: number, name: string, { description = '' }: Group) =>
  `${'  '.repeat(level)}- ${name}: ${description}`.trimEnd();

/** The fields of a group, with those of the groups in it, as an indented list. */
function rows(group: Group, level = 0): string[] {
  const { properties = {}, required = [], items, additionalProperties: values, oneOf } = group;
  if (items) return rows(items, level);
  if (Array.isArray(oneOf)) return (oneOf as Group[]).flatMap((option) => rowsOfOption(option, level));
  if (typeof values === 'object') return rows(values as Group, level);
  return Object.entries(properties).flatMap(([key, field]) => {
    const needed = (required as string[]).includes(key) ? ' (needed)' : '';
    return [rowOf(level, `\`${key}\`${needed}`, field), ...rows(field, level + 1)];
  });
}

/** One of several kinds of entries, under the word that chooses it. */
function rowsOfOption({ properties = {}, ...group }: Group, level: number): string[] {
  const [word] = Object.entries(properties).filter(([, field]) => field.const !== undefined);
  if (!word) return [];
  const [key, field] = word;
  const { [key]: _, ...others } = properties;
  return [
    rowOf(level, `\`${key}: ${field.const}\``, field),
    ...rows({ ...group, properties: others }, level + 1),
  ];
}

const sectionOf = (title: string, schema: AnySchema, words = '', without: readonly string[] = []): string => {
  const list = rows(jsonSchemaOf(schema, {}) as Group).filter(
    (row) => !without.some((key) => row.startsWith(`- \`${key}\``)),
  );
  return [`## ${title}`, words, list.join('\n')].filter(Boolean).join('\n\n');
};

const page = [
  '# Every field',
  'The keys of every file, and what each is for. This page is generated (`RECORD=1 npx vitest run tests/guides` updates it);\n`galley schema` gives your editor the same descriptions.',
  ...Object.entries(sharedSchemas).map(([name, schema]) => sectionOf(`${name}.yaml`, schema)),
  sectionOf('blog/*.md', postSchema, 'The front matter of a post.'),
  sectionOf('pages/*', pageFields, 'What every page has. The fields of each template follow.'),
  ...pageKinds.map(({ name, summary, schema }) =>
    sectionOf(
      `template: ${name}`,
      schema,
      `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
      Object.keys(pageFields.shape),
    ),
  ),
  ...Object.entries(dataKinds).map(([name, schema]) => sectionOf(`data/${name}.yaml`, schema)),
].join('\n\n');

it('docs/guides/fields.md has every field and what it is for (RECORD=1 writes it)', () => {
  expect(page).not.toMatch(/^ *- `.*:$/m);
  const file = join(root, 'docs', 'guides', 'fields.md');
  if (process.env.RECORD) writeFileSync(file, `${page}\n`);
  else expect(readFileSync(file, 'utf8')).toBe(`${page}\n`);
});
