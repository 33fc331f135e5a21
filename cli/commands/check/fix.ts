import { join } from 'node:path';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { decodeHTMLStrict } from 'entities';
import type { SourceFile, Sources } from '../../content/source-file.ts';
import { countOf } from '../../lib/counts.ts';
import { printableLines } from '../../lib/printable.ts';
import { curl } from '../../lib/quotes.ts';
import { parse } from '../../pipeline/parse.ts';
import { read } from '../../pipeline/read.ts';
import { withEdits } from '../../problems/fix.ts';
import { yamlIn } from '../../problems/locate.ts';
import { append, type Problem } from '../../problems/problem.ts';
import { certainMarkdown } from '../import/certain-markdown.ts';
import { findings } from '../run/run-build.ts';
import { replaceContent } from '../terminal/content-files.ts';
import { type BuildFlags, nowOf, requireContent, shownPath } from '../terminal/flags.ts';
import { countsFile } from '../terminal/imported-counts.ts';
import { writeResult } from '../terminal/log.ts';

type FixFlags = BuildFlags & { readonly dryRun: boolean };

/** Fixes what has one certain fix, each file whole or not at all, then the counts of an import, which may be lower now; prints the diffs. */
export async function fixContent(flags: FixFlags) {
  const { content } = flags;
  requireContent(content);
  const { value: sources } = read(content, shownPath(content));
  const fixed = save(fix(sources), flags);
  if (!sources.files.some(({ text }) => text.includes('\nimportedBefore:'))) return fixed;
  const { written, imported } = await findings({ ...flags, drafts: false }, { isCheck: true });
  // A check with errors did not count everything.
  if (!written || !imported) return fixed;
  const now = read(content, shownPath(content)).value;
  return [...fixed, ...save(countsFile(now, imported, nowOf(flags).toISOString()), flags)];
}

function save(files: readonly FixedFile[], { content, dryRun, format }: FixFlags) {
  const reports = files.map(reportOf);
  if (format === 'pretty') writeResult(reports.map(({ diff }) => printableLines(diff)).join(''));
  if (!dryRun)
    for (const file of files) replaceContent(join(content, file.source.path), file.source, file.text);
  if (format !== 'json' && files.length > 0)
    process.stderr.write(`${dryRun ? 'would change' : 'changed'} ${countOf(files.length, 'file')}\n`);
  return reports;
}

function reportOf({ source: { file, text: before }, text, fixed }: FixedFile) {
  const diff = createTwoFilesPatch(`a/${file}`, `b/${file}`, before, text, undefined, undefined, {
    context: 2,
    headerOptions: FILE_HEADERS_ONLY,
  });
  return { file, problems: fixed.map(({ rule, message }) => ({ rule, message })), diff };
}

interface FixedFile {
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
    const problems = parseAlone({ ...source, text }).problems.filter(
      (problem) => problem.fix && problem.source.file === source.file,
    );
    if (problems.length === 0) break;
    const edits = problems.flatMap(({ fix = [] }) => fix);
    text = withEdits(text, edits);
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

/** Without the other files of the paper. */
const parseAlone = (source: SourceFile) =>
  parse({ files: [source], media: [], publicFiles: [], refused: new Set(), shownAs: '' });
