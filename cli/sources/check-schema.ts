import type * as z from 'zod';
import { forbiddenAt } from '../lib/characters.ts';
import { type KeyPath, locate, placeAt, placeOf, type YamlPart } from '../problems/locate.ts';
import { nearest, synonym } from '../problems/nearest.ts';
import { type Outcome, type Place, type Problem, problemAt, tellFirst } from '../problems/problem.ts';
import { diagnoseIn, type Mended } from './diagnose.ts';
import type { FieldIssue } from './fields.ts';
import { isRecord, withBody } from './judge.ts';
import { misreadIn } from './misread.ts';
import { allKeys, keysAt, schemaOf } from './schema-of.ts';
import type { SourceFile } from './source-file.ts';

/** `data` as the schema has it, or every way in which it is not. */
export function checkAgainst<S extends z.ZodType>(
  schema: S,
  data: unknown,
  source: SourceFile,
): Outcome<z.infer<S> | undefined> {
  const result = schema.safeParse(data);
  if (result.success) return { value: result.data, problems: repeatedWords(data, source) };
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

/** Words that stand in one list twice, whatever their letters' case. */
function repeatedWords(data: unknown, source: SourceFile): Problem[] {
  const again: (readonly [path: KeyPath, word: string])[] = [];
  const visit = (value: unknown, path: KeyPath) => {
    if (isRecord(value)) for (const [key, part] of Object.entries(value)) visit(part, [...path, key]);
    if (!Array.isArray(value)) return;
    const seen = new Set<string>();
    for (const [i, entry] of value.entries()) {
      if (typeof entry !== 'string') {
        visit(entry, [...path, i]);
        continue;
      }
      const word = entry.trim().toLowerCase();
      if (seen.has(word)) again.push([[...path, i], entry]);
      seen.add(word);
    }
  };
  visit(data, []);
  return tellFirst(again, ([path, word]) =>
    problemAt(placeAt(source, path), {
      rule: 'repeated-word',
      severity: 'warning',
      message: `\`${word}\` stands in this list a second time.`,
      hint: 'Take one of them out.',
    }),
  );
}

/** What is wrong with a file beside the mistakes of its lines that were mended. */
export function checkMended(source: SourceFile, yaml: YamlPart, { text, data, lineOf }: Mended): Problem[] {
  const schema = schemaOf(source.path, isRecord(data) ? data.template : undefined);
  const issues = schema?.safeParse(withBody(source.path, data)).error?.issues ?? [];
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
    issue.code === 'unrecognized_keys' ? unknownKeys(issue, issues, schema, data) : [{ issue }],
  );
  const meant = new Set(flaws.flatMap(({ issue, meant }) => (meant ? [idOf([...issue.path, meant])] : [])));
  const told = flaws.filter(
    ({ issue, key }) =>
      !isMisread(issue, data) &&
      (key !== undefined || !meant.has(idOf(issue.path)) || valueAt(data, issue.path) !== undefined),
  );
  return tellFirst(told, (flaw) => problemOf(flaw, schema, data, source));
}

const idOf = (path: readonly PropertyKey[]) => JSON.stringify(path.map(String));

/** Keys that the schema does not know, each with the key that was probably meant, if none else in its place was. */
function unknownKeys(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  issues: readonly z.core.$ZodIssue[],
  schema: z.ZodType,
  data: unknown,
): Flaw[] {
  const value = valueAt(data, issue.path);
  const used = isRecord(value) ? value : {};
  let free = keysAt(
    schema,
    issue.path.filter((part) => typeof part !== 'symbol'),
  ).filter((key) => !Object.hasOwn(used, key));
  const place = idOf(issue.path);
  const missing = new Set(
    issues.filter(({ path }) => idOf(path.slice(0, -1)) === place).map(({ path }) => String(path.at(-1))),
  );
  return issue.keys.map((key): Flaw => {
    const needed = free.filter((other) => missing.has(other));
    const [, glued = '', rest = ''] = /^([\w-]+):(\S.*)$/.exec(key) ?? [];
    if (used[key] === null && free.includes(glued)) {
      free = free.filter((other) => other !== glued);
      return { issue, key, meant: glued, suggestion: `${glued}: ${rest}`, slip: 'glued' };
    }
    const only = needed[0];
    if (used[key] === null && only !== undefined && needed.length === 1 && !isClose(key, only)) {
      free = free.filter((other) => other !== only);
      return { issue, key, meant: only, suggestion: `${only}: ${key}`, slip: 'value' };
    }
    const suggestion =
      nearest(
        key,
        needed.filter((other) => isClose(key, other)),
      ) ??
      needed.find((other) => lettersOf(other) === lettersOf(key)) ??
      synonym(key, needed) ??
      synonym(key, free) ??
      nearest(key, needed) ??
      nearest(key, free);
    free = free.filter((other) => other !== suggestion);
    return { issue, key, ...(suggestion && { suggestion, meant: suggestion }) };
  });
}

const lettersOf = (word: string) => [...word.toLowerCase()].sort().join('');

/** Whether a word is another with one slip of the hand in it. */
const isClose = (word: string, other: string) =>
  word.length > 3 &&
  word[0]?.toLowerCase() === other[0]?.toLowerCase() &&
  Math.abs(word.length - other.length) < 2;

/** Whether an issue is about letters that the YAML has been blamed for already. */
function isMisread(issue: z.core.$ZodIssue, data: unknown): boolean {
  if (issue.code !== 'custom' || issue.params?.rule !== 'invalid-text') return false;
  const value = valueAt(data, issue.path);
  return typeof value === 'string' && misreadIn(value).length > 0;
}

/** One way in which a file is not as its schema has it; `key` is the one that the schema does not know. */
interface Flaw {
  readonly issue: z.core.$ZodIssue;
  readonly key?: string;
  /** The key that was probably meant, and what is to stand in its place. */
  readonly meant?: string;
  readonly suggestion?: string;
  /** Where a key was not misspelt: its value is glued to it, or it is the value of another. */
  readonly slip?: 'glued' | 'value';
}

function problemOf(
  { issue, key, meant, suggestion, slip }: Flaw,
  schema: z.ZodType,
  data: unknown,
  source: SourceFile,
): Problem {
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

  if (key !== undefined && meant !== undefined && slip !== undefined)
    return problemAt(placeAt(source, [...path, key], 'key'), {
      rule: slip === 'glued' ? 'yaml-syntax' : 'missing-key',
      message:
        slip === 'glued'
          ? `A space is missing after \`${meant}:\`.`
          : `\`${key}\` stands here without its key, which is probably \`${meant}\`.`,
      hint: `Write \`${meant}: …\`: the key, a colon, a space, and then the value.`,
      ...(suggestion && { suggestion }),
    });
  if (key !== undefined) {
    const known = keysAt(schema, path);
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
  if (issue.code === 'invalid_type' && value === null) {
    const comment = commentAfter(source, path);
    if (comment)
      return problemAt(comment, {
        rule: 'comment-cuts-text',
        message:
          'Everything on this line from `#` on is left out, as a note to yourself, so nothing is left of the text.',
        hint: 'Put the whole text in quotation marks.',
      });
  }
  if (issue.code === 'invalid_type')
    return problemAt(valuePlace(), wrongType(issue.expected, value, writtenAt(source, path), name));
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
  const own = issue.code === 'invalid_format' && !/^(?:Invalid|Too|Expected|Unrec)/i.test(issue.message);
  return problemAt(valuePlace(), {
    rule: 'invalid-value',
    message: `${show(value)} will not do here${own ? `: ${issue.message.replace(/\.$/, '')}` : ''}.`,
    ...(!own && {
      hint: `Compare it with the same key of another file, or of another entry${name ? `: \`${name}\`` : ''}.`,
    }),
  });
}

/** The place of the first character in a value that no text may hold; of the whole value where none stands there as it is. */
function characterPlace(source: SourceFile, path: KeyPath): Place {
  const { yaml, value } = locate(source);
  if (source.path.endsWith('.md') && path[0] === 'body') {
    const body = yaml.offset + yaml.text.length;
    const from = body + (forbiddenAt(source.text.slice(body)) ?? 0);
    return placeOf(source.file, source.text, from, from + 1);
  }
  const { start, end } = value(path);
  const at = forbiddenAt(yaml.text.slice(start, end));
  const from = yaml.offset + start + (at ?? 0);
  const to = at === undefined ? yaml.offset + end : from + 1;
  return placeOf(source.file, source.text, from, to);
}

/** The place of a `#` that stands where a value should, with a word right behind it. */
function commentAfter(source: SourceFile, path: KeyPath): Place | undefined {
  const { yaml, key, value } = locate(source);
  const after = /:?[ \t]+(#[\p{L}\p{N}].*)/uy;
  after.lastIndex = typeof path.at(-1) === 'string' ? key(path).end : value(path).end;
  const found = after.exec(yaml.text);
  if (!found?.[1]) return undefined;
  const end = yaml.offset + found.index + found[0].length;
  return placeOf(source.file, source.text, end - found[1].length, end);
}

/** A value as it stands in its file. */
function writtenAt(source: SourceFile, path: KeyPath): string {
  const { yaml, value } = locate(source);
  const { start, end } = value(path);
  return yaml.text.slice(start, end);
}

/** Keys that hold a date or a moment, and how it is written. */
const dateKeys: ReadonlyMap<string, string> = new Map([
  ['publishedDate', '2026-11-19T06:30:00-06:00'],
  ['updatedDate', '2026-11-19T06:30:00-06:00'],
  ['starts', '2026-11-19T06:30:00-06:00'],
  ['ends', '2026-11-19T06:30:00-06:00'],
  ['updated', '2026-11-19'],
]);

function wrongType(
  expected: string,
  value: unknown,
  written: string,
  name: string | undefined,
): Parameters<typeof problemAt>[1] {
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
  const wanted = kinds[expected] ?? 'something else';
  const date = expected === 'string' && typeof value === 'number' ? dateKeys.get(name ?? '') : undefined;
  if (date)
    return {
      rule: 'invalid-date',
      message: `\`${written}\` cannot be read as a date.`,
      hint: `Write it as \`${date}\`.`,
    };
  if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean')) {
    return {
      rule: 'wrong-type',
      message: `Here a text is wanted, and YAML reads \`${written}\` as ${typeof value === 'number' ? `the number ${value}` : 'a yes or no'}.`,
      hint: 'Put it in quotes.',
      suggestion: `"${written}"`,
    };
  }
  if (expected === 'number' && (typeof value === 'string' || typeof value === 'number')) {
    return {
      rule: 'wrong-type',
      message: `Here a number is wanted, and \`${written}\` is none.`,
      ...numberMeant(written, name),
    };
  }
  if (expected === 'boolean') {
    const meant = booleanMeant(value);
    if (meant !== undefined)
      return {
        rule: 'wrong-type',
        message: `Here \`true\` or \`false\` is wanted, and \`${written}\` is neither.`,
        hint: 'Write `true` for yes and `false` for no, without quotation marks.',
        suggestion: meant,
      };
  }
  const hints: Record<string, string> = {
    array: 'A list has a line for each entry, started with `- `.',
    string: Array.isArray(value)
      ? 'Write one text, without the brackets or dashes of a list.'
      : 'Write one text; where a colon stands in it, put the whole text in quotation marks.',
    object: 'Each line of a group has a key of its own, such as `title: …`.',
    record: 'Each line of a group has a key of its own, such as `title: …`.',
    boolean: 'Write `true` or `false`, without quotes.',
  };
  const hint =
    value === null
      ? 'Write it after the colon, or take the key out where it may be left out.'
      : hints[expected];
  const entries =
    expected === 'array' && typeof value === 'string' && value.length < 300 && !/[:"'{}#]/.test(value);
  return {
    rule: 'wrong-type',
    message: `Here ${wanted} is wanted, and ${got} stands here.`,
    ...(hint && { hint }),
    ...(entries && { suggestion: `[${value.replace(/^[[(]|[\])]$/g, '')}]` }),
  };
}

/** Words for yes and no that YAML takes for texts. */
function booleanMeant(value: unknown): 'true' | 'false' | undefined {
  const word = String(value).trim().toLowerCase();
  if (/^(?:true|t|yes|y|on|1|x|ja|si|sí|oui|ture|treu|rue|tru)$/.test(word)) return 'true';
  if (/^(?:false|f|no|n|off|0|none|never|nein|non|flase|fasle|fales|fals)$/.test(word)) return 'false';
  return undefined;
}

/** The number that was probably meant by what is written, and how numbers are written. */
function numberMeant(written: string, name: string | undefined): { hint: string; suggestion?: string } {
  const hint =
    'A number has digits and, where need be, a point: no quotation marks, signs, spaces or commas.';
  const found = written.match(/[-−]?[.\d](?:[\d.,]|[ '’\u00A0\u202F](?=\d{3}(?!\d)))*/g) ?? [];
  const digits = found[0]
    ?.replace('−', '-')
    .replace(/[ '’\u00A0\u202F]/g, '')
    .replace(/[.,]$/, '');
  if (found.length !== 1 || digits === undefined || !/\d/.test(digits)) return { hint };
  const answer = (suggestion: string) => ({ hint, suggestion: suggestion.replace(/^(-?)\./, '$10.') });
  const [, sign = '', left = '', right = ''] = /^(-?)(\d{1,3}),(\d{3})$/.exec(digits) ?? [];
  if (left !== '' && !/^(?:lat|long)itude$/.test(name ?? '') && left !== '0')
    return {
      hint: `A number has no comma in it. Write \`${sign}${left}${right}\` if the comma sets off thousands, and \`${sign}${left}.${right}\` if it starts the decimals.`,
    };
  if (/^-?\d*\.?\d+$/.test(digits)) return answer(digits);
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits) && left === '')
    return answer(digits.replaceAll(',', ''));
  if (/^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(digits)) return answer(digits.replaceAll('.', '').replace(',', '.'));
  if (/^-?\d+,\d+$/.test(digits)) return answer(digits.replace(',', '.'));
  return { hint };
}

const show = (value: unknown): string =>
  typeof value === 'string' ? `\`${value}\`` : `\`${JSON.stringify(value)}\``;

function showPath(path: KeyPath): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part + 1}]` : `${i > 0 ? '.' : ''}${part}`))
    .join('');
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
