import type * as z from 'zod';
import { valueAt } from '../../lib/value-at.ts';
import { type KeyPath, locateIn, type YamlPart } from '../../problems/locate.ts';
import { type Problem, problemAt } from '../../problems/problem.ts';
import { allKeys, type SchemaFor } from '../schema/schema-keys.ts';
import type { SourceFile } from '../source-file.ts';
import { type Inspection, inspect } from './inspect.ts';
import { placeRepairs, repairsOf } from './repairs/line.ts';
import { indentOf, isBare, type Repair, type Row, rowsOf, textOf } from './repairs/row.ts';
import { spaceRepairs } from './repairs/spaces.ts';

/**
 * What is wrong with the lines of a YAML text, found by trying repairs. Of all changes to one line near the trouble, the best is the one
 * that leaves the least wrong with the syntax and the schema; it names the mistake. So one mistake is one report, whatever else the
 * parser and the schema report because of it.
 */
export interface Diagnosis {
  /** The mistakes, in the order in which they were found. */
  readonly problems: readonly Problem[];
  /** `undefined` if some mistakes could not be repaired. */
  readonly repaired: RepairedText | undefined;
}

/** A text after its repairs. */
export interface RepairedText {
  readonly text: string;
  readonly data: unknown;
  /** The line in the file for a line of the repaired file; `undefined` if a repair changed it. */
  readonly lineOf: (line: number) => number | undefined;
}

/** In characters: the longest text that is diagnosed, and how much is read while repairs are tried. */
const maxLength = 200_000;
const maxRead = 3_000_000;

/** A text with more is not the result of typing mistakes; one mistake can cause two for every line below it. */
const maxIssues = 2000;

const maxRepairs = 8;

/** Finds the mistakes in the lines of a file's YAML; no problems if no change to one line repairs any. */
export function diagnose(source: SourceFile, yaml: YamlPart, schemaFor: SchemaFor): Diagnosis {
  const none: Diagnosis = { problems: [], repaired: undefined };
  if (yaml.text.length > maxLength) return none;
  const firstLine = source.text.slice(0, yaml.offset).split('\n').length;
  const tryText = (text: string) => inspect(source.path, text, schemaFor);
  let inspection = tryText(yaml.text) ?? inspectStart(yaml.text, tryText);
  let rows = rowsOf(yaml.text, firstLine);
  const problems: Problem[] = [];
  const budget = { left: maxRead };
  while (inspection && inspection.score > 0 && problems.length < maxRepairs) {
    const best = bestRepair(rows, inspection, tryText, budget);
    if (!best) break;
    problems.push(problemOf(source.file, rows, best.repair));
    rows = best.rows;
    inspection = best.after;
  }
  if (!inspection || problems.length === 0) return none;
  const isClean = inspection.syntaxIssues.length === 0 && inspection.repeatedKeys.length === 0;
  if (!isClean) return { problems, repaired: undefined };
  const original = yaml.text.split('\n');
  const lineOf = (line: number) => {
    const row = rows[line - firstLine];
    return row && original[row.line - firstLine] === row.text ? row.line : undefined;
  };
  return { problems, repaired: { text: textOf(rows), data: inspection.data, lineOf } };
}

type TryText = (text: string) => Inspection | undefined;

/** Inspects as much of the start of a text as can be read. One misplaced line can nest all lines below it too deeply. */
function inspectStart(text: string, tryText: TryText): Inspection | undefined {
  const lines = text.split('\n');
  for (let count = Math.floor(lines.length / 2); count > 1; count = Math.floor(count / 2)) {
    const start = tryText(lines.slice(0, count).join('\n'));
    if (start) return start.syntaxIssues.length > 0 ? { ...start, score: Infinity, entries: 0 } : undefined;
  }
  return undefined;
}

interface TriedRepair {
  readonly repair: Repair;
  readonly rows: readonly Row[];
  readonly after: Inspection;
}

/** Tries repairs until one leaves nothing wrong or the budget of characters is used up. */
function bestRepair(
  rows: readonly Row[],
  before: Inspection,
  tryText: TryText,
  budget: { left: number },
): TriedRepair | undefined {
  let best: TriedRepair | undefined;
  const seen = new Set<string>();
  for (const repair of candidates(rows, before)) {
    if (budget.left < 0) break;
    const changed = repair.rows();
    const text = textOf(changed);
    if (seen.has(text)) continue;
    seen.add(text);
    budget.left -= text.length;
    const after = tryText(text);
    if (!after || !isBetter(before, after)) continue;
    const tried = { repair, rows: changed, after };
    if (!best || costOf(tried, before) < costOf(best, before)) best = tried;
    if (after.score === 0 && after.entries >= before.entries) break;
  }
  return best;
}

/** Lowest for the likeliest repair: it leaves the least wrong, then keeps all entries, then is the simplest. */
const costOf = ({ repair, after }: TriedRepair, before: Inspection) =>
  after.score * 100 + (after.entries < before.entries ? 15 : 0) + repair.cost * 10;

function isBetter(before: Inspection, after: Inspection): boolean {
  if (after.score >= before.score) return false;
  if (before.syntaxIssues.length > 0) return true;
  // A change that only hides an entry, or that replaces one mistake with another, repairs nothing.
  const known = new Set(before.issues.map((issue) => idOf(issue, before.data)));
  return (
    after.syntaxIssues.length === 0 &&
    after.entries >= before.entries &&
    after.issues.every((issue) => known.has(idOf(issue, after.data)))
  );
}

/** A key that was empty and then takes in the lines below it is wrong in another way. */
const idOf = ({ code, path, ...issue }: z.core.$ZodIssue, data: unknown) =>
  JSON.stringify([
    code,
    path.map(String),
    code === 'unrecognized_keys' && 'keys' in issue && issue.keys,
    code === 'invalid_type' &&
      valueAt(
        data,
        path.map((part) => (typeof part === 'symbol' ? '' : part)),
      ) === null,
  ]);

function problemOf(file: string, rows: readonly Row[], repair: Repair): Problem {
  const { at, from, to, rule = 'yaml-syntax', message, hint, suggestion } = repair;
  const line = rows[at]?.line ?? 1;
  const place = { file, line, column: from + 1, endLine: line, endColumn: Math.max(from + 2, to + 1) };
  return problemAt(place, { rule, message, hint, suggestion });
}

/** The repairs worth trying, simplest first. */
function candidates(rows: readonly Row[], inspection: Inspection): Repair[] {
  const { syntaxIssues, repeatedKeys, schema } = inspection;
  const isFlood = syntaxIssues.length > maxIssues;
  const spaces = spaceRepairs(rows);
  if (repeatedKeys.length > maxIssues) return [];
  if (isFlood || (syntaxIssues.length > 0 && spaces.length > 0)) return isFlood ? spaces.slice(0, 2) : spaces;
  const known = schema ? allKeys(schema) : new Set<string>();
  const found =
    syntaxIssues.length > 0
      ? linesNearSyntax(rows, inspection).flatMap((at) => repairsOf(rows, at, known))
      : linesNearIssues(rows, inspection).flatMap((at) => placeRepairs(rows, at, known));
  return [...spaces, ...found].sort((a, b) => a.cost - b.cost);
}

const indexOfLine = (text: string, offset: number) => text.slice(0, offset).split('\n').length - 1;

function linesNearSyntax(rows: readonly Row[], { syntaxIssues }: Inspection): number[] {
  const text = textOf(rows);
  const lines = new Set<number>();
  addAround(lines, rows, -1, 0, 1);
  for (const { start, end } of syntaxIssues.slice(0, 2)) {
    const at = indexOfLine(text, start);
    addAround(lines, rows, at, 3, 1);
    addAround(lines, rows, indexOfLine(text, end), 0, 1);
    addParents(lines, rows, at);
    // A quotation mark or bracket that is not closed takes in all that follows.
    for (let i = at - 1, found = 0; i >= 0 && found < 2 && at - i < 200; i--) {
      if (/(?:^|[:-])\s+(?:"[^"]*|'[^']*|\[[^\]]*|\{[^}]*)$/.test(rows[i]?.text ?? '')) {
        lines.add(i);
        found++;
      }
    }
  }
  return [...lines];
}

/** Adds a line, and as many lines `above` and `below` it that are not empty or comments. */
function addAround(lines: Set<number>, rows: readonly Row[], at: number, above: number, below: number): void {
  if (at >= 0) lines.add(at);
  for (const [step, count] of [
    [-1, above],
    [1, below],
  ] as const) {
    let left = count;
    for (let i = at + step; i >= 0 && i < rows.length && left > 0; i += step) {
      if (isBare(rows[i]?.text ?? '')) continue;
      lines.add(i);
      left--;
    }
  }
}

/** Adds the lines that a line is nested in, each with the first line of its block. */
function addParents(lines: Set<number>, rows: readonly Row[], at: number): void {
  let indent = indentOf(rows[at]?.text ?? '');
  for (let i = at - 1, found = 0; i >= 0 && indent > 0 && found < 4 && at - i < 400; i--) {
    const text = rows[i]?.text ?? '';
    if (isBare(text) || indentOf(text) >= indent) continue;
    indent = indentOf(text);
    addAround(lines, rows, i, 0, 1);
    found++;
  }
}

function linesNearIssues(rows: readonly Row[], inspection: Inspection): number[] {
  const { issues, data, repeatedKeys, absorbedLines, document } = inspection;
  const text = textOf(rows);
  const lines = new Set<number>();
  for (const { start } of [...absorbedLines.slice(0, 2), ...repeatedKeys.slice(0, 2)])
    addAround(lines, rows, indexOfLine(text, start), 2, 0);
  if (issues.length === 0) return [...lines];
  const at = locateIn(text, document.contents);
  for (const issue of issues.slice(0, 12)) {
    const path = issue.path.filter((part) => typeof part !== 'symbol');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, 4))
        addAround(lines, rows, indexOfLine(text, at.key([...path, key]).start), 2, 1);
    } else if (isMissing(issue, data, path)) {
      const start = indexOfLine(text, at.value(path.slice(0, -1)).start);
      addAround(lines, rows, start, 1, 1);
      const name = new RegExp(`(?:^|[\\s-])${String(path.at(-1))}\\b`);
      const named = rows.flatMap((row, i) => (name.test(row.text) ? [i] : []));
      for (const line of named.sort((a, b) => Math.abs(a - start) - Math.abs(b - start)).slice(0, 3))
        addAround(lines, rows, line, 1, 0);
    } else if (issue.code === 'invalid_type') {
      addAround(lines, rows, indexOfLine(text, at.key(path).start), 1, 2);
    }
  }
  return [...lines];
}

const isMissing = ({ code }: z.core.$ZodIssue, data: unknown, path: KeyPath): boolean =>
  (code === 'invalid_type' || code === 'invalid_value' || code === 'custom') &&
  valueAt(data, path) === undefined;
