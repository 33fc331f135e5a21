import { parse as parseYaml, stringify } from 'yaml';
import * as z from 'zod';
import { placeholdersIn } from '../../content/placeholders.ts';
import { type AnySchema, unwrapped } from '../../content/schema/schema-keys.ts';
import { slugify } from '../../content/schema/slugs.ts';
import { usageError } from '../../lib/errors.ts';
import { orUndefined } from '../../lib/or-undefined.ts';
import { pageKinds } from '../../pages/kinds.ts';
import type { PageKind } from '../../pages/page-kind.ts';
import { nearest } from '../../problems/nearest.ts';
import type { Paper } from '../terminal/paper.ts';
import { type Flags, given, markdownFile, type Start, shorten } from './paper.ts';

interface PageFlags extends Flags<'template' | 'path' | 'description'> {
  /** More fields, each as `key=value`. */
  readonly set?: readonly string[];
}

/** A page of a kind, with the fields that the kind requires. */
export const startPage: Start<PageFlags> = (title, flags, paper) => {
  const kind = kindOf(flags);
  const slug = shorten(slugify(title));
  if (slug === '' && flags.path === undefined)
    throw usageError('A title needs letters or digits, or the page a --path.');
  const address = flags.path ?? kind.address ?? `/${slug}`;
  const set = fieldsSet(kind, flags.set ?? []);
  const { body, ...fields } = {
    template: kind.name,
    path: address,
    title,
    ...given({ description: flags.description }),
    ...neededFields(kind, set, title, paper),
    ...set,
  } as Record<string, unknown>;
  const name = address === '/' ? 'home' : address.replace(/^\//, '');
  const other = paper.records.pages.find(({ data }) => data.path === address);
  if (other) throw usageError(`${other.source.file} already has the address ${address}.`);
  const taken = paper.sources.files.find(({ path }) => path.replace(/\.\w+$/, '') === `pages/${name}`);
  if (taken) throw usageError(`${taken.file} already exists; nothing was written.`);
  return {
    ...(body === undefined
      ? { path: `pages/${name}.yaml`, text: stringify(fields, { lineWidth: 0 }) }
      : { path: `pages/${name}.md`, text: markdownFile(fields, String(body)) }),
    next: `It will be at ${address}; \`npm run dev\` shows it.${kind.isFramed || kind.isHidden ? '' : ' A line in navigation.yaml puts it into a menu.'}`,
  };
};

function kindOf({ template = 'text' }: PageFlags): PageKind {
  const kind = pageKinds.find(({ name }) => name === template);
  if (kind) return kind;
  const choices = pageKinds.map(({ name }) => name);
  const suggestion = nearest(template, choices);
  throw usageError(
    `There is no template \`${template}\`. ${suggestion === undefined ? `Templates: ${choices.join(', ')}.` : `Did you mean \`${suggestion}\`?`}`,
  );
}

/** The fields of `--set`, with the types of their schema. */
function fieldsSet(kind: PageKind, set: readonly string[]): Record<string, unknown> {
  const shape: Readonly<Record<string, AnySchema>> = kind.schema.shape;
  return Object.fromEntries(
    set.map((pair) => {
      const [, key, value = ''] = /^([\w-]+)=(.*)$/s.exec(pair) ?? [];
      if (key === undefined)
        throw usageError(`\`--set ${pair}\` needs a key and a value, as in \`--set key=value\`.`);
      const field = shape[key];
      const inner = field && unwrapped(field);
      return [key, inner === undefined || inner instanceof z.ZodString ? value : read(value)];
    }),
  );
}

function read(value: string): unknown {
  const parsed: unknown = orUndefined(() => parseYaml(value));
  return parsed === undefined ? value : parsed;
}

/** The required fields of a kind besides those of every page. */
function neededFields(kind: PageKind, set: object, title: string, { site }: Paper): Record<string, unknown> {
  const usual: Readonly<Record<string, string | undefined>> = {
    body: placeholdersIn(site.language).page,
    category: title,
    email: site.contact?.email,
  };
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries<AnySchema>(kind.schema.shape)) {
    const isNeeded = !z.safeParse(field, undefined).success && !['template', 'path', 'title'].includes(key);
    if (!isNeeded || key in set) continue;
    if (!usual[key]) throw usageError(`A page of this kind needs \`${key}\`: add \`--set ${key}=…\`.`);
    fields[key] = usual[key];
  }
  return fields;
}
