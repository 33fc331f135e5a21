import { isDeepStrictEqual } from 'node:util';
import { type Document, isScalar, visit } from 'yaml';
import { type TextEdit, withEdits } from '../../problems/fix.ts';
import { type Stretch, yamlPart } from '../../problems/locate.ts';
import { readDocument } from '../../problems/yaml-document.ts';
import type { SourceFile } from '../source-file.ts';

/** Takes the spaces off the ends of lines, outside texts over several lines and outside Markdown; nothing in a text that cannot be read. */
export function withoutTrailingSpaces({ file, text }: SourceFile): readonly TextEdit[] {
  const yaml = yamlPart(file, text);
  const ends = [...yaml.text.matchAll(/[ \t]+$/gm)];
  const document = ends.length > 0 ? readDocument(yaml.text)?.document : undefined;
  if (!document || document.errors.length > 0) return [];
  const texts = longTexts(document);
  const edits = ends.flatMap(({ index, 0: { length } }) =>
    texts.some(({ start, end }) => index >= start && index < end)
      ? []
      : [{ start: index, end: index + length, text: '' }],
  );
  const after = readDocument(withEdits(yaml.text, edits))?.document;
  if (!after || !isDeepStrictEqual(after.toJS(), document.toJS())) return [];
  return edits.map(({ start, end, text }) => ({ start: yaml.offset + start, end: yaml.offset + end, text }));
}

/** The texts that go over several lines; all of their spaces may count. */
function longTexts(document: Document.Parsed): Stretch[] {
  const found: Stretch[] = [];
  visit(document, {
    Scalar(_key, node) {
      if (!isScalar(node) || !node.range) return;
      const [start, end] = node.range;
      if (node.type?.startsWith('BLOCK') || String(node.source).includes('\n')) found.push({ start, end });
    },
  });
  return found;
}
