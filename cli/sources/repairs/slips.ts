import type { Rule } from '../../problems/problem.ts';
import type { Repair, RepairDetails, Row } from './row.ts';
import { withText } from './row.ts';

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
  rows: readonly Row[],
  at: number,
  column: number,
  known: ReadonlySet<string>,
  more: Groups = {},
): Repair[] {
  const text = (rows[at]?.text ?? '').trimEnd();
  return slips.flatMap(({ pattern, replacement, cost, rule, message, hint }) => {
    pattern.lastIndex = column;
    const match = pattern.exec(text);
    if (!match || (match.groups?.key !== undefined && !known.has(match.groups.key))) return [];
    const groups: Groups = { ...match.groups, ...more, gap: ' '.repeat(match.groups?.bad?.length ?? 0) };
    const [from, to] = match.indices?.groups?.bad ?? [match.index, match.index + match[0].length];
    const details: RepairDetails = {
      ...(rule && { rule }),
      message: fill(message, groups),
      hint: fill(hint, groups),
    };
    const before = text.slice(0, match.index);
    const after = text.slice(match.index + match[0].length);
    return [replacement].flat().map((template, i) => ({
      rows: () => withText(rows, at, before + fill(template, groups) + after),
      at,
      from,
      to,
      cost: cost + i / 10,
      details,
    }));
  });
}
