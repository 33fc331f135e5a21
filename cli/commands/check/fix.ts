import { decodeHTMLStrict } from 'entities';
import type { SourceFile, Sources } from '../../content/source-file.ts';
import { curl } from '../../lib/quotes.ts';
import { parse } from '../../pipeline/parse.ts';
import { withEdits } from '../../problems/fix.ts';
import { yamlIn } from '../../problems/locate.ts';
import { append, type Problem } from '../../problems/problem.ts';
import { certainMarkdown } from '../import/certain-markdown.ts';

/** A file that `check --fix` changes: its new text, and the problems that are fixed. */
export interface FixedFile {
  readonly source: SourceFile;
  readonly text: string;
  readonly fixed: readonly Problem[];
}

/** One problem may hide another. */
const maxRounds = 100;

/** Whether a file may have HTML, its entities or typed lists, and no unfinished merge. */
const mayHaveHtml = ({ text }: SourceFile): boolean =>
  /<[a-z]|&#?\w+;|^•/im.test(text) && !/^[<>]{7}/m.test(text);

/** Fixes all problems in YAML that have one certain fix, and HTML in texts. Files with an unfinished merge stay as they are. */
export function fix(sources: Sources): FixedFile[] {
  const curable = new Set(parse(sources).problems.flatMap(({ fix, source }) => (fix ? [source.file] : [])));
  return sources.files
    .filter((source) => curable.has(source.file) || mayHaveHtml(source))
    .map((source) => ({ source, ...fixFile(source) }))
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
  return { text: withoutHtml({ ...source, text }), fixed };
}

/** The text of a file with its HTML in Markdown, and without entities in the fields of a post. */
function withoutHtml(source: SourceFile): string {
  const { text } = source;
  const { length: end } = yamlIn(source);
  // Only in Markdown files does a line with `---` come after the fields.
  const body = text.indexOf('\n', end) + 1 || text.length;
  const fixed = text.slice(0, body) + certainMarkdown(text.slice(body));
  const decoded = fixed.slice(0, end).replace(/.+/g, withoutEntities) + fixed.slice(end);
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
  JSON.stringify(parseAlone(source).value.posts[0]?.data, (_, value) =>
    typeof value === 'string' ? curl(withoutEntities(value)) : value,
  );

/** What a file holds that depends on no other file. */
const parseAlone = (source: SourceFile) =>
  parse({ files: [source], media: [], publicFiles: [], refused: new Set(), shownAs: '' });

/** Its problems. */
const problemsOf = (source: SourceFile): Problem[] =>
  parseAlone(source).problems.filter((problem) => problem.source.file === source.file);
