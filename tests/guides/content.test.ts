import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { pageKinds } from '../../cli/page-kinds/kinds.ts';
import { embed, feedBlock } from '../../cli/sources/embeds.ts';
import { pageFields } from '../../cli/sources/page-fields.ts';
import { isMarkdownText, referenceOf } from '../../cli/sources/references.ts';
import { unwrapped } from '../../cli/sources/schema-keys.ts';
import { root } from '../helpers.ts';

type Schema = z.core.$ZodType;

/** What all embeds and all feed blocks have. */
const common = { embed: embed({}).shape, feed: feedBlock({}).shape };

/** What a field holds, in the words of the guide; nothing for one value. */
function describeField(schema: Schema): string {
  const inner = unwrapped(schema);
  const { to } = referenceOf(inner) ?? {};
  if (inner instanceof z.ZodArray) return `list of ${describeField(inner.element) || 'texts'}`;
  if (inner instanceof z.ZodObject && (to === 'embed' || to === 'feed')) {
    const more = fieldsOf(inner, common[to]);
    return [{ embed: 'embed', feed: 'feed block' }[to], ...more].join(' with ');
  }
  if (isMarkdownText(inner)) return 'Markdown';
  if (to !== undefined) return to;
  return inner instanceof z.ZodObject ? fieldsOf(inner).join(', ') : '';
}

function fieldsOf({ shape }: z.ZodObject, others: Readonly<Record<string, unknown>> = {}): string[] {
  return Object.entries<Schema>(shape)
    .filter(([key]) => !(key in others))
    .map(([key, schema]) => {
      const isOptional = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
      const words = [describeField(schema), isOptional && 'may be left out'].filter(Boolean).join('; ');
      return `\`${key}\`${words && ` (${words})`}`;
    });
}

const table = [
  '| template | the page | more fields |',
  '| --- | --- | --- |',
  ...pageKinds.map(
    ({ name, summary, schema }) =>
      `| \`${name}\` | ${summary} | ${fieldsOf(schema, pageFields.shape).join(', ') || 'none'} |`,
  ),
].join('\n');

it('has the table of all kinds of pages (RECORD=1 writes it)', () => {
  const guide = join(root, 'docs', 'guides', 'content.md');
  const text = readFileSync(guide, 'utf8');
  const written = /^\| template .*(?:\n\|.*)*/m;
  if (process.env.RECORD)
    writeFileSync(
      guide,
      text.replace(written, () => table),
    );
  else expect(written.exec(text)?.[0]).toBe(table);
});
