import { join } from 'node:path';
import { groupBy, largestGroups } from '../../lib/group-by.ts';
import type { Place } from '../../problems/locate.ts';
import type { PlacedProblem } from '../../problems/problem.ts';
import { shownIn, shownPath } from '../terminal/flags.ts';
import { type PaperFolder, sharedName, spanOfLine } from './overlay.ts';

/** The problems of the paper `name`, each in the file that is wrong, as reports show it in its network. */
export function inSource(
  problems: readonly PlacedProblem[],
  folder: PaperFolder,
  network: string,
  name: string,
): PlacedProblem[] {
  // The paper may be a repository of its own.
  const start = `${shownPath(join(network, name))}/`;
  const folders = { own: shownIn(network, name), shared: shownIn(network, sharedName) };
  const pathOf = (file: string) => (file.startsWith(start) ? file.slice(start.length) : '');
  function sourceOf(file: string): string {
    const owner = folder.ownerOf(pathOf(file));
    return owner ? `${folders[owner]}/${pathOf(file)}` : file;
  }
  const templateAt = ({ file, line }: Place) => folder.templateAt(pathOf(file), line);
  const trace = <P extends Place>(place: P): P => {
    const file = sourceOf(place.file);
    const template = templateAt(place);
    return { ...place, file, ...(template && spanOfLine(place.line, template)) };
  };
  const lineOf = ({ file, line }: Place) => `${file}:${line}`;
  const unfilled = new Set(
    problems.filter((problem) => problem.rule === 'missing-key' && templateAt(problem)).map(lineOf),
  );
  const traced = (words: string) =>
    words.replace(/`([^`\s]+)`/g, (_, file: string) => `\`${sourceOf(file)}\``);
  return problems
    .filter((problem) => problem.rule === 'missing-key' || !unfilled.has(lineOf(problem)))
    .map(({ fix, related, message, hint, suggestion, ...problem }) => ({
      ...trace(problem),
      message: traced(message),
      ...(hint !== undefined && { hint: traced(hint) }),
      // What would cure a filled line is filled as well.
      ...(suggestion !== undefined && !templateAt(problem) && { suggestion }),
      ...(related && { related: related.map(trace) }),
    }));
}

export const papersOf = (names: readonly string[]): NonNullable<PlacedProblem['papers']> => ({
  count: names.length,
  first: names.slice(0, 3),
});

/** The problems of `papers` papers; those at one place of a shared file once, as the paper has them that has most, but once for each key that papers lack. */
export function onceIfShared(
  found: readonly { readonly name: string; readonly problem: PlacedProblem }[],
  network: string,
  papers: number,
): PlacedProblem[] {
  const shared = `${shownIn(network, sharedName)}/`;
  const places = groupBy(found, ({ problem }) => {
    const { file, line, column, rule, severity, message } = problem;
    const lack = rule === 'missing-key' ? message : '';
    return file.startsWith(shared) ? [file, line, column, rule, severity, lack].join(' ') : problem;
  });
  return [...places].flatMap(([place, all]) => {
    if (typeof place !== 'string') return place;
    const names = [...new Set(all.map(({ name }) => name))].sort();
    // A comment that one paper needs is not needless.
    if (all[0]?.problem.rule === 'needless-comment' && names.length < papers) return [];
    const [most = []] = largestGroups(all, ({ name }) => name);
    return most.map(({ problem }) => ({ ...problem, papers: papersOf(names) }));
  });
}
