import { countOf } from '../lib/counts.ts';
import { printable, printableJson, printableLines } from '../lib/printable.ts';
import type { Place } from './locate.ts';
import { countProblems, firstOf, type PlacedProblem } from './problem.ts';

/** A report for people, for programs, or as GitHub annotations. */
export type Format = 'pretty' | 'json' | 'github';

/** The lines of a content file, for code frames; `undefined` if it cannot be shown. */
export type Lines = (file: string) => readonly string[] | undefined;

export type Paint = (style: 'red' | 'yellow' | 'cyan' | 'bold' | 'dim', words: string) => string;

const plain: Paint = (_style, words) => words;

/** The most problems that a report for people has; nobody reads more at a time. */
const maxPrinted = 200;

/** The report for people: the first problems, each with its place, a code frame with a caret, and its hint. */
export function printPretty(problems: readonly PlacedProblem[], lines: Lines, paint: Paint = plain): string {
  const [first, others] = firstOf(problems, maxPrinted);
  const printed = first.map((problem) => printProblem(problem, lines, paint));
  const more = `… and ${summarize(others)} more; \`--format json\` lists all.\n`;
  return [...printed, ...(others.length > 0 ? [more] : [])].join('\n');
}

function printProblem(problem: PlacedProblem, lines: Lines, paint: Paint): string {
  const color = problem.severity === 'error' ? 'red' : 'yellow';
  const head = `${paint(color, problem.severity)} ${paint('dim', problem.rule)} ${paint('bold', printable(`${problem.file}:${problem.line}:${problem.column}`))}`;
  const out = [head, printable(`  ${problem.message}${meant(problem)}`)];
  const shown = frame(problem, lines, (words) => paint(color, words));
  if (shown.length > 0) out.push('', ...shown);
  for (const place of problem.related ?? []) {
    out.push('', printable(`  ${place.message}: ${place.file}:${place.line}:${place.column}`));
    out.push(...frame(place, lines, (words) => paint('dim', words)));
  }
  if (problem.papers) out.push('', printable(`  ${inPapers(problem.papers)}`));
  if (problem.hint) out.push('', `  ${paint('cyan', 'hint')}: ${printable(problem.hint)}`);
  return `${out.join('\n')}\n`;
}

/** `in 300 papers, such as harbor, hills, lakeside`. */
const inPapers = ({ count, first }: NonNullable<PlacedProblem['papers']>) =>
  `in ${countOf(count, 'paper')}${count > first.length ? ', such as' : ':'} ${first.join(', ')}`;

const meant = ({ suggestion }: PlacedProblem) => (suggestion ? ` Did you mean \`${suggestion}\`?` : '');

/** Characters of a line that a frame shows around the caret. */
const frameWidth = 100;

function frame(place: Place, linesOf: Lines, caret: (words: string) => string): string[] {
  const lines = linesOf(place.file) ?? [];
  const line = lines[place.line - 1];
  if (line === undefined) return [];
  const digits = String(place.line + 1).length;
  const cut = Math.max(0, Math.min(place.column - 1 - frameWidth / 2, line.length - frameWidth));
  const show = (text: string) => {
    const part = printable(text.slice(cut, cut + frameWidth)).replaceAll('\t', '→');
    return `${cut > 0 && part ? '…' : ''}${part}${text.length > cut + frameWidth ? '…' : ''}`;
  };
  const row = (number: number, text: string) =>
    `  ${String(number).padStart(digits)} | ${show(text)}`.trimEnd();
  const length = Math.max(1, Math.min(place.endColumn - place.column, cut + frameWidth - place.column + 1));
  const indent = ' '.repeat(place.column - 1 - cut + (cut > 0 ? 1 : 0));
  const out: string[] = [];
  const before = lines[place.line - 2];
  const after = lines[place.line];
  if (before !== undefined) out.push(row(place.line - 1, before));
  out.push(row(place.line, line), `  ${' '.repeat(digits)} | ${indent}${caret('^'.repeat(length))}`);
  if (after !== undefined && (after !== '' || lines.length > place.line + 1))
    out.push(row(place.line + 1, after));
  return out;
}

/** The report for programs: one JSON document, stable for each `version`, with `more` beside the problems. */
export function printJson(
  problems: readonly PlacedProblem[],
  summary: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): string {
  const report = {
    version: 1,
    problems: problems.map(({ rule, severity, fix, ...rest }) => ({ rule, severity, ...rest })),
    ...more,
    summary,
  };
  return `${printableJson(report, 2)}\n`;
}

/** The report as GitHub workflow commands: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export function printGithub(problems: readonly PlacedProblem[]): string {
  const data = (value: string) => printableLines(value).replace(/%/g, '%25').replace(/\n/g, '%0A');
  const property = (value: string | number) => data(String(value)).replace(/:/g, '%3A').replace(/,/g, '%2C');
  return problems
    .map((problem) => {
      const { file, line, endLine, column, endColumn, rule } = problem;
      const properties = { file, line, endLine, col: column, endColumn: endColumn - 1, title: rule };
      const where = Object.entries(properties)
        .map(([key, value]) => `${key}=${property(value)}`)
        .join(',');
      const related = (problem.related ?? []).map(
        ({ message, file, line, column }) => `${message}: ${file}:${line}:${column}`,
      );
      const papers = problem.papers && inPapers(problem.papers);
      const message = [`${problem.message}${meant(problem)}`, ...related, papers, problem.hint]
        .filter(Boolean)
        .join('\n');
      return `::${problem.severity} ${where}::${data(message)}\n`;
    })
    .join('');
}

/** `3 errors and 1 warning in 2 files`, or `no problems`; problems that are not listed are counted. */
export function summarize(problems: readonly PlacedProblem[]): string {
  const { errors, warnings } = countProblems(problems);
  const counts = [errors && countOf(errors, 'error'), warnings && countOf(warnings, 'warning')];
  const kinds = counts.filter(Boolean);
  const files = new Set(problems.map((p) => p.file)).size;
  return kinds.length === 0 ? 'no problems' : `${kinds.join(' and ')} in ${countOf(files, 'file')}`;
}
