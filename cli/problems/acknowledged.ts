import { groupBy } from '../lib/group-by.ts';
import { placeOf } from './locate.ts';
import { nearest } from './nearest.ts';
import { type Problem, problemAt, type Rule, rules } from './problem.ts';

/** `# meant: doubtful-value` in YAML, `<!-- meant: markdown-slip -->` in Markdown, or so in CSS; several rules with commas between them. */
const comments = /(?:(?<=^|\s)# meant: ([a-z, -]+)$)|(?:<!--|\/\*) meant: ([a-z, -]+) (?:-->|\*\/)/gm;

/** Whether Markdown shows nothing of this HTML: it is a comment for Galley. */
export const isAcknowledgement = (html: string): boolean => html.replace(comments, '').trim() === '';

/** A text without this has no such comment. */
export const acknowledges = (text: string | Buffer): boolean => text.includes(' meant: ');

/**
 * The problems without the warnings that editors have acknowledged in `files`, and with one for each comment that does nothing. Errors
 * cannot be acknowledged; while there is one, no comment is called needless, because not everything was checked.
 */
export function withoutAcknowledged(
  problems: readonly Problem[],
  files: readonly { readonly file: string; readonly text: string }[],
): readonly Problem[] {
  if (files.length === 0) return problems;
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  const byFile = groupBy(problems, ({ file }) => file);
  const gone = new Set<Problem>();
  const needless: Problem[] = [];
  for (const { file, text } of files) {
    const warnings = (byFile.get(file) ?? []).filter(({ severity }) => severity === 'warning');
    for (const { line, start, end, ...comment } of acknowledgementsIn(text)) {
      const place = placeOf(file, text, start, end);
      for (const rule of comment.rules) {
        const meant = warnings.filter(
          (warning) => warning.rule === rule && isAt(line, warning) && !warning.standsFor,
        );
        for (const warning of meant) gone.add(warning);
        if (meant.length === 0 && !hasErrors) needless.push(needlessComment(place, rule));
      }
    }
  }
  return [...problems.filter((problem) => !gone.has(problem)), ...needless];
}

/** The comments that acknowledge warnings of some rules, each on its own line and the next one. */
const acknowledgementsIn = (text: string) =>
  [...text.matchAll(comments)].map(({ 0: comment, 1: yaml, 2: markdown, index }) => ({
    rules: (yaml ?? markdown ?? '').split(',').map((rule) => rule.trim()),
    line: text.slice(0, index).split('\n').length,
    start: index,
    end: index + comment.length,
  }));

const isAt = (line: number, warning: Problem) => warning.line <= line + 1 && warning.endLine >= line;

function needlessComment(place: ReturnType<typeof placeOf>, rule: string): Problem {
  const isKnown = rules.includes(rule as Rule);
  const suggestion = isKnown ? undefined : nearest(rule, rules);
  return problemAt(place, {
    rule: 'needless-comment',
    severity: 'warning',
    message: isKnown
      ? `No warning \`${rule}\` is reported here, so this comment does nothing.`
      : `There is no rule \`${rule}\`.`,
    hint: isKnown
      ? 'Delete the comment, or move it to the line of the warning or above it.'
      : 'The name of a rule stands before each warning.',
    ...(suggestion && { suggestion }),
  });
}
