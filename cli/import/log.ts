import { groupBy } from '../lib/group-by.ts';

export type Outcome = 'taken' | 'changed' | 'kept' | 'dropped';

/** Something that the import did with a post, for the report. */
export interface LogEntry {
  readonly group: string;
  readonly name: string;
  readonly outcome: Outcome;
  readonly where: string;
  readonly example: string;
}

export interface Log {
  readonly add: (group: string, name: string, outcome: Outcome, where: string, example?: string) => void;
  /** A post that was not imported, or something that nobody could know. */
  readonly leftOut: (where: string, reason: string) => void;
  /** How often each thing happened, with its first examples. */
  readonly counts: () => LogCount[];
}

export interface LogCount extends Pick<LogEntry, 'group' | 'name' | 'outcome'> {
  readonly count: number;
  readonly examples: readonly Pick<LogEntry, 'where' | 'example'>[];
}

/** Examples of a count. What was left out is listed whole. */
const maxExamples = 3;

export function createLog(): Log {
  const counts = new Map<
    string,
    LogCount & { count: number; examples: Pick<LogEntry, 'where' | 'example'>[] }
  >();
  function add(group: string, name: string, outcome: Outcome, where: string, example = '') {
    const key = JSON.stringify([group, name, outcome]);
    const known = counts.get(key) ?? { group, name, outcome, count: 0, examples: [] };
    counts.set(key, known);
    known.count++;
    if (known.examples.length < maxExamples || group === 'left out')
      known.examples.push({ where, example: example.replace(/\s+/g, ' ').slice(0, 120) });
  }
  return {
    add,
    leftOut: (where, reason) => add('left out', reason, 'dropped', where),
    counts: () => [...counts.values()],
  };
}

export const byGroup = (counts: readonly LogCount[]): ReadonlyMap<string, readonly LogCount[]> =>
  groupBy(
    [...counts].sort((a, b) => b.count - a.count),
    ({ group }) => group,
  );
