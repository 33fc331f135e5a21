import { doubtfulValues } from '../../checks/doubtful-values.ts';
import type { EditionOptions } from '../../content/model.ts';
import type { SourceFile, Sources } from '../../content/source-file.ts';
import { link } from '../../pipeline/link.ts';
import { parse } from '../../pipeline/parse.ts';
import { route } from '../../pipeline/route.ts';
import type { Problem } from '../../problems/problem.ts';

/** The problems that a paper would have only because of a new text of one file, as far as they show without rendering. */
export function problemsWith(sources: Sources, changed: SourceFile, options: EditionOptions): Problem[] {
  const idOf = ({ source, rule, message }: Problem) => JSON.stringify([source.file, rule, message]);
  const known = new Set(problemsOf(sources, options).map(idOf));
  const others = sources.files.filter(({ path }) => path !== changed.path);
  const files = [...others, changed].sort((a, b) => (a.path < b.path ? -1 : 1));
  return problemsOf({ ...sources, files }, options).filter((problem) => !known.has(idOf(problem)));
}

function problemsOf(sources: Sources, options: EditionOptions): Problem[] {
  const records = parse(sources);
  const edition = link(records.value, new Map(), new Map(), options);
  const routes = route(edition.value);
  return [...records.problems, ...edition.problems, ...routes.problems, ...doubtfulValues(edition.value)];
}
