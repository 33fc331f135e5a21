import { groupBy } from '../lib/group-by.ts';
import { topOf } from '../problems/locate.ts';
import { type Problem, problemAt } from '../problems/problem.ts';

/** Something that was not checked because of what is wrong with a file. */
export interface Skipped {
  readonly file: string;
  /** In words that complete "This was not checked: …". */
  readonly what: string;
}

/** Things that were not checked because of one file, of which so many are named. */
const mostNamed = 5;

/** Says what was not checked at the first error of the file that is to blame: it is no mistake more, and goes with the same cure. */
export function withSkipped(problems: readonly Problem[], skipped: readonly Skipped[]): Problem[] {
  const all = [...problems];
  for (const [file, ofFile] of groupBy(skipped, ({ file }) => file)) {
    const whats = [...new Set(ofFile.map(({ what }) => what))];
    const more = whats.length > mostNamed ? [`${whats.length - mostNamed} more`] : [];
    const sentence = `Until this is mended, not everything is checked: ${[...whats.slice(0, mostNamed), ...more].join(', ')}.`;
    const index = all.findIndex((problem) => problem.file === file && problem.severity === 'error');
    const blamed = all[index];
    if (blamed) all[index] = { ...blamed, hint: blamed.hint ? `${blamed.hint} ${sentence}` : sentence };
    else all.push(problemAt(topOf(file), { rule: 'not-checked', severity: 'warning', message: sentence }));
  }
  return all;
}
