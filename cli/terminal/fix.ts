import { parse } from '../pipeline/parse.ts';
import { withEdits } from '../problems/fix.ts';
import { topOf } from '../problems/locate.ts';
import { append, type Problem, problemAt } from '../problems/problem.ts';
import type { SourceFile, Sources } from '../sources/source-file.ts';
import { fixTexts, mayHaveFixes } from './fix-texts.ts';

/** A file that `check --fix` changes: its new text, and the problems that are fixed. */
export interface FixedFile {
  readonly source: SourceFile;
  readonly text: string;
  readonly fixed: readonly Problem[];
}

/** A hundred problems of a file are listed at a time. */
const maxRounds = 100;

/** Fixes all problems in YAML and in texts that have one certain fix. Files with an unfinished merge stay as they are. */
export function fix(sources: Sources): FixedFile[] {
  const curable = new Set(parse(sources).problems.flatMap(({ fix, file }) => (fix ? [file] : [])));
  return sources.files
    .filter((source) => curable.has(source.file) || mayHaveFixes(source))
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
  const after = mayHaveFixes({ ...source, text }) ? fixTexts({ ...source, text }) : text;
  return { text: after, fixed: after === text ? fixed : [...fixed, inMarkdown(source)] };
}

/** The problem of texts with what is not Markdown. */
const inMarkdown = ({ file }: SourceFile): Problem =>
  problemAt(topOf(file), {
    rule: 'raw-html',
    message: 'HTML, its signs or typed bullets were in texts that are Markdown or plain.',
  });

/** The problems of a file that depend on no other file. */
const problemsOf = (source: SourceFile): Problem[] =>
  parse({ files: [source], media: [], publicFiles: [], refused: new Set(), shownAs: '' }).problems.filter(
    ({ file }) => file === source.file,
  );
