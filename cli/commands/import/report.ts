import { count } from '../../lib/counts.ts';
import { EnvironmentError, ExitError } from '../../lib/errors.ts';
import { groupBy } from '../../lib/group-by.ts';
import { printable } from '../../lib/printable.ts';

/** What an import took, changed or lost, or what `check` found afterwards: the cause, the file, and a piece of it. */
export type ReportEntry = readonly [cause: string, where: string, example?: string];

export type Report = (...entry: ReportEntry) => void;

/** The cause of what is not in the paper; the example is the reason. */
export const leftOut = 'left out';

/** Why something could not be done with one post. What concerns the whole run, such as a full disk, is thrown on. */
export function reasonOf(error: unknown): string {
  if (error instanceof ExitError || error instanceof EnvironmentError) throw error;
  const [words = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return `It could not be read or converted: ${words}.`;
}

/** The result of what is done with one post; if it fails, nothing, and the reason is told. */
export function guarded<T>(tell: (reason: string) => void, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    tell(reasonOf(error));
    return undefined;
  }
}

/** The report for editors, as Markdown: how often each cause occurs, with two examples, and what became of each file. */
export function reportText(
  summary: readonly string[],
  entries: readonly ReportEntry[],
  files: readonly (readonly [where: string, what: string])[],
): string {
  const lost = entries.filter(([cause]) => cause === leftOut);
  const causes = groupBy(
    entries.filter(([cause]) => cause !== leftOut),
    ([cause]) => cause,
  );
  const frequent = [...causes].sort(([, a], [, b]) => b.length - a.length);
  return [
    '# What was imported',
    summary.map((line) => `- ${line}`).join('\n'),
    '## By cause',
    frequent.map(([cause, all]) => `- ${oneLine(cause)}: ${count(all.length)}${examplesOf(all)}`).join('\n'),
    '## Files',
    [...lost.map(([, ...words]) => words), ...files].map((words) => `- ${inCode(words)}`).join('\n'),
    '',
  ].join('\n\n');
}

const examplesOf = (entries: readonly ReportEntry[]) =>
  entries
    .slice(0, 2)
    .map(([, ...words]) => `\n  - ${inCode(words)}`)
    .join('');

/** A file as code, and words about it. */
const inCode = ([where, words = '']: readonly [string, string?]) =>
  `\`${oneLine(where).replace(/`/g, "'")}\`${words && `: ${oneLine(words)}`}`;

const oneLine = (text: string) => printable(text.replace(/\s+/g, ' ').slice(0, 200));
