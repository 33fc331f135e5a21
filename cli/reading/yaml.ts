import { isMap, isScalar, isSeq } from 'yaml';
import type { SchemaFor } from '../content/schema/schema-keys.ts';
import type { SourceFile } from '../content/source-file.ts';
import { placeAt, type Stretch, yamlIn } from '../problems/locate.ts';
import {
  type Details,
  type Finding,
  type Outcome,
  type Problem,
  problem,
  problemsAt,
} from '../problems/problem.ts';
import { lineProblems } from './check-schema.ts';
import { dataOf, readYaml, type SyntaxIssue, type YamlReading } from './inspect.ts';
import { readOrdinaryYaml } from './ordinary.ts';
import { commentBehind } from './text-mistakes.ts';

/** A YAML file's value; `undefined`, with the problem, if it has none. */
export function parseYamlFile(source: SourceFile, schemaFor: SchemaFor): Outcome<unknown> {
  const { value, problems } = parseYaml(source, schemaFor);
  if (value !== null && value !== undefined) return { value, problems };
  const empty = problem(source, 'top', { rule: 'empty-file', message: 'This file is empty.' });
  return { value: undefined, problems: problems.length > 0 ? problems : [empty] };
}

/** The value of a file's YAML, with the problems of its text; no value if it cannot be read. */
export function parseYaml(source: SourceFile, schemaFor: SchemaFor): Outcome<unknown> {
  const text = yamlIn(source);
  const ordinary = readOrdinaryYaml(text);
  if (ordinary) return { value: ordinary.value, problems: [] };
  const refuse = (problems: readonly Problem[]): Outcome<undefined> => ({ value: undefined, problems });
  const whole = (details: Details) => problem(source, 'top', details);
  const reading = readYaml(text);
  const mistakes = !reading || canBeRepaired(reading) ? lineProblems(source, schemaFor) : [];
  if (mistakes.length > 0) return refuse(mistakes);
  if (!reading) return refuse([whole({ rule: 'yaml-syntax', message: tooDeep })]);
  const { cutAt, syntaxIssues, repeatedKeys } = reading;
  if (syntaxIssues.length > 0 || cutAt !== undefined) {
    // The others are usually consequences of the first.
    const problems = syntaxIssues.slice(0, 1).map((issue) => syntaxProblem(issue, source));
    return refuse(cutAt === undefined ? problems : [...problems, whole(tooLarge)]);
  }
  if (repeatedKeys.length > 0) return refuse(repeatedKeys.map((repeat) => repeatedKey(source, repeat)));
  const value = dataOf(reading);
  const fits = () => schemaFor(source.path, value)?.safeParse(value).success ?? false;
  return { value, problems: warningsOf(source, reading, fits) };
}

const canBeRepaired = ({ cutAt, isSwollen, syntaxIssues, repeatedKeys, absorbedLines }: YamlReading) =>
  cutAt === undefined && !isSwollen && syntaxIssues.length + repeatedKeys.length + absorbedLines.length > 0;

const tooDeep = 'This file has too many levels of indentation or brackets to be read.';
const tooLarge = {
  rule: 'too-large',
  message: 'This file has more entries than Galley can read.',
  hint: 'Check whether a list was pasted into it many times, or a file of another kind.',
} as const;

const quotes = 'Put the whole text in quotation marks.';
const compare =
  'Compare it with the lines around it: the spaces at their start, their dashes, colons and quotation marks.';
const bracket =
  'Look for a quotation mark or bracket, here or above, that is opened and not closed, or closed and not opened.';

/** The words for mistakes that no repair of one line explains, by the code of the library; the first that fit are taken. */
const words: readonly (readonly [codes: RegExp, message: string, hint: string])[] = [
  [
    /^SWOLLEN/,
    'The `*` words of this file repeat each other too often.',
    'Write the values out instead of repeating them with `&` and `*`.',
  ],
  [/^TAB_/, 'There is a tab here, but only spaces are allowed.', 'Replace it with spaces.'],
  [/DOCS$/, 'A line of `---` starts a second document, but a file has only one.', 'Delete the line.'],
  [/CHAR$|FLOW$/, 'A colon, a comma, a quotation mark or a bracket is missing on this line.', bracket],
  [/^BAD_(?:DIR|SCALAR)/, 'A text cannot start with this character.', quotes],
  [/IMPLICIT|_1024_/, 'A colon and a space in this text make it look like a second key.', quotes],
  [
    /ALIAS|COLLECTION|PROP|MULTIPLE|TAG/,
    'A word that starts with `&`, `*` or `!` has a special meaning here, and this one is not allowed.',
    quotes,
  ],
  [/./, 'The file cannot be read from here on, because this does not fit the lines above it.', compare],
];

function syntaxProblem({ code, start, end }: SyntaxIssue, source: SourceFile): Problem {
  const [, message = '', hint] = words.find(([codes]) => codes.test(code)) ?? [];
  const isAlias = code === 'BAD_ALIAS' || code === 'SWOLLEN';
  const rule = isAlias ? 'yaml-alias' : code === 'TAB_AS_INDENT' ? 'yaml-tab' : 'yaml-syntax';
  return problem(source, { start, end }, { rule, message, hint });
}

function repeatedKey(source: SourceFile, repeat: YamlReading['repeatedKeys'][number]): Problem {
  const { first, start, end } = repeat;
  return problem(source, repeat, {
    rule: 'duplicate-key',
    message: `This group has the key \`${source.text.slice(start, end)}\` twice, but it can have it only once.`,
    hint: `Delete one of the two lines, or give one of them another key. The first is line ${placeAt(source, first).line}.`,
    related: [{ source, at: first, message: 'The first one' }],
  });
}

function warningsOf(source: SourceFile, { document, absorbedLines }: YamlReading, fits: () => boolean) {
  const yaml = yamlIn(source);
  const texts = [...plainTexts(document.contents)];
  const comments = texts.flatMap(({ end }) => commentBehind(yaml, end) ?? []);
  const marks = texts.flatMap((text) => strayMark(yaml, text) ?? []);
  const suspects = [
    ...comments.map((comment) => ({ ...comment, ...cutting })),
    ...(marks.length > 0 && fits() ? marks : []),
    ...absorbedLines.map((line) => ({ ...line, ...absorbed })),
  ];
  return problemsAt(source, suspects);
}

const cutting = {
  severity: 'warning',
  rule: 'comment-cuts-text',
  message: 'Everything after `#` on this line is ignored, because it is read as a comment.',
  hint: 'If it belongs to the text, put the whole text in quotation marks. If it is a comment, put a space after the `#`.',
} as const;

const absorbed = {
  severity: 'warning',
  rule: 'yaml-indentation',
  message: 'This line starts with a dash, but it is read as part of the text above it.',
  hint: 'If it is an entry of its own, start it with as many spaces as the other entries. If not, put the whole text in quotation marks.',
} as const;

/** A mark in a text without quotation marks that readers would see, and that was probably meant for YAML. */
function strayMark(text: string, { start, end }: Stretch): Finding | undefined {
  const kind = { rule: 'yaml-syntax', severity: 'warning' } as const;
  const written = text.slice(start, end);
  const last = written.at(-1) ?? '';
  const isUnopened = (open: string) => written.split(last).length > written.split(open).length;
  if (/^[“„‟«].*[”“»]$/s.test(written) && !/[“”„«»]/.test(written.slice(1, -1))) {
    const message = 'This text is in curly quotation marks, and readers will see them.';
    const hint =
      'If they are only there to hold the text together, use straight ones (`"`). If readers should see them, put straight ones around them.';
    return { start, end, ...kind, message, hint };
  }
  if (/^-[>|][-+]?\s/.test(written)) {
    const message = `\`${written.slice(0, 2)}\` is read as part of the text, and readers will see it.`;
    const hint = 'Write `>-` before a text that starts on the next line, or delete the characters.';
    return { start, end: start + 2, ...kind, message, hint };
  }
  if (written.includes('\n') && /\[\s*$/.test(text.slice(0, start)) && /^\s*\]/.test(text.slice(end))) {
    const message = 'These lines are one entry of the list, because there is no comma between them.';
    return { start, end, ...kind, message, hint: 'Put a comma at the end of each entry.' };
  }
  const isClosing =
    // After a digit, a mark means inches or feet, unless the value is nothing else.
    (last === '"' && written.split('"').length % 2 === 0 && /[^\d\s]"$|^\S+$/.test(written)) ||
    /^[\d-]+'$/.test(written) ||
    (last === ']' && isUnopened('[')) ||
    (last === '}' && isUnopened('{'));
  if (!isClosing) return undefined;
  const message = `\`${last}\` closes here but was never opened, and readers will see it.`;
  return { start: end - 1, end, ...kind, message, hint: 'Delete it, or put its other half before the text.' };
}

/** The values and entries without quotation marks. */
function* plainTexts(node: unknown): Iterable<Stretch> {
  if (isSeq(node)) for (const item of node.items) yield* plainTexts(item);
  else if (isMap(node)) for (const { value } of node.items) yield* plainTexts(value);
  else if (isScalar(node) && node.type === 'PLAIN' && node.range && node.range[0] < node.range[1])
    yield { start: node.range[0], end: node.range[1] };
}
