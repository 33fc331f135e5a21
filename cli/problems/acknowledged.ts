import { groupBy } from '../lib/group-by.ts';
import { placeAt, type Source, type Span, type Stretch, stretchOf, yamlIn } from './locate.ts';
import { nearest } from './nearest.ts';
import { type Details, type Problem, problem, type Rule, rules } from './problem.ts';

/** `# meant: doubtful-value` in YAML, `<!-- meant: markdown-slip -->` in Markdown, or so in CSS; several rules with commas between them. */
const comments = /(?:(?<=^|\s)# meant: ([a-z, -]+)$)|(?:<!--|\/\*) meant: ([a-z, -]+) (?:-->|\*\/)/gm;

interface TextFile {
  readonly file: string;
  readonly text: string;
}

/** Whether Markdown shows nothing of this HTML: it is a comment for Galley. */
export const isAcknowledgement = (html: string): boolean => html.replace(comments, '').trim() === '';

/** Such a comment in other letters, such as `# Meant: doubtful-value` or `# ment: doubtful-value`. */
const misspelt = /(?<=^|\s)#[ \t]*(?:meant|mant|ment)[ \t]*:[ \t]*[a-z, _-]+$/gim;

/** A text without this has no such comment, however it is spelt. One search of each file is cheap, several are not. */
export const acknowledges = (text: string | Buffer): boolean => text.includes('nt: ');

/**
 * The problems without the warnings that editors have acknowledged in `files`, and with one for each comment that does nothing. Errors
 * cannot be acknowledged; while there is one, no comment is called needless, because not everything was checked.
 */
export function withoutAcknowledged(problems: readonly Problem[], files: readonly TextFile[]) {
  if (files.length === 0) return problems;
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  const byFile = groupBy(problems, ({ source }) => source.file);
  const gone = new Set<Problem>();
  const added: Problem[] = [];
  for (const source of files) {
    const warnings = (byFile.get(source.file) ?? [])
      .filter(({ severity }) => severity === 'warning')
      .map((warning) => ({ warning, ...placeAt(warning.source, warning.at) }));
    added.push(...unreadComments(source));
    for (const comment of acknowledgementsIn(source)) {
      const { line } = placeAt(source, comment.at);
      for (const rule of comment.rules) {
        const silenced = warnings.filter((each) => each.warning.rule === rule && isAt(line, each));
        for (const { warning } of silenced) gone.add(warning);
        if (silenced.length === 0 && !hasErrors) added.push(needlessComment(source, comment.at, rule));
      }
    }
  }
  return [...problems.filter((problem) => !gone.has(problem)), ...added];
}

/** The comments that acknowledge warnings of some rules, each on its own line and the next one. */
const acknowledgementsIn = (source: TextFile) => {
  const start = startOfText(source);
  return Array.from(source.text.matchAll(comments)).flatMap((match) =>
    match[1] !== undefined && match.index >= start
      ? []
      : { rules: (match[1] ?? match[2] ?? '').split(',').map((rule) => rule.trim()), at: stretchOf(match) },
  );
};

/** Where the text of a post or page begins, in which `#` begins no comment. */
const startOfText = (source: TextFile): number =>
  source.file.endsWith('.md') ? yamlIn(source).length : Number.POSITIVE_INFINITY;

/** Comments that acknowledge nothing: those of YAML in a text, and misspelt ones. */
function unreadComments(source: TextFile): Problem[] {
  const start = startOfText(source);
  return [...source.text.matchAll(misspelt)].flatMap((match) => {
    const [comment] = match;
    const names = comment.replace(/^.*?:[ \t]*/, '');
    const isInText = match.index >= start;
    const isRight = comment.startsWith('# meant: ') && !isInText;
    // Words of a story, in which no rule is named.
    if (isRight || (isInText && !rules.some((rule) => names.includes(rule)))) return [];
    const message = isInText
      ? 'Readers see this comment, and it acknowledges nothing.'
      : 'This comment does nothing, because it is misspelt.';
    const suggestion = isInText ? `<!-- meant: ${names} -->` : `# meant: ${names}`;
    return needless(source, stretchOf(match), message, { suggestion });
  });
}

const needless = (source: Source, at: Stretch, message: string, more: Partial<Details>): Problem =>
  problem(source, at, { rule: 'needless-comment', severity: 'warning', message, ...more });

const isAt = (line: number, warning: Span) => warning.line <= line + 1 && warning.endLine >= line;

function needlessComment(source: Source, comment: Stretch, rule: string): Problem {
  if (rules.includes(rule as Rule)) {
    const message = `No warning \`${rule}\` is reported here, so this comment does nothing.`;
    const hint = 'Delete the comment, or move it to the line of the warning or above it.';
    return needless(source, comment, message, { hint });
  }
  const cure = { hint: 'The name of a rule stands before each warning.', suggestion: nearest(rule, rules) };
  return needless(source, comment, `There is no rule \`${rule}\`.`, cure);
}
