import type { Problem, Rule } from '../../problems/problem.ts';

/** One change to the lines of a YAML text that may repair it. No repair adds or removes a line. */
export interface Repair extends Pick<Problem, 'message' | 'hint'> {
  /** `yaml-syntax` if it is missing. */
  readonly rule?: Rule | undefined;
  readonly lines: () => readonly string[];
  /** The index of the line that is reported, and the part of it, as columns from 0. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** 0 for the likeliest mistake, more for less likely ones. */
  readonly cost: number;
}

export type Line = ReturnType<typeof lineAt>;

export function lineAt(lines: readonly string[], at: number, known: ReadonlySet<string>) {
  const text = lines[at] ?? '';
  return { lines, at, text, indent: indentOf(text), column: columnOf(text), known };
}

export const indentOf = (text: string): number => /^ */.exec(text)?.[0].length ?? 0;

/** The column at which the key or text of a line starts, after its dashes. */
const columnOf = (text: string): number => /^ *(?:- +)*/.exec(text)?.[0].length ?? 0;

/** Whether a line is empty or a comment. */
export const isBare = (text: string): boolean => /^\s*(?:#.*)?$/.test(text);

/** How messages name a line: its key, its dash, or its first word. */
export function nameOf(text: string): string {
  const line = text.trimStart();
  return /^([\w-]+)\s*:/.exec(line)?.[1] ?? /^-(?=\s)/.exec(line)?.[0] ?? /^\S{1,30}/.exec(line)?.[0] ?? '';
}

export const spaces = (n: number): string => (n === 0 ? 'no space' : n === 1 ? '1 space' : `${n} spaces`);

/** The lines with those from `first` to `last` changed. */
export function changed(lines: readonly string[], first: number, last: number, by: (text: string) => string) {
  return lines.map((text, i) => (i >= first && i <= last ? by(text) : text));
}

/** The change of a line to `text`, reported between two columns. */
export const edit = ({ lines, at }: Line, text: string, from: number, to: number) => ({
  lines: () => lines.with(at, text),
  at,
  from,
  to,
});

/** The last line of the block below the line `at`: of the lines that follow with at least `minIndent` spaces. */
export function lastOfBlock(lines: readonly string[], at: number, minIndent: number): number {
  let last = at;
  for (let i = at + 1; i < lines.length; i++) {
    const text = lines[i] ?? '';
    if (text.trim() === '') continue;
    if (indentOf(text) < minIndent) break;
    last = i;
  }
  return last;
}

/** The columns at which the lines above a line start, with and without their dashes; nearest first. */
export function levelsAbove({ lines, at }: Line): Set<number> {
  const levels = new Set<number>();
  let outer = Infinity;
  for (let i = at - 1; i >= 0 && outer > 0 && at - i < 400; i--) {
    const text = lines[i] ?? '';
    const indent = indentOf(text);
    if (isBare(text) || indent > outer) continue;
    const column = columnOf(text);
    if (levels.size === 0 && /:\s*(?:[|>][-+]?)?$/.test(text)) levels.add(column + 2);
    levels.add(column).add(indent);
    outer = indent;
  }
  return levels;
}
