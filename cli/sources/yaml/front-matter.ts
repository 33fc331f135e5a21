import matter from 'gray-matter';
import { placeOf, type Stretch, topOf } from '../../problems/locate.ts';
import { type Outcome, type Problem, problemAt, type Rule } from '../../problems/problem.ts';
import type { SchemaFor } from '../schema/schema-keys.ts';
import type { SourceFile } from '../source-file.ts';
import { mergeMarkers, mergeProblem } from './merge-markers.ts';
import { parseYaml } from './yaml.ts';

/** A Markdown file, split. */
export interface FrontMatter {
  readonly data: unknown;
  readonly body: string;
  /** Where the body starts in the file. */
  readonly bodyOffset: number;
}

/** Splits a Markdown file into its front matter and its body; no value if that is not possible. */
export function readFrontMatter(source: SourceFile, schemaFor: SchemaFor): Outcome<FrontMatter | undefined> {
  const { text, file } = source;
  const wrong = fenceProblems(source);
  if (wrong.length > 0) return { value: undefined, problems: wrong };
  const { yaml, outcome } = createEngine(source, schemaFor);
  // Its own engines run code.
  const engines = { yaml, json: refuse, js: refuse, javascript: refuse };
  const { data, content, matter: fields } = matter(text, { engines });
  const { value, problems } = outcome();
  if (value === undefined && problems.length > 0) return { value: undefined, problems };
  // It leaves the blanks behind the closing `---`.
  const body = content.replace(/^[ \t]+(?:\n|$)/, '');
  const bodyOffset = text.length - body.length;
  const again = repeatedFields(body, fields);
  if (!again) return { value: { data, body, bodyOffset }, problems };
  const place = placeOf(file, text, bodyOffset + again.start, bodyOffset + again.start + '---'.length);
  const repeated = problemAt(place, {
    rule: 'front-matter',
    message: 'This file has its front matter twice; the second one starts here.',
    hint: 'Delete the second one. If the whole file was pasted twice, delete everything from here on.',
  });
  // The rest of the body is checked without it.
  const blank = body.slice(again.start, again.end).replace(/[^\n]/g, ' ');
  const rest = body.slice(0, again.start) + blank + body.slice(again.end);
  return { value: { data, body: rest, bodyOffset }, problems: [...problems, repeated] };
}

/** An engine for gray-matter, and the outcome of what it has parsed. */
function createEngine(source: SourceFile, schemaFor: SchemaFor) {
  let outcome: Outcome<unknown> = { value: {}, problems: [] };
  return {
    yaml(written: string): object {
      // It is given all that is between the two `---`, without the last line end.
      const start = firstLineLength(written);
      const part = { text: `${written.slice(start)}\n`, offset: '---'.length + start };
      outcome = parseYaml(source, part, schemaFor);
      // Front matter that is a list or a text is reported by its schema.
      return (outcome.value ?? {}) as object;
    },
    outcome: () => outcome,
  };
}

function refuse(): never {
  throw new Error('Only YAML front matter is read');
}

/** The length of the first line of a text, its line end included. */
const firstLineLength = (text: string) => text.indexOf('\n') + 1 || text.length;

type Words = Pick<Problem, 'message' | 'hint'>;

/** What is wrong with the `---` lines of a file. gray-matter accepts `----`, `---js`, and front matter that is never closed. */
function fenceProblems({ text, file }: SourceFile): Problem[] {
  if (isPlainlyFenced(text)) return [];
  const lines = text.split('\n');
  const problem = (line: number, words: Words, rule: Rule = 'front-matter') => {
    const length = Math.max(1, lines[line - 1]?.trimEnd().length ?? 1);
    return [problemAt({ file, line, column: 1, endLine: line, endColumn: length + 1 }, { rule, ...words })];
  };
  const merges = mergeMarkers(text, { markdown: true });
  const unfinished = () => merges.map((merge) => mergeProblem(file, text, merge));
  if (text.trim() === '')
    return [problemAt(topOf(file), { rule: 'empty-file', message: 'This file is empty.' })];
  const first = /^---[ \t]*(\S.*)?$/.exec(lines[0] ?? '');
  if (!first) return merges.length > 0 ? unfinished() : problem(1, wrongOpening(lines));
  if (first[1]) {
    if (/^-+\s*$/.test(first[1]) || field.test(first[1])) return problem(1, wrongOpening(lines));
    const message = `The first line must be only \`---\`, but \`${first[1].trim()}\` follows it.`;
    const hint = 'Delete everything after `---` on this line.';
    return problem(1, { message, hint }, 'front-matter-language');
  }
  const start = firstLineLength(text);
  const closing = lines.findIndex((line, i) => i > 0 && line.startsWith('---'));
  const fields = lines.slice(1, closing === -1 ? undefined : closing);
  const end = start + fields.join('\n').length;
  if (merges.some(([marker]) => marker && marker.start < end)) return unfinished();
  if (closing === -1 || includesText(fields.join('\n'))) return problem(...wrongClosing(lines.slice(1)));
  const line = lines[closing] ?? '';
  if (line.trimEnd() !== '---')
    return problem(closing + 1, {
      message: 'The line that closes the front matter must be only `---`.',
      hint: `Make this line just \`---\`${/[^-\s]/.test(line) ? ', and put the rest on the next line' : ''}.`,
    });
  if (!startsWithFields(lines.slice(closing + 1))) return [];
  return problem(closing + 1, {
    message: 'This line closes the front matter, but more fields follow it.',
    hint: 'Delete this line if the fields end at the next `---`.',
  });
}

/**
 * Whether two `---` lines enclose the fields, and nothing else in the file looks like a third one, a merge or a text among the fields. Most
 * files are so, and need not be taken apart into lines.
 */
function isPlainlyFenced(text: string): boolean {
  const closing = /^---[ \t]*\n/.test(text) ? text.indexOf('\n---', '---'.length) : -1;
  const after = /\n---[^\S\n]*(?:\n|$)/y;
  after.lastIndex = closing;
  return (
    closing !== -1 &&
    after.test(text) &&
    !text.includes('\n---', closing + 1) &&
    mergeMarkers(text, { markdown: true }).length === 0 &&
    !includesText(text.slice(firstLineLength(text), closing))
  );
}

/** A line that looks like a field of front matter. */
const field = /^[A-Za-z][\w-]*:(?:\s|$)/;

/** What is wrong with a first line that is not `---`. */
function wrongOpening(lines: readonly string[]): Words {
  const first = lines[0] ?? '';
  if (/^[ \t\u00A0]*[-–—−_=~*+]{1,}\s*$/.test(first))
    return {
      message: `The first line must be three hyphens (\`---\`), but it is \`${first.trimEnd()}\`.`,
      hint: 'Make the first line of the file just `---`.',
    };
  if (/^---\s*$/.test(lines.find((line) => line.trim() !== '') ?? '') && first.trim() === '')
    return {
      message: 'The first line is empty, and the front matter starts below it.',
      hint: 'Delete everything above the first `---`.',
    };
  if (field.test(first))
    return {
      message: 'The `---` line above the first field is missing.',
      hint: 'Put a line with just `---` above this one.',
    };
  return {
    message: 'The first line must be `---`, because the front matter comes before the text.',
    hint: 'Start the file with `---`, then `title: …` and the other fields, then `---` again.',
  };
}

/** Whether front matter includes a part of the text, because the line that closes it is missing. */
function includesText(fields: string): boolean {
  const blank = /\n[ \t]*\n(?=\S)/.exec(fields);
  if (!blank) return false;
  const rest = fields.slice(blank.index).split('\n');
  return rest.some((line) => /^(?:#{2,6} |[^\s#-]).{60}/.test(line) && !field.test(line));
}

/** Where front matter that is never closed should probably be closed; `lines` are those after the first. */
function wrongClosing(lines: readonly string[]): [line: number, words: Words] {
  const fence = lines.findIndex((line) =>
    /^\s*(?:--|-|[–—]+|===+|___+|~~~+|\+\+\++|\*\*\*+)\s*$|^\s+---\s*$/.test(line),
  );
  const end = lines.findIndex(
    (line, i) =>
      line.trim() === '' && !lines.slice(i, i + 2).some((next) => field.test(next) || /^\s+\S/.test(next)),
  );
  if (fence !== -1 && (end === -1 || fence <= end + 1)) {
    const found = lines[fence]?.trimEnd() ?? '';
    const message = `This line should close the front matter with three hyphens (\`---\`), but it is \`${found}\`.`;
    return [fence + 2, { message, hint: 'Make the line just `---`.' }];
  }
  const prose = lines.findIndex(
    (line) => line.trim() !== '' && !field.test(line) && !/^(?:\s|#|- )/.test(line),
  );
  const at = [end, prose].filter((line) => line !== -1);
  const where = at.length > 0 ? `, as line ${Math.min(...at) + 2}` : '';
  return [
    1,
    {
      message: 'The front matter starts here but is never closed.',
      hint: `Put a line with just \`---\` between the fields and the text${where}.`,
    },
  ];
}

/** Front matter in a body that has the same first field as the file’s own. */
function repeatedFields(body: string, fields: string): Stretch | undefined {
  const first = /^[A-Za-z][\w-]*:.*$/m.exec(fields)?.[0].trimEnd();
  if (first === undefined || !body.includes(first)) return undefined;
  const fences = Array.from(body.matchAll(/^---[ \t]*$/gm), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  const at = fences.findIndex(({ end }) => body.startsWith(first, end + 1));
  const opening = fences[at];
  return opening && { start: opening.start, end: fences[at + 1]?.end ?? body.length };
}

/** Whether the lines below front matter start with more fields and close them. */
function startsWithFields(lines: readonly string[]): boolean {
  const end = lines.findIndex((line) => /^---\s*$/.test(line));
  const above = lines.slice(0, Math.max(0, end)).filter((line) => line.trim() !== '');
  return (
    above.some((line) => field.test(line)) &&
    above.every((line) => field.test(line) || /^(?:\s|- |#)/.test(line))
  );
}
