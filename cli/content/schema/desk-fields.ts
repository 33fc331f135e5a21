import { isRecord } from '../../lib/is-record.ts';
import { type JsonSchema, markedSchemaOf, type Names } from './json-schema.ts';
import type { AnySchema } from './schema-keys.ts';

/** A field as the configuration of the desk has it. https://sveltiacms.app/en/docs/fields */
export type DeskField = Readonly<Record<string, unknown>>;

/** How fields that declare it are asked for. Moments get the offset of the editor's own clock. */
export const deskWidgets = {
  text: { widget: 'text' },
  markdown: { widget: 'markdown', editor_components: ['image', 'pictures', 'table', 'box'] },
  day: { widget: 'datetime', format: 'YYYY-MM-DD', date_format: 'YYYY-MM-DD', time_format: false },
  moment: { widget: 'datetime', format: 'YYYY-MM-DDTHH:mm:ssZ' },
} as const satisfies Readonly<Record<string, DeskField>>;

export type Widget = keyof typeof deskWidgets;

/** What the fields of a schema are in a desk: the names that they may refer to, their labels by key, and the word for `true`. */
export interface DeskWords {
  readonly names: Names;
  readonly labels: Readonly<Record<string, string>>;
  readonly yes: string;
}

export const deskFields = (schema: AnySchema, words: DeskWords): DeskField[] =>
  fieldsOf(markedSchemaOf(schema), true, words);

/** The desk asks for every required field of a group, also where the group may be left out: there, none is required. */
function fieldsOf(
  { properties = {}, required = [] }: JsonSchema,
  isNeeded: boolean,
  words: DeskWords,
): DeskField[] {
  return Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, json]) => {
    const needed = isNeeded && (required as readonly string[]).includes(name);
    return {
      name,
      label: words.labels[name] ?? inWords(name),
      required: needed,
      hint: json.description,
      ...widgetOf(json, needed, words),
    };
  });
}

/** `publishedDate` as `Published date`. */
const inWords = (name: string): string =>
  name
    .replace(/^./, (first) => first.toUpperCase())
    .replace(/[A-Z]/g, (letter, at) => (at === 0 ? letter : ` ${letter.toLowerCase()}`));

function widgetOf(json: JsonSchema, isNeeded: boolean, words: DeskWords): DeskField {
  const options = json.anyOf as readonly JsonSchema[] | undefined;
  if (options) return widgetOf(options[0] as JsonSchema, isNeeded, words);
  const { type, items, pattern, minimum: min, maximum: max } = json;
  if (json['x-widget']) return deskWidgets[json['x-widget'] as Widget];
  const to = json['x-refers'] ?? json['x-suggests'];
  if (to === 'picture') return { widget: 'image', choose_url: false };
  const choices = json.enum ?? words.names[to as keyof Names] ?? [];
  if (Array.isArray(choices) && choices.length > 0) return { widget: 'select', options: choices };
  // A switch would write `false` into every file.
  if (type === 'boolean') return { widget: 'select', options: [{ label: words.yes, value: true }] };
  if (type === 'integer' || type === 'number')
    return { widget: 'number', value_type: type === 'integer' ? 'int' : 'float', min, max };
  if (type === 'object')
    return { widget: 'object', collapsed: !isNeeded, fields: fieldsOf(json, isNeeded, words) };
  // Entries of texts are written with commas between them, so that new ones are allowed.
  if (type !== 'array')
    return {
      widget: 'string',
      ...(pattern !== undefined && pattern !== '\\S' && { pattern: [pattern, json.patternErrorMessage] }),
    };
  if (!isRecord(items) || items.type !== 'object') return { widget: 'list' };
  const fields = fieldsOf(items, true, words);
  return { widget: 'list', summary: `{{fields.${fields[0]?.name}}}`, fields };
}
