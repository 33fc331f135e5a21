import { decodeHTMLStrict } from 'entities';
import { describedFiles } from '../checks/files.ts';
import { curl } from '../lib/quotes.ts';
import { parse } from '../pipeline/parse.ts';
import { locate } from '../problems/locate.ts';
import { certainMarkdown } from '../sources/markdown/certain-markdown.ts';
import { type FieldText, markdownTextsIn, plainTextsIn } from '../sources/schema/references.ts';
import type { SourceFile } from '../sources/source-file.ts';

/** A text in a field that should be another. */
interface FieldFix extends FieldText {
  readonly fixed: string;
  /** The same for the field as it is written. */
  readonly rewrite: (written: string) => string;
}

/** Whether a file may have texts to fix. */
export const mayHaveFixes = ({ path, text }: SourceFile): boolean =>
  /\.(?:md|yaml)$/.test(path) && /<[a-z]|&#?\w+;|^[ \t]*[•·]/im.test(text);

/** The text of a file with simple HTML, its signs and typed lists written otherwise, where that certainly means the same. */
export function fixTexts(source: SourceFile): string {
  const { bodyOffset, problems } = readFields(source);
  if (problems.some(({ rule }) => rule === 'merge-conflict')) return source.text;
  const start = bodyOffset ?? source.text.length;
  const text = source.text.slice(0, start) + certainMarkdown(source.text.slice(start));
  const { plain, markdown } = readFields({ ...source, text });
  const fixes = [
    ...plain.map((field) => ({ ...field, fixed: curl(withoutSigns(field.text)), rewrite: withoutSigns })),
    ...markdown.map((field) => {
      const fixed = certainMarkdown(field.text);
      return { ...field, fixed, rewrite: (written: string) => inYaml(fixed, field.text, written) };
    }),
  ];
  return fixes.filter(({ text, fixed }) => text !== fixed).reduce(withField, { ...source, text }).text;
}

/** The texts in the fields of a file, the offset of its text, and what is wrong with it. */
function readFields(source: SourceFile) {
  const sources = { files: [source], media: [], publicFiles: [], refused: new Set<string>(), shownAs: '' };
  const { value: records, problems } = parse(sources);
  const { posts, pages, broken } = records;
  const file = describedFiles(records, posts).find((file) => file.source.path === source.path);
  const offset = [...posts, ...pages][0]?.bodyOffset ?? broken.get(source.path)?.text?.at;
  const bodyOffset = typeof offset === 'number' ? offset : undefined;
  const isField = ({ path }: FieldText) => bodyOffset === undefined || path[0] !== 'body';
  return {
    plain: file ? plainTextsIn(file.schema, file.data) : [],
    markdown: file ? markdownTextsIn(file.schema, file.data).filter(isField) : [],
    bodyOffset,
    problems: problems.filter((problem) => problem.file === source.file),
  };
}

/** A plain text with `’` for `&#8217;`, also where that became `&amp;#8217;`. Addresses stay as they are. */
function withoutSigns(text: string): string {
  if (/:\/\/\S*$/.test(text)) return text;
  const decoded = text.replace(/&(?!lt;|gt;|quot;|#34;)(?:#\w{1,6}|[a-z]\w{1,9});/gi, (sign) =>
    decodeHTMLStrict(sign),
  );
  return decoded === text ? text : withoutSigns(decoded);
}

/** A file with the fixed text of a field; the same file if the field would then read otherwise, or anything would be wrong. */
function withField(source: SourceFile, { path, fixed, rewrite }: FieldFix): SourceFile {
  const { yaml, value } = locate(source);
  const { start, end } = value(path);
  const [from, to] = [yaml.offset + start, yaml.offset + end];
  const { text } = source;
  const next = { ...source, text: text.slice(0, from) + rewrite(text.slice(from, to)) + text.slice(to) };
  const { plain, markdown, problems } = readFields(next);
  const read = [...plain, ...markdown].find((field) => String(field.path) === String(path));
  return read?.text === fixed && problems.length <= readFields(source).problems.length ? next : source;
}

/** A Markdown text as it is written in YAML, as the former text was: on lines of its own after `|`, or in one line. */
function inYaml(text: string, former: string, written: string): string {
  const [, head, indent = ''] = /^(\|.*\n)\n*( +)/.exec(written) ?? [];
  return head === undefined ? written.replace(former, () => text) : head + text.replace(/^(?=.)/gm, indent);
}
