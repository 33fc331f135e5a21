import { join } from 'node:path';
import { groupBy } from '../lib/group-by.ts';
import type { Place, Problem } from '../problems/problem.ts';
import { shownPath } from '../terminal/paths.ts';
import { type PaperFolder, sharedName } from './shared-files.ts';

/** The problems of a paper, each in the file that is wrong. */
export function inSource(problems: readonly Problem[], folder: PaperFolder, shownAs: string): Problem[] {
  const trace = <P extends Place>(place: P) => ({ ...place, ...folder.sourceOf(place, shownAs) });
  return problems.map(({ fix, related, ...problem }) => ({
    ...trace(problem),
    ...(related && { related: related.map(trace) }),
  }));
}

/** The number of some papers, and the names of the first three. */
export const papersOf = (names: readonly string[]): NonNullable<Problem['papers']> => ({
  count: names.length,
  first: names.slice(0, 3),
});

/** The problems of papers; one of a shared file is one problem, whatever of a paper its words name. */
export function onceIfShared(
  found: readonly { readonly name: string; readonly problem: Problem }[],
  network: string,
): Problem[] {
  const shared = `${shownPath(join(network, sharedName))}/`;
  const times = new Map<string, number>();
  const places = groupBy(found, ({ name, problem }) => {
    const { file, line, column, rule, severity } = problem;
    if (!file.startsWith(shared)) return problem;
    const place = [file, line, column, rule, severity].join(' ');
    // A paper may have several at one place.
    const time = (times.get(`${name} ${place}`) ?? 0) + 1;
    times.set(`${name} ${place}`, time);
    return `${place} ${time}`;
  });
  return [...places].flatMap(([place, same]) => {
    if (typeof place !== 'string') return place;
    const names = [...new Set(same.map(({ name }) => name))].sort();
    return same.slice(0, 1).map(({ problem }) => ({ ...problem, papers: papersOf(names) }));
  });
}
