import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { embed, feedBlock } from '../../cli/content/embeds.ts';
import { pageFields } from '../../cli/content/page-fields.ts';
import { isMarkdownText, referenceOf } from '../../cli/content/schema/references.ts';
import { unwrapped } from '../../cli/content/schema/schema-keys.ts';
import { themeSchema } from '../../cli/content/theme.ts';
import { blocksField } from '../../cli/pages/home-fields.ts';
import { pageKinds } from '../../cli/pages/kinds.ts';
import { atLeastOne } from '../at-least-one.ts';
import { buildInMemory, root, smallContent } from '../helpers.ts';
import { lookOf } from '../look/look.ts';

type Schema = z.core.$ZodType;

/** What all embeds and all feed blocks have. */
const common = { embed: embed({}).shape, feed: feedBlock({}).shape };

/** What a field holds, in the words of the guide; nothing for one value. */
function describeField(schema: Schema): string {
  const inner = unwrapped(schema);
  const { to } = referenceOf(inner) ?? {};
  if (inner instanceof z.ZodDiscriminatedUnion) return inner.def.discriminator;
  if (inner instanceof z.ZodUnion) return inner.options.map((option) => describeField(option)).join(' or ');
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
      const words = describeField(schema);
      const name = isOptional ? `\`${key}\`` : `**\`${key}\`**`;
      return words ? `${name} (${words})` : name;
    });
}

const pages = [
  '| template | the page | more fields |',
  '| --- | --- | --- |',
  ...pageKinds.map(
    ({ name, summary, schema }) =>
      `| \`${name}\` | ${summary} | ${fieldsOf(schema, pageFields.shape).join(', ') || 'none'} |`,
  ),
].join('\n');

const blocks = [
  '| block | fields |',
  '| --- | --- |',
  ...blocksField.element.options.map((block) => {
    const { block: word, ...others } = block.shape;
    const { to } = referenceOf(block) ?? {};
    const fields = [...(to ? [`those of an ${to}`] : []), ...fieldsOf(z.object(others), to && common.embed)];
    return `| \`${word.value}\` | ${fields.join(', ') || 'none'} |`;
  }),
].join('\n');

it.each([
  ['content.md', /^\| template .*(?:\n\|.*)*/m, pages],
  ['pages.md', /^\| block .*(?:\n\|.*)*/m, blocks],
])('%s has the table of all kinds (RECORD=1 writes it)', (name, written, table) => {
  const guide = join(root, 'docs', 'guides', name);
  const text = readFileSync(guide, 'utf8');
  if (process.env.RECORD)
    writeFileSync(
      guide,
      text.replace(written, () => table),
    );
  else expect(written.exec(text)?.[0]).toBe(table);
});

/** What a guide shows indented. */
const blocksIn = (guide: string) =>
  [...readFileSync(join(root, 'docs', 'guides', guide), 'utf8').matchAll(/(?:^ {4}.*\n|^\n(?= {4}))+/gm)].map(
    ([text]) => text.replace(/^ {4}/gm, '').trimStart(),
  );

/** The pages that a guide shows as examples, each by its address. */
const examples = blocksIn('pages.md')
  .filter((text) => text.startsWith('template:'))
  .map((text) => ({ text, path: /^path: (\S+)/m.exec(text)?.[1] ?? '' }));

describe('an example of a page', () => {
  it('is there for the front page, for a section and for paper', () => {
    expect(new Set(examples.map(({ path }) => path))).toEqual(new Set(['/', '/business', '/print']));
  });

  it.each(examples)('builds: $text', async ({ text, path }) => {
    const file = `pages${path === '/' ? '/home' : path}.yaml`;
    const { report } = await buildInMemory(smallContent({ [file]: text }));
    expect(report.problems).toEqual([]);
  });
});

describe('an example of a look', () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path fill="currentColor" d="M0 0h40v10z"/></svg>';

  it.each(atLeastOne(blocksIn('look.md')))('has no problems: %s', async (text) => {
    const isStyle = text.includes('{');
    const media = Object.fromEntries(
      ['name', 'name-dark', 'skyline'].map((name) => [`media/${name}.svg`, drawing]),
    );
    const { problems } = await lookOf({ [isStyle ? 'custom.css' : 'theme.yaml']: text, ...media });
    expect(problems).toEqual([]);
  });

  it('is there for every key', () => {
    const guide = readFileSync(join(root, 'docs', 'guides', 'look.md'), 'utf8');
    const keysOf = (schema: z.core.$ZodType): string[] => {
      const inner = unwrapped(schema);
      if (!(inner instanceof z.ZodObject)) return [];
      return Object.entries<Schema>(inner.shape).flatMap(([key, part]) => [key, ...keysOf(part)]);
    };
    expect(keysOf(themeSchema).filter((key) => !guide.includes(`\`${key}\``))).toEqual([]);
  });
});
