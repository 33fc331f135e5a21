import { groupBy } from '../lib/group-by.ts';
import type { Skipped } from '../model.ts';
import { topOf } from '../problems/locate.ts';
import { type Problem, problemAt } from '../problems/problem.ts';

/** What was not checked because of one file is named up to this number. */
const maxNamed = 5;

/** Adds what was not checked to the hint of the first error of the file that is the reason: to correct that error is all there is to do. */
export function withSkipped(problems: readonly Problem[], skipped: readonly Skipped[]): Problem[] {
  const all = [...problems];
  for (const [file, ofFile] of groupBy(skipped, ({ file }) => file)) {
    const whats = [...new Set(ofFile.map(({ what }) => what))];
    const more = whats.length > maxNamed ? [`${whats.length - maxNamed} more`] : [];
    const sentence = `Until this is corrected, some things are not checked: ${[...whats.slice(0, maxNamed), ...more].join(', ')}.`;
    const index = all.findIndex((problem) => problem.file === file && problem.severity === 'error');
    const blamed = all[index];
    if (blamed) all[index] = { ...blamed, hint: blamed.hint ? `${blamed.hint} ${sentence}` : sentence };
    else all.push(problemAt(topOf(file), { rule: 'not-checked', severity: 'warning', message: sentence }));
  }
  return all;
}
