import { decodeHTMLStrict } from 'entities';
import { curl } from '../lib/quotes.ts';
import { parse } from '../pipeline/parse.ts';
import { withEdits } from '../problems/fix.ts';
import { yamlPart } from '../problems/locate.ts';
import { append, type Problem } from '../problems/problem.ts';
import { unfinishedMerges } from '../sources/merge-markers.ts';
import type { SourceFile, Sources } from '../sources/source-file.ts';

/** A file that `check --fix` changes: its new text, and the problems that are fixed. */
export interface FixedFile {
  readonly source: SourceFile;
  readonly text: string;
  readonly fixed: readonly Problem[];
}

/** A hundred problems of a file are listed at a time. */
const maxRounds = 100;

/** Whether a file may have HTML, its entities or typed lists. */
const mayHaveHtml = ({ text }: SourceFile): boolean => /<[a-z]|&#?\w+;|^•/im.test(text);

/**
 * Fixes all problems in YAML that have one certain fix, and texts: `inMarkdown` writes HTML in Markdown. Files with an unfinished merge stay as
 * they are.
 */
export function fix(sources: Sources, inMarkdown: (text: string) => string): FixedFile[] {
  const curable = new Set(parse(sources).problems.flatMap(({ fix, file }) => (fix ? [file] : [])));
  return sources.files
    .filter((source) => curable.has(source.file) || mayHaveHtml(source))
    .map((source) => {
      const { text, fixed } = fixFile(source);
      return { source, text: fixTexts({ ...source, text }, inMarkdown), fixed };
    })
    .filter(({ source, text }) => text !== source.text);
}

/** Fixes problems until none is left that can be: one may only be found once another is gone. */
function fixFile(source: SourceFile): { readonly text: string; readonly fixed: readonly Problem[] } {
  let { text } = source;
  const fixed: Problem[] = [];
  for (let round = 0; round < maxRounds; round++) {
    const problems = problemsOf({ ...source, text }).filter(({ fix }) => fix);
    if (problems.length === 0) break;
    text = withEdits(
      text,
      problems.flatMap(({ fix = [] }) => fix),
    );
    append(fixed, problems);
  }
  return { text, fixed };
}

/** Fixes the text of a file, and the fields of a post. */
function fixTexts(source: SourceFile, inMarkdown: (text: string) => string): string {
  const { file, text } = source;
  if (!mayHaveHtml(source) || unfinishedMerges(source).length > 0) return text;
  const { offset, text: yaml } = yamlPart(file, text);
  // Only in Markdown files does a line with `---` come after the fields.
  const body = text.indexOf('\n', offset + yaml.length) + 1 || text.length;
  const fixed = text.slice(0, body) + inMarkdown(text.slice(body));
  const decoded =
    fixed.slice(0, offset) + yaml.replace(/.+/g, withoutEntities) + fixed.slice(offset + yaml.length);
  const before = fieldsOf({ ...source, text: fixed });
  return before !== undefined && before === fieldsOf({ ...source, text: decoded }) ? decoded : fixed;
}

/** A plain text with `’` for `&#8217;`, also where that became `&amp;#8217;`. Addresses and tags stay as they are. */
function withoutEntities(text: string): string {
  const decoded = decodeHTMLStrict(decodeHTMLStrict(text));
  return /:\/\/|[<>]/.test(decoded) ? text : decoded;
}

/** The fields of a post as they should read; `undefined` if the file is no good post. */
const fieldsOf = (source: SourceFile): string | undefined =>
  JSON.stringify(parse(alone(source)).value.posts[0]?.data, (_, value) =>
    typeof value === 'string' ? curl(withoutEntities(value)) : value,
  );

/** A paper of one file. */
const alone = (source: SourceFile): Sources => ({
  files: [source],
  media: [],
  publicFiles: [],
  refused: new Set(),
  shownAs: '',
});

/** The problems of a file that depend on no other file. */
const problemsOf = (source: SourceFile): Problem[] =>
  parse(alone(source)).problems.filter(({ file }) => file === source.file);
