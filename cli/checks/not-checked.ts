import type { Edition } from '../content/model.ts';
import type { PlacedProblem } from '../problems/problem.ts';

const sentence =
  'Some links and names may lead to files with errors; they are checked once these files are corrected.';

/** Adds to the hint of the first error of a broken file that some links and references were not checked. */
export function withUnchecked(
  problems: readonly PlacedProblem[],
  { broken, shownAs }: Edition,
): PlacedProblem[] {
  const first = problems.find(
    ({ file, severity }) => severity === 'error' && broken.has(file.slice(shownAs.length + 1)),
  );
  return problems.map((problem) =>
    problem === first ? { ...problem, hint: [problem.hint ?? [], sentence].flat().join(' ') } : problem,
  );
}
