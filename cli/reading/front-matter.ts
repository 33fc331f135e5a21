import matter from 'gray-matter';
import type { SchemaFor } from '../content/schema/schema-keys.ts';
import type { SourceFile } from '../content/source-file.ts';
import { stretchOf } from '../problems/locate.ts';
import { type Outcome, type Problem, problem, type Rule } from '../problems/problem.ts';
import { parseYaml } from './yaml.ts';

export interface FrontMatter {
  readonly data: unknown;
  readonly body: string;
  /** Where the body starts in the file. */
  readonly bodyOffset: number;
}

/** Splits a Markdown file into its front matter and its body; no value if that is not possible. */
export function readFrontMatter(source: SourceFile, schemaFor: SchemaFor): Outcome<FrontMatter | undefined> {
  const { text } = source;
  const wrong = fenceProblems(source);
  if (wrong.length > 0) return { value: undefined, problems: wrong };
  const { value, problems } = parseYaml(source, schemaFor);
  if (value === undefined && problems.length > 0) return { value: undefined, problems };
  // Front matter that is a list or a text is reported by its schema. gray-matter's own engines run code.
  const engines = { yaml: () => (value ?? {}) as object, json: refuse, js: refuse, javascript: refuse };
  // It computes a hash of all that it is given, which takes longer than reading the fields.
  const bodyOffset = text.indexOf('\n', text.indexOf('\n---') + 1) + 1 || text.length;
  const { data, matter: fields } = matter(text.slice(0, bodyOffset), { engines });
  const body = text.slice(bodyOffset);
  const again = repeatedFields(body, fields);
  if (again === undefined) return { value: { data, body, bodyOffset }, problems };
  const start = bodyOffset + again;
  const at = { start, end: start + '---'.length };
  const repeated = problem(source, at, {
    rule: 'front-matter',
    message: 'This file has its front matter twice; the second one starts here.',
    hint: 'Delete the second one. If the whole file was pasted twice, delete everything from here on.',
  });
  return { value: undefined, problems: [...problems, repeated] };
}

function refuse(): never {
  throw new Error('Only YAML front matter is read');
}

function lineFrom(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? undefined : end);
}

type Words = readonly [message: string, hint: string];

/** What is wrong with the `---` lines of a file. gray-matter accepts `----`, `---js`, and front matter that is never closed. */
function fenceProblems(source: SourceFile): Problem[] {
  const { text } = source;
  const ofLine = (line: number, [message, hint]: Words, rule: Rule = 'front-matter') => {
    const length = text.split('\n')[line - 1]?.trimEnd().length ?? 1;
    const span = { line, column: 1, endLine: line, endColumn: Math.max(1, length) + 1 };
    return [problem(source, span, { rule, message, hint })];
  };
  if (text.trim() === '')
    return [problem(source, 'top', { rule: 'empty-file', message: 'This file is empty.' })];
  const opening = lineFrom(text, 0);
  const more = opening.slice('---'.length).replace(/^[ \t]+|[ \t]+$/g, '');
  if (!opening.startsWith('---') || /^-+$/.test(more) || field.test(more))
    return ofLine(1, wrongOpening(text));
  if (more !== '') {
    const message = `The first line must be only \`---\`, but \`${more}\` follows it.`;
    return ofLine(1, [message, 'Delete everything after `---` on this line.'], 'front-matter-language');
  }
  const start = opening.length + 1;
  const closing = text.indexOf('\n---', opening.length) + 1;
  const fields = text.slice(start, closing || undefined);
  if (closing === 0 || includesText(fields)) return ofLine(...wrongClosing(text.slice(start).split('\n')));
  const line = lineFrom(text, closing);
  const number = () => text.slice(0, closing).split('\n').length;
  if (line.trimEnd() !== '---') {
    const rest = /[^-\s]/.test(line) ? ', and put the rest on the next line' : '';
    const message = 'The line that closes the front matter must be only `---`.';
    return ofLine(number(), [message, `Make this line just \`---\`${rest}.`]);
  }
  const third = text.indexOf('\n---', closing + 1);
  if (third === -1 || !isFields(text.slice(closing + line.length + 1, third))) return [];
  const message = 'This line closes the front matter, but more fields follow it.';
  return ofLine(number(), [message, 'Delete this line if the fields end at the next `---`.']);
}

/** A line that looks like a field of front matter. */
const field = /^[A-Za-z][\w-]*:(?:\s|$)/;

function isFields(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.some((line) => field.test(line)) &&
    lines.every((line) => field.test(line) || /^(?:\s|- |#(?!#))/.test(line))
  );
}

/** What is wrong with a first line that is not `---`. */
function wrongOpening(text: string): Words {
  const first = lineFrom(text, 0);
  if (/^[ \t\u00A0]*[-–—−_=~*+]+\s*$/.test(first))
    return [
      `The first line must be three hyphens (\`---\`), but it is \`${first.trimEnd()}\`.`,
      'Make the first line of the file just `---`.',
    ];
  if (/^\s+---\s*$/m.test(text) && first.trim() === '')
    return [
      'The first line is empty, and the front matter starts below it.',
      'Delete everything above the first `---`.',
    ];
  if (field.test(first))
    return ['The `---` line above the first field is missing.', 'Put a line with just `---` above this one.'];
  return [
    'The first line must be `---`, because the front matter comes before the text.',
    'Start the file with `---`, then `title: …` and the other fields, then `---` again.',
  ];
}

/** Whether front matter includes a part of the text, because the line that closes it is missing. */
function includesText(fields: string): boolean {
  const blank = /\n[ \t]*\n(?=\S)/.exec(fields);
  if (!blank) return false;
  const rest = fields.slice(blank.index).split('\n');
  return rest.some((line) => /^(?:#{2,6} |[^\s#-]).{60}/.test(line) && !field.test(line));
}

/** What is wrong with front matter that is never closed. `lines` are those below its first line. */
function wrongClosing(lines: readonly string[]): [line: number, words: Words] {
  const fence = lines.findIndex((line) =>
    /^\s*(?:--?|[–—]+|===+|___+|~~~+|\+\+\++|\*\*\*+)\s*$|^\s+---\s*$/.test(line),
  );
  const prose = lines.findIndex((line) => /\S/.test(line) && !field.test(line) && !/^(?:\s|#|- )/.test(line));
  if (fence !== -1 && (prose === -1 || fence <= prose)) {
    const found = lines[fence]?.trimEnd() ?? '';
    const message = `This line should close the front matter with three hyphens (\`---\`), but it is \`${found}\`.`;
    return [fence + 2, [message, 'Make the line just `---`.']];
  }
  const where = prose === -1 ? '' : `, above line ${prose + 2}`;
  const hint = `Put a line with just \`---\` between the fields and the text${where}.`;
  return [1, ['The front matter starts here but is never closed.', hint]];
}

/** Where a body has front matter with the same first field as the file’s own. */
function repeatedFields(body: string, fields: string): number | undefined {
  const first = /^[A-Za-z][\w-]*:.*$/m.exec(fields)?.[0].trimEnd();
  if (first === undefined || !body.includes(first)) return undefined;
  const fences = Array.from(body.matchAll(/^---[ \t]*$/gm), stretchOf);
  return fences.find(({ end }) => body.startsWith(first, end + 1))?.start;
}
