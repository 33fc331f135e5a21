import type * as z from 'zod';
import { forbiddenAt } from '../characters.ts';
import { type KeyPath, locate, placeAt, placeOf, type YamlPart } from '../problems/locate.ts';
import { nearest } from '../problems/nearest.ts';
import { type Outcome, type Place, type Problem, problemAt, tellFirst } from '../problems/problem.ts';
import type { FieldIssue } from '../schemas/fields.ts';
import { diagnoseIn, type Mended } from './diagnose.ts';
import { isRecord } from './judge.ts';
import type { SourceFile } from './read.ts';
import { allKeys, keysAt, schemaOf } from './schema-of.ts';

export { isRecord };

/** `data` as the schema has it, or every way in which it is not. */
export function checkAgainst<S extends z.ZodType>(
  schema: S,
  data: unknown,
  source: SourceFile,
): Outcome<z.infer<S> | undefined> {
  const result = schema.safeParse(data);
  if (result.success) return { value: result.data, problems: [] };
  const { issues } = result.error;
  if (mayBeMisplaced(issues, schema)) {
    const { yaml } = locate(source);
    const { problems, mended } = diagnoseIn(source, yaml);
    if (problems.length > 0)
      return {
        value: undefined,
        problems: [...problems, ...(mended ? checkMended(source, yaml, mended) : [])],
      };
  }
  return { value: undefined, problems: problemsOf(issues, schema, data, source) };
}

/** What is wrong with a file beside the mistakes of its lines that were mended. */
export function checkMended(source: SourceFile, yaml: YamlPart, { text, data, lineOf }: Mended): Problem[] {
  const schema = schemaOf(source.path, isRecord(data) ? data.template : undefined);
  const isPage = source.path.startsWith('pages/') && source.path.endsWith('.md');
  const issues =
    schema?.safeParse(isPage && isRecord(data) ? { body: 'Text', ...data } : data).error?.issues ?? [];
  if (!schema || issues.length === 0) return [];
  const [before, after] = [
    source.text.slice(0, yaml.offset),
    source.text.slice(yaml.offset + yaml.text.length),
  ];
  const problems = problemsOf(issues, schema, data, { ...source, text: before + text + after });
  return problems.flatMap((problem) => {
    const line = lineOf(problem.line);
    return line === undefined ? [] : [{ ...problem, line, endLine: line }];
  });
}

/** Whether a file may be wrong because its lines stand in the wrong place, and not only because of what they say. */
function mayBeMisplaced(issues: readonly z.core.$ZodIssue[], schema: z.ZodType): boolean {
  const known = allKeys(schema);
  return issues.some(
    (issue) =>
      issue.code === 'invalid_type' ||
      (issue.code === 'unrecognized_keys' && issue.keys.some((key) => known.has(key) || /\W/.test(key))),
  );
}

function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  data: unknown,
  source: SourceFile,
): Problem[] {
  const flaws = issues.flatMap<Flaw>((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ issue, key })) : [{ issue }],
  );
  return tellFirst(flaws, (flaw) => problemOf(flaw, schema, data, source));
}

/** One way in which a file is not as its schema has it; `key` is the one that the schema does not know. */
interface Flaw {
  readonly issue: z.core.$ZodIssue;
  readonly key?: string;
}

function problemOf({ issue, key }: Flaw, schema: z.ZodType, data: unknown, source: SourceFile): Problem {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const name = path.filter((part) => typeof part === 'string').at(-1);
  const value = valueAt(data, path);
  const valuePlace = () => placeAt(source, path);
  const missing = (): Problem =>
    problemAt(placeAt(source, path.slice(0, -1)), {
      rule: 'missing-key',
      message: `\`${String(path.at(-1))}\` is missing${path.length > 1 ? ` in \`${showPath(path.slice(0, -1))}\`` : ''}.`,
      hint:
        String(path.at(-1)) === 'body'
          ? 'The text of this page stands under its front matter.'
          : `Add a line \`${String(path.at(-1))}: …\`.`,
    });

  if (key !== undefined) {
    const known = keysAt(schema, path);
    const used = isRecord(value) ? value : {};
    const suggestion = nearest(
      key,
      known.filter((k) => !Object.hasOwn(used, k)),
    );
    return problemAt(placeAt(source, [...path, key], 'key'), {
      rule: 'unknown-key',
      message: `There is no key \`${key}\` here.`,
      ...(known.length > 0 && { hint: `Keys here: ${known.join(', ')}.` }),
      ...(suggestion && { suggestion }),
    });
  }
  if (value === undefined) return missing();
  if (issue.code === 'custom') {
    const { rule = 'invalid-value', hint, suggestion } = (issue.params ?? {}) as Partial<FieldIssue>;
    return problemAt(rule === 'invalid-text' ? characterPlace(source, path) : valuePlace(), {
      rule,
      message: issue.message,
      ...(hint && { hint }),
      ...(suggestion && { suggestion }),
    });
  }
  if (issue.code === 'invalid_type')
    return problemAt(valuePlace(), wrongType(issue.expected, value, writtenAt(source, path)));
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const suggestion = nearest(String(value), values);
    return problemAt(valuePlace(), {
      rule: 'unknown-value',
      message: `\`${String(value)}\` is not one of the words ${name ? `\`${name}\`` : 'this'} knows.`,
      hint: `It knows: ${values.join(', ')}.`,
      ...(suggestion && { suggestion }),
    });
  }
  if (issue.code === 'too_small' && issue.origin === 'array') {
    return problemAt(valuePlace(), {
      rule: 'invalid-value',
      message: `The list \`${name ?? ''}\` is empty; it needs at least ${String(issue.minimum)}.`,
    });
  }
  return problemAt(valuePlace(), {
    rule: 'invalid-value',
    message: `${show(value)} will not do here: ${issue.message}.`.replace('..', '.'),
  });
}

/** The place of the first character in a value that no text may hold; of the whole value where none stands there as it is. */
function characterPlace(source: SourceFile, path: KeyPath): Place {
  const { yaml, value } = locate(source);
  const { start, end } = value(path);
  const at = forbiddenAt(yaml.text.slice(start, end));
  const from = yaml.offset + start + (at ?? 0);
  const to = at === undefined ? yaml.offset + end : from + 1;
  return placeOf(source.file, source.text, from, to);
}

/** A value as it stands in its file. */
function writtenAt(source: SourceFile, path: KeyPath): string {
  const { yaml, value } = locate(source);
  const { start, end } = value(path);
  return yaml.text.slice(start, end);
}

function wrongType(expected: string, value: unknown, written: string): Parameters<typeof problemAt>[1] {
  const kinds: Record<string, string> = {
    string: 'a text',
    number: 'a number',
    boolean: '`true` or `false`',
    array: 'a list',
    object: 'a group of keys',
    record: 'a group of keys',
  };
  const got =
    value === null
      ? 'nothing'
      : Array.isArray(value)
        ? 'a list'
        : typeof value === 'object'
          ? 'a group of keys'
          : show(value);
  const wanted = kinds[expected] ?? expected;
  if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean')) {
    return {
      rule: 'wrong-type',
      message: `Here a text is wanted, and YAML reads \`${written}\` as ${typeof value === 'number' ? `the number ${value}` : 'a yes or no'}.`,
      hint: 'Put it in quotes.',
      suggestion: `"${written}"`,
    };
  }
  if (expected === 'number' && typeof value === 'string' && /^-?[\d.,]+$/.test(value)) {
    return {
      rule: 'wrong-type',
      message: `Here a number is wanted, and ${written} is a text.`,
      hint: 'Take the quotes away; a number has digits and a point, no signs or commas.',
      suggestion: value.replaceAll(',', ''),
    };
  }
  const hints: Record<string, string> = {
    array: 'A list has a line for each entry, started with `- `.',
    boolean: 'Write `true` or `false`, without quotes.',
  };
  const hint =
    value === null
      ? 'Write it after the colon, or take the key out where it may be left out.'
      : hints[expected];
  return {
    rule: 'wrong-type',
    message: `Here ${wanted} is wanted, and ${got} stands here.`,
    ...(hint && { hint }),
  };
}

const show = (value: unknown): string =>
  typeof value === 'string' ? `\`${value}\`` : `\`${JSON.stringify(value)}\``;

function showPath(path: KeyPath): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part + 1}]` : `${i > 0 ? '.' : ''}${part}`))
    .join('');
}

function valueAt(data: unknown, path: KeyPath): unknown {
  let value = data;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}
