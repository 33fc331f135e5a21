import type * as z from 'zod';
import { locateIn, type YamlPart } from '../problems/locate.ts';
import { type Problem, problemAt } from '../problems/problem.ts';
import { judge, type Verdict } from './judge.ts';
import {
  indentOf,
  isBare,
  placings,
  type Repair,
  type Row,
  repairsOf,
  rowsOf,
  spaceRepairs,
  textOf,
} from './repairs.ts';
import { allKeys } from './schema-of.ts';
import type { SourceFile } from './source-file.ts';

/**
 * What is wrong with a text's lines, found by trying: of all changes to one line near the trouble, the one after which the text is YAML
 * and fits its schema names the mistake. So one slip is one report, whatever else the parser and the schema say in consequence.
 */
export interface Diagnosis {
  /** The mistakes, in the order in which they were found; lines count within the text. */
  readonly problems: readonly Problem[];
  /** The text with all of them mended, where all could be. */
  readonly mended: Mended | undefined;
}

/** A text after repairs. */
export interface Mended {
  readonly text: string;
  readonly data: unknown;
  /** The line of the text as it is in its file, of a line of this one; `undefined` where a repair changed it. */
  readonly lineOf: (line: number) => number | undefined;
}

/** In characters: what is read for one file in search of its mistakes, and a text that is looked at at all. */
const mostRead = 3_000_000;
const longest = 200_000;

/** A text with more flaws than this was not made by slips of the hand; one slip can make two for every line below it. */
const mostFlaws = 2000;

/** Mistakes that are looked for in one file; after so many, what is left is the consequence of something else. */
const mostRepairs = 8;

/** `diagnose` for the YAML of a file; lines count from the top of the file. */
export function diagnoseIn({ path, file, text }: SourceFile, yaml: YamlPart): Diagnosis {
  const { problems, mended } = diagnose(path, file, yaml.text);
  const above = text.slice(0, yaml.offset).split('\n').length - 1;
  const moved = problems.map((problem) => ({
    ...problem,
    line: problem.line + above,
    endLine: problem.endLine + above,
  }));
  const lineOf = (line: number) => {
    const own = mended?.lineOf(line - above);
    return own === undefined ? undefined : own + above;
  };
  return { problems: moved, mended: mended && { ...mended, lineOf } };
}

/** Finds the mistakes of lines in a text; nothing where there are none, or where no change to one line cures any. */
export function diagnose(path: string, file: string, text: string): Diagnosis {
  const none: Diagnosis = { problems: [], mended: undefined };
  if (text.length > longest) return none;
  let verdict = judge(path, text) ?? judgeStart(path, text);
  let rows = rowsOf(text);
  const problems: Problem[] = [];
  let budget = mostRead;
  while (verdict && verdict.score > 0 && problems.length < mostRepairs) {
    const before: Verdict = verdict;
    if (
      before.again.length > mostFlaws ||
      (before.flaws.length > mostFlaws && spaceRepairs(rows).length === 0)
    )
      break;
    const tried: { repair: Repair; verdict: Verdict; rows: readonly Row[] }[] = [];
    const known = new Set<string>();
    for (const repair of candidates(rows, before)) {
      if (budget < 0) break;
      const changed = [...repair.rows()];
      const mended = textOf(changed);
      if (known.has(mended)) continue;
      known.add(mended);
      budget -= mended.length;
      const after = judge(path, mended);
      if (!after || !isBetter(before, after)) continue;
      tried.push({ repair, verdict: after, rows: changed });
      if (after.score === 0 && after.entries >= before.entries) break;
    }
    const best = tried.reduce<(typeof tried)[number] | undefined>(
      (best, next) => (!best || rankOf(next, before) < rankOf(best, before) ? next : best),
      undefined,
    );
    if (!best) break;
    problems.push(problemOf(file, rows, best.repair));
    rows = [...best.rows];
    verdict = best.verdict;
  }
  if (!verdict || problems.length === 0) return none;
  const clean = verdict.flaws.length === 0 && verdict.again.length === 0;
  return { problems, mended: clean ? mendedFrom(rows, verdict.data, text) : undefined };
}

/**
 * Judges as much from the start of a text as can be read. A line in the wrong place can make all below it look like groups in groups, more
 * of them than any reader takes.
 */
function judgeStart(path: string, text: string): Verdict | undefined {
  const lines = text.split('\n');
  for (let count = Math.floor(lines.length / 2); count > 1; count = Math.floor(count / 2)) {
    const verdict = judge(path, lines.slice(0, count).join('\n'));
    if (verdict) return verdict.flaws.length > 0 ? { ...verdict, score: Infinity, entries: 0 } : undefined;
  }
  return undefined;
}

/** The less, the likelier: a text that is nearer to being right, then one that keeps its entries, then the plainer mistake. */
const rankOf = (tried: { verdict: Verdict; repair: Repair }, before: Verdict) =>
  tried.verdict.score * 100 + (tried.verdict.entries < before.entries ? 15 : 0) + tried.repair.cost * 10;

function isBetter(before: Verdict, after: Verdict): boolean {
  if (after.score >= before.score) return false;
  if (before.flaws.length > 0) return true;
  // A change that only hides an entry, or puts one wrong thing in the place of another, cures nothing.
  const known = new Set(before.issues.map(idOf));
  return (
    after.flaws.length === 0 &&
    after.entries >= before.entries &&
    after.issues.every((issue) => known.has(idOf(issue)))
  );
}

const idOf = (issue: z.core.$ZodIssue) =>
  JSON.stringify([issue.code, issue.path.map(String), issue.code === 'unrecognized_keys' && issue.keys]);

function problemOf(file: string, rows: readonly Row[], { at, from, to, details }: Repair): Problem {
  const line = rows[at]?.line ?? 1;
  const place = { file, line, column: from + 1, endLine: line, endColumn: Math.max(from + 2, to + 1) };
  return problemAt(place, details);
}

function mendedFrom(rows: readonly Row[], data: unknown, original: string): Mended {
  const before = original.split('\n');
  return {
    text: textOf(rows),
    data,
    lineOf: (line) => {
      const row = rows[line - 1];
      return row && before[row.line - 1] === row.text ? row.line : undefined;
    },
  };
}

/** The changes worth trying, plainest first. */
function candidates(rows: readonly Row[], verdict: Verdict): Repair[] {
  const spaced = spaceRepairs(rows);
  if (verdict.flaws.length > 0 && spaced.length > 0)
    return verdict.flaws.length > mostFlaws ? spaced.slice(0, 2) : spaced;
  const known = verdict.schema ? allKeys(verdict.schema) : new Set<string>();
  const found =
    verdict.flaws.length > 0
      ? aroundFlaws(rows, verdict).flatMap((at) => repairsOf(rows, at, known))
      : aroundIssues(rows, verdict).flatMap((at) => placings(rows, at, known));
  return [...spaced, ...found].sort((a, b) => a.cost - b.cost);
}

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length - 1;

function aroundFlaws(rows: readonly Row[], { flaws }: Verdict): number[] {
  const text = textOf(rows);
  const lines = new Set<number>();
  addAround(lines, rows, -1, 0, 1);
  for (const { pos } of flaws.slice(0, 2)) {
    const at = lineAt(text, pos[0]);
    addAround(lines, rows, at, 3, 1);
    addAround(lines, rows, lineAt(text, pos[1]), 0, 1);
    addAncestors(lines, rows, at);
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

function addAround(lines: Set<number>, rows: readonly Row[], at: number, above: number, below: number): void {
  let left = above;
  if (at >= 0) lines.add(at);
  for (let i = at - 1; i >= 0 && left > 0; i--) {
    if (isBare(rows[i]?.text ?? '')) continue;
    lines.add(i);
    left--;
  }
  left = below;
  for (let i = at + 1; i < rows.length && left > 0; i++) {
    if (isBare(rows[i]?.text ?? '')) continue;
    lines.add(i);
    left--;
  }
}

function addAncestors(lines: Set<number>, rows: readonly Row[], at: number): void {
  let open = indentOf(rows[at]?.text ?? '');
  for (let i = at - 1, found = 0; i >= 0 && open > 0 && found < 4 && at - i < 400; i--) {
    const text = rows[i]?.text ?? '';
    if (isBare(text) || indentOf(text) >= open) continue;
    open = indentOf(text);
    // Below it, the first line of its block.
    addAround(lines, rows, i, 0, 1);
    found++;
  }
}

function aroundIssues(rows: readonly Row[], { issues, data, again, swallowed, contents }: Verdict): number[] {
  const text = textOf(rows);
  const lines = new Set<number>();
  for (const { start } of [...swallowed.slice(0, 2), ...again.slice(0, 2)])
    addAround(lines, rows, lineAt(text, start), 2, 0);
  if (issues.length === 0) return [...lines];
  const at = locateIn(text, contents);
  for (const issue of issues.slice(0, 12)) {
    const path = issue.path.filter((part) => typeof part !== 'symbol');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, 4))
        addAround(lines, rows, lineAt(text, at.key([...path, key]).start), 2, 1);
    } else if (isMissing(issue, data, path)) {
      const start = lineAt(text, at.value(path.slice(0, -1)).start);
      addAround(lines, rows, start, 1, 1);
      const name = String(path.at(-1));
      const lost = rows.flatMap((row, i) => (new RegExp(`(?:^|[\\s-])${name}\\b`).test(row.text) ? [i] : []));
      for (const line of lost.sort((a, b) => Math.abs(a - start) - Math.abs(b - start)).slice(0, 3))
        addAround(lines, rows, line, 1, 0);
    } else if (issue.code === 'invalid_type') {
      addAround(lines, rows, lineAt(text, at.key(path).start), 1, 2);
    }
  }
  return [...lines];
}

function isMissing(issue: z.core.$ZodIssue, data: unknown, path: readonly (string | number)[]): boolean {
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value' && issue.code !== 'custom')
    return false;
  let value = data;
  for (const part of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  return value === undefined;
}
