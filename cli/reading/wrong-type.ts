import * as z from 'zod';
import { type AnySchema, shapeOf, unwrapped } from '../content/schema/schema-keys.ts';
import { isRecord } from '../lib/is-record.ts';
import type { Details } from '../problems/problem.ts';

const names: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a group of keys',
  record: 'a group of keys',
};

const fits = (field: AnySchema, value: unknown): boolean => z.safeParse(field, value).success;

/** The issue of a value of another type than its field has. `written` is the value in the file. */
export function wrongType(
  field: AnySchema,
  { expected, path }: z.core.$ZodIssueInvalidType,
  value: unknown,
  written: string,
): Details {
  const name = path.at(-1);
  const yes = expected === 'object' && takesBoolean(field) ? '`true` or ' : '';
  const issue = (found: string, hint: string, suggestion?: string): Details => ({
    rule: 'wrong-type',
    message: `This needs ${yes}${names[expected] ?? 'another value'}, but ${found}.`,
    hint,
    suggestion,
  });
  if (value === null) return issue('it is empty', hintForEmpty(field, name));
  const isNumber = typeof value === 'number';
  if (expected === 'string' && (isNumber || typeof value === 'boolean')) {
    const own = z.safeParse(field, written).error?.issues[0];
    if (own?.code === 'custom' && own.params) return own.params as unknown as Details;
    const found = `\`${written}\` is read as ${isNumber ? `the number ${value}` : 'yes or no'}`;
    return issue(found, 'Put it in quotation marks.', `"${written}"`);
  }
  if (expected === 'number') {
    const { hint, suggestion } = numberMeant(written, name);
    return issue(`\`${written}\` is not a number`, hint, suggestion);
  }
  const isQuoted = takesBoolean(field) && /^(["']).*\1$/.test(written);
  const shown = isQuoted ? `\`${written}\`` : show(value);
  const found = Array.isArray(value) ? 'a list' : isRecord(value) ? 'a group of keys' : shown;
  const suggestion = takesBoolean(field)
    ? booleanMeant(value)
    : (listMeant(field, value) ?? (expected === 'string' ? onlyText(value) : undefined));
  return issue(`it is ${found}`, hintFor(field, value), suggestion);
}

/** How a value is written on one line: only what is required, with `…` for what an editor fills in. */
export function formOf(schema: AnySchema): string {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray) return `[${formOf(inner.element)}]`;
  if (inner instanceof z.ZodRecord) return `{ name: ${formOf(inner.valueType)} }`;
  if (inner instanceof z.ZodUnion) return formOf(inner.options[0] as AnySchema);
  const fields = Object.entries(shapeOf(inner));
  const required = fields.filter(([, field]) => !fits(field, undefined));
  const shown = (required.length > 0 ? required : fields.slice(0, 1)).map(
    ([key, field]) => `${key}: ${formOf(field)}`,
  );
  return shown.length > 0 ? `{ ${shown.join(', ')} }` : '…';
}

function hintForEmpty(field: AnySchema, name: PropertyKey | undefined): string {
  if (typeof name !== 'string') return 'Write the entry after its dash, or delete the line.';
  return `Write \`${name}: ${formOf(field)}\`${fits(field, undefined) ? ', or delete the key' : ''}.`;
}

/** Whether a field can be `true` or `false`, alone or beside a group of keys. */
function takesBoolean(field: AnySchema): boolean {
  const inner = unwrapped(field);
  return inner instanceof z.ZodUnion
    ? inner.options.some((option) => takesBoolean(option as AnySchema))
    : inner instanceof z.ZodBoolean;
}

function hintFor(field: AnySchema, value: unknown): string {
  const inner = unwrapped(field);
  if (inner instanceof z.ZodBoolean)
    return 'Write `true` for yes and `false` for no, without quotation marks.';
  if (inner instanceof z.ZodArray)
    return `Start each entry of the list with a dash and a space: \`- ${formOf(inner.element)}\`.`;
  if (inner instanceof z.ZodObject && Array.isArray(value)) {
    const [key, list] = Object.entries(shapeOf(inner)).find(([, part]) => fits(part, value)) ?? [];
    if (list)
      return `Write \`${key}:\` on a line of its own above the list, as in \`${key}: ${formOf(list)}\`.`;
  }
  if (formOf(inner) !== '…') {
    const yes = takesBoolean(inner) ? '`true`, or ' : '';
    return `Write ${yes}\`${formOf(inner)}\`, or each key on a line of its own.`;
  }
  if (onlyText(value) !== undefined) return 'Write the text alone, without a key before it.';
  if (Array.isArray(value)) return 'Write one text, without the brackets or dashes of a list.';
  return 'Write one text. If it has a colon in it, put the whole text in quotation marks.';
}

/** The text of a group that is only a name, as in `- name: Ada Lund`. */
function onlyText(value: unknown): string | undefined {
  const [[key, text] = [], ...others] = isRecord(value) ? Object.entries(value) : [];
  const isName = others.length === 0 && /^(?:name|title|text|label|author|by|tag)$/i.test(key ?? '');
  return isName && typeof text === 'string' ? text : undefined;
}

/** A text with commas as the list that was probably meant. */
function listMeant(field: AnySchema, value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length >= 300 || /^\s*$|[:"'{}#]/.test(value)) return undefined;
  const list = value.replace(/^[[(]|[\])]$/g, '').split(/\s*[,;|]\s*/);
  return fits(field, list) ? `[${list.join(', ')}]` : undefined;
}

/** Words for yes and no that YAML reads as texts. */
function booleanMeant(value: unknown): 'true' | 'false' | undefined {
  const word = String(value).replace(/^[\s“”"']+|[\s“”"',;.]+$/g, '');
  if (/^(?:true|yes|y|on|1|x|s[ií])$/i.test(word)) return 'true';
  return /^(?:false|no|n|off|0|none|never)$/i.test(word) ? 'false' : undefined;
}

/** The number that was probably meant, and how numbers are written. */
function numberMeant(written: string, name: PropertyKey | undefined): { hint: string; suggestion?: string } {
  const hint =
    'A number has only digits and, if needed, a decimal point: no quotation marks, signs, spaces or commas.';
  if (name === 'price' && /^(?:free|gratis)$/i.test(written)) return { hint, suggestion: '0' };
  const [found = '', ...others] =
    written.match(/[-−]?[.\d](?:[\d.,]|[ '’\u00A0\u202F](?=\d{3}(?!\d)))*/g) ?? [];
  const digits = found.replace('−', '-').replace(/[ '’\u00A0\u202F]|[.,]$/g, '');
  // `A4` is no number with a sign.
  if (others.length > 0 || !/\d/.test(digits) || /\p{L}\d/u.test(written)) return { hint };
  const [left, right] = digits.split(',');
  if (/^-?[1-9]\d{0,2},\d{3}$/.test(digits) && !/^(?:lat|long)itude$/.test(String(name)))
    return {
      hint: `A number has no comma in it. Write \`${left}${right}\` if the comma separates thousands, or \`${left}.${right}\` if it starts the decimals.`,
    };
  // The first of two signs separates thousands.
  const separator = /^-?\d{1,3}([.,])(?:\d{3}\1)*\d{3}(?:[.,]\d+)?$/.exec(digits)?.[1];
  const hasTwo = /[.,].*[.,]/.test(digits);
  const plain = hasTwo && separator ? digits.replaceAll(separator, '') : digits;
  const number = plain.replace(',', '.').replace(/^(-?)\./, '$10.');
  return /^-?\d+(?:\.\d+)?$/.test(number) ? { hint, suggestion: number } : { hint };
}

export const show = (value: unknown): string =>
  typeof value === 'string' ? `\`${value}\`` : `\`${JSON.stringify(value)}\``;
