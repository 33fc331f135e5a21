import type { Rule } from '../../../problems/problem.ts';
import { type Line, type LineRepair, withText } from './row.ts';

/**
 * A typing mistake that a pattern finds. In `replacement`, `message` and `hint`, `{name}` is what the group of that name holds. The group `bad`
 * is the part that is reported; a group `key` must hold a key of the schema.
 */
export interface Slip {
  /** With the flags `d` and `y`; matched against the line from a given column on. */
  readonly pattern: RegExp;
  /** What replaces the match; the first is tried first. */
  readonly replacement: string | readonly string[];
  readonly cost: number;
  readonly rule?: Rule;
  readonly message: string;
  readonly hint: string;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** A template with the words of the groups in it. */
export const fill = (template: string, groups: Groups): string =>
  template.replace(/\{(\w+)\}/g, (written, name: string) => groups[name] ?? written);

/** The repairs of a line for those slips that are found at a column of it; `more` can be used in templates too. */
export function slipRepairs(
  slips: readonly Slip[],
  { rows, at, text, known }: Line,
  column: number,
  more: Groups = {},
): LineRepair[] {
  const line = text.trimEnd();
  return slips.flatMap(({ pattern, replacement, cost, rule, message, hint }) => {
    pattern.lastIndex = column;
    const match = pattern.exec(line);
    if (!match || (match.groups?.key !== undefined && !known.has(match.groups.key))) return [];
    const groups: Groups = { ...match.groups, ...more, gap: ' '.repeat(match.groups?.bad?.length ?? 0) };
    const end = match.index + match[0].length;
    const [from, to] = match.indices?.groups?.bad ?? [match.index, end];
    return [replacement].flat().map((template, i) => ({
      rows: () => withText(rows, at, line.slice(0, match.index) + fill(template, groups) + line.slice(end)),
      from,
      to,
      cost: cost + i / 10,
      rule,
      message: fill(message, groups),
      hint: fill(hint, groups),
    }));
  });
}
