import { join } from 'node:path';
import { groupBy } from '../../lib/group-by.ts';
import type { Place } from '../../problems/locate.ts';
import type { PlacedProblem } from '../../problems/problem.ts';
import { shownIn, shownPath } from '../terminal/paths.ts';
import { type PaperFolder, sharedName, spanOfLine } from './overlay.ts';

/** Characters; shorter values may be parts of other words. */
const minValue = 3;

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
    return { ...place, file, ...(template && spanOfLine(place.line, template.text)) };
  };
  const lineOf = ({ file, line }: Place) => `${file}:${line}`;
  const unfilled = new Set(
    problems.filter((problem) => problem.rule === 'missing-key' && templateAt(problem)).map(lineOf),
  );
  const words = (text: string, place: Place) => {
    const traced = text.replace(/`([^`\s]+)`/g, (_, file: string) => `\`${sourceOf(file)}\``);
    const filledIn = templateAt(place)?.filledIn ?? [];
    return filledIn
      .filter(([, value]) => value.length >= minValue)
      .toSorted(([, a], [, b]) => b.length - a.length)
      .reduce((all, [key, value]) => all.replaceAll(value, `{{${key}}}`), traced);
  };
  return problems
    .filter((problem) => problem.rule === 'missing-key' || !unfilled.has(lineOf(problem)))
    .map(({ fix, related, message, hint, suggestion, ...problem }) => ({
      ...trace(problem),
      message: words(message, problem),
      ...(hint !== undefined && { hint: words(hint, problem) }),
      ...(suggestion !== undefined && { suggestion: words(suggestion, problem) }),
      ...(related && { related: related.map(trace) }),
    }));
}

export const papersOf = (names: readonly string[]): NonNullable<PlacedProblem['papers']> => ({
  count: names.length,
  first: names.slice(0, 3),
});

/** One mistake in a shared file may be told in words that each paper has of its own; so many of them are listed. */
const maxWordings = 3;

/** The problems of `papers` papers; what has the same words at one place of a shared file is one problem. */
export function onceIfShared(
  found: readonly { readonly name: string; readonly problem: PlacedProblem }[],
  network: string,
  papers: number,
): PlacedProblem[] {
  const shared = `${shownIn(network, sharedName)}/`;
  const places = groupBy(found, ({ problem }) => {
    const { file, line, column, rule, severity } = problem;
    return file.startsWith(shared) ? [file, line, column, rule, severity].join(' ') : problem;
  });
  return [...places].flatMap(([place, all]) => {
    if (typeof place !== 'string') return place;
    const wordings = [...groupBy(all, ({ problem }) => problem.message).values()];
    // Those of one paper are different mistakes.
    const ofPapers = [...groupBy(all, ({ name }) => name).values()].map(({ length }) => length);
    const listed = Math.max(maxWordings, ...ofPapers) - 1;
    return [...wordings.slice(0, listed), wordings.slice(listed).flat()].flatMap((same) => {
      const names = [...new Set(same.map(({ name }) => name))].sort();
      // A comment that one paper needs is not needless.
      const isNeeded = same[0]?.problem.rule === 'needless-comment' && names.length < papers;
      return same.slice(0, isNeeded ? 0 : 1).map(({ problem }) => ({ ...problem, papers: papersOf(names) }));
    });
  });
}
