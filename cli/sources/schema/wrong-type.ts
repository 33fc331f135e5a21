import { isRecord } from '../../lib/is-record.ts';
import type { FieldIssue } from './text-issues.ts';

const group = { name: 'a group of keys', hint: 'Each line of a group has its own key, such as `title: …`.' };

/** How messages call the types of values, and how each is written. */
const types: Readonly<Record<string, { readonly name: string; readonly hint?: string }>> = {
  string: {
    name: 'a text',
    hint: 'Write one text. If it has a colon in it, put the whole text in quotation marks.',
  },
  number: { name: 'a number' },
  boolean: {
    name: '`true` or `false`',
    hint: 'Write `true` for yes and `false` for no, without quotation marks.',
  },
  array: { name: 'a list', hint: 'A list has one line for each entry, which starts with `- `.' },
  object: group,
  record: group,
};

/** The issue of a value of another type than `expected`. `written` is the value in the file, and `name` its key. */
export function wrongType(
  expected: string,
  value: unknown,
  written: string,
  name: string | undefined,
): FieldIssue {
  const type = types[expected] ?? { name: 'another value' };
  const issue = (found: string, hint?: string, suggestion?: string): FieldIssue => ({
    rule: 'wrong-type',
    message: `This needs ${type.name}, but ${found}.`,
    hint,
    suggestion,
  });
  if (value === null)
    return issue('it is empty', 'Write the value after the colon, or delete the key if it is optional.');
  const isNumber = typeof value === 'number';
  if (
    expected === 'string' &&
    isNumber &&
    /^(?:publishedDate|updated|updatedDate|starts|ends)$/.test(name ?? '')
  )
    return {
      rule: 'invalid-date',
      message: `\`${written}\` cannot be read as a date.`,
      hint: `Write it as \`2026-11-19${name === 'updated' ? '' : 'T06:30:00-06:00'}\`.`,
    };
  if (expected === 'string' && (isNumber || typeof value === 'boolean')) {
    const found = `\`${written}\` is read as ${isNumber ? `the number ${value}` : 'yes or no'}`;
    return issue(found, 'Put it in quotation marks.', `"${written}"`);
  }
  if (expected === 'number' && (typeof value === 'string' || isNumber)) {
    const { hint, suggestion } = numberMeant(written, name);
    return issue(`\`${written}\` is not a number`, hint, suggestion);
  }
  const isList = Array.isArray(value);
  const found = `it is ${isList ? 'a list' : isRecord(value) ? 'a group of keys' : show(value)}`;
  if (expected === 'string' && isList)
    return issue(found, 'Write one text, without the brackets or dashes of a list.');
  const suggestion =
    expected === 'boolean' ? booleanMeant(value) : expected === 'array' ? listMeant(value) : undefined;
  return issue(found, type.hint, suggestion);
}

/** A text with commas as the list that was probably meant. */
function listMeant(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length >= 300 || /[:"'{}#]/.test(value)) return undefined;
  return `[${value.replace(/^[[(]|[\])]$/g, '')}]`;
}

/** Words for yes and no that YAML reads as texts. */
function booleanMeant(value: unknown): 'true' | 'false' | undefined {
  const word = String(value).trim();
  if (/^(?:true|yes|y|on|1|x|s[ií])$/i.test(word)) return 'true';
  return /^(?:false|no|n|off|0|none|never)$/i.test(word) ? 'false' : undefined;
}

/** The number that was probably meant, and how numbers are written. */
function numberMeant(written: string, name: string | undefined): { hint: string; suggestion?: string } {
  const hint =
    'A number has only digits and, if needed, a decimal point: no quotation marks, signs, spaces or commas.';
  const [found = '', ...others] =
    written.match(/[-−]?[.\d](?:[\d.,]|[ '’\u00A0\u202F](?=\d{3}(?!\d)))*/g) ?? [];
  const digits = found.replace('−', '-').replace(/[ '’\u00A0\u202F]|[.,]$/g, '');
  if (others.length > 0 || !/\d/.test(digits)) return { hint };
  const [left, right] = digits.split(',');
  if (/^-?[1-9]\d{0,2},\d{3}$/.test(digits) && !/^(?:lat|long)itude$/.test(name ?? ''))
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

/** A value in a message. */
export const show = (value: unknown): string =>
  typeof value === 'string' ? `\`${value}\`` : `\`${JSON.stringify(value)}\``;
