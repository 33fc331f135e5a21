import type { Problem, Rule } from '../../../problems/problem.ts';

/** A line of a YAML text. `line` is its number in the file, counted from 1; repairs that add or remove lines keep it. */
export interface Row {
  readonly text: string;
  readonly line: number;
}

/** One change to a text that may repair it. */
export interface Repair extends Pick<Problem, 'message' | 'hint' | 'suggestion'> {
  /** A mistake of syntax if it is missing. */
  readonly rule?: Rule | undefined;
  /** The lines after the change. */
  readonly rows: () => readonly Row[];
  /** The line that is reported, as an index, and the part of it, as columns from 0. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** 0 for the likeliest mistake, more for less likely ones. */
  readonly cost: number;
}

/** A repair of a given line. */
export type LineRepair = Omit<Repair, 'at'>;

/** A line that may have a mistake, among the others. */
export interface Line {
  readonly rows: readonly Row[];
  readonly at: number;
  readonly text: string;
  readonly indent: number;
  /** The column at which its key or text starts, after its dashes. */
  readonly column: number;
  /** The keys of the schema. */
  readonly known: ReadonlySet<string>;
}

export function lineAt(rows: readonly Row[], at: number, known: ReadonlySet<string>): Line {
  const text = rows[at]?.text ?? '';
  return { rows, at, text, indent: indentOf(text), column: columnOf(text), known };
}

export const rowsOf = (text: string, firstLine: number): readonly Row[] =>
  text.split('\n').map((line, i) => ({ text: line, line: firstLine + i }));

export const textOf = (rows: readonly Row[]): string => rows.map(({ text }) => text).join('\n');

export const indentOf = (text: string): number => /^ */.exec(text)?.[0].length ?? 0;

const columnOf = (text: string): number => /^ *(?:- +)*/.exec(text)?.[0].length ?? 0;

/** Whether a line is empty or a comment. */
export const isBare = (text: string): boolean => /^\s*(?:#.*)?$/.test(text);

/** How messages name a line: its key, its dash, or its first word. */
export function nameOf(text: string): string {
  const line = text.trimStart();
  return /^([\w-]+)\s*:/.exec(line)?.[1] ?? /^-(?=\s)/.exec(line)?.[0] ?? /^\S{1,30}/.exec(line)?.[0] ?? '';
}

export const spaces = (n: number): string => (n === 0 ? 'no space' : n === 1 ? '1 space' : `${n} spaces`);

/** The rows with the texts from `first` to `last` changed. */
export const changed = (
  rows: readonly Row[],
  first: number,
  last: number,
  change: (text: string) => string,
): Row[] => rows.map((row, i) => (i >= first && i <= last ? { ...row, text: change(row.text) } : row));

export const withText = (rows: readonly Row[], at: number, text: string): Row[] =>
  changed(rows, at, at, () => text);

/** The last line of the block below the line `at`: of the lines that follow with at least `minIndent` spaces. */
export function lastOfBlock(rows: readonly Row[], at: number, minIndent: number): number {
  let last = at;
  for (let i = at + 1; i < rows.length; i++) {
    const text = rows[i]?.text ?? '';
    if (text.trim() === '') continue;
    if (indentOf(text) < minIndent) break;
    last = i;
  }
  return last;
}

/** The columns at which the lines above a line start, with and without their dashes; nearest first. */
export function levelsAbove({ rows, at }: Line): Set<number> {
  const levels = new Set<number>();
  let outer = Infinity;
  for (let i = at - 1; i >= 0 && outer > 0 && at - i < 400; i--) {
    const text = rows[i]?.text ?? '';
    const indent = indentOf(text);
    if (isBare(text) || indent > outer) continue;
    const column = columnOf(text);
    if (levels.size === 0 && /:\s*(?:[|>][-+]?)?$/.test(text)) levels.add(column + 2);
    levels.add(column).add(indent);
    outer = indent;
  }
  return levels;
}
