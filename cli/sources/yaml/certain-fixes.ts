import type { TextEdit } from '../../problems/fix.ts';
import { type KeyPath, locate } from '../../problems/locate.ts';
import { onlyNear } from '../../problems/nearest.ts';
import type { SourceFile } from '../source-file.ts';

// Edits for `check --fix` that are certain to be right; `undefined` if a person must choose.

type Edits = readonly TextEdit[] | undefined;

/** Corrects a mistyped key if exactly one known key is near, the group lacks that one, and no other unknown key is near it. */
export function renamedKey(
  source: SourceFile,
  group: KeyPath,
  key: string,
  { known, used }: { readonly known: readonly string[]; readonly used: readonly string[] },
): Edits {
  const meant = onlyNear(key, known);
  if (meant === undefined || used.includes(meant)) return undefined;
  const rivals = used.filter((other) => !known.includes(other) && onlyNear(other, [meant]) !== undefined);
  if (rivals.length > 1) return undefined;
  const { yaml, key: stretchOf } = locate(source);
  const { start, end } = stretchOf([...group, key]);
  const written = yaml.text.slice(start, end);
  const quote = written === key ? '' : (/^["']/.exec(written)?.[0] ?? ' ');
  if (written !== quote + key + quote) return undefined;
  return [{ start: yaml.offset + start, end: yaml.offset + end, text: quote + meant + quote }];
}

/** Removes the quotation marks around a number, unless an alias may repeat it. */
export function withoutQuotes(source: SourceFile, path: KeyPath): Edits {
  const { yaml, value } = locate(source);
  const { start, end } = value(path);
  const number = /^(["'])(-?(?:0|[1-9]\d{0,14})(?:\.\d+)?)\1$/.exec(yaml.text.slice(start, end))?.[2];
  if (number === undefined || /&[^\s,[\]{}]+\s+$/.test(yaml.text.slice(0, start))) return undefined;
  return [{ start: yaml.offset + start, end: yaml.offset + end, text: number }];
}

/** Deletes an entry of a list that equals an earlier one, if no comment is lost with it. */
export function withoutEntry(source: SourceFile, path: KeyPath, list: unknown): Edits {
  const at = Number(path.at(-1));
  if (!Array.isArray(list) || list.indexOf(list[at]) === at) return undefined;
  const { yaml, value } = locate(source);
  const { text, offset } = yaml;
  const { start, end } = value(path);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = end + text.slice(end).search(/\n|$/);
  const before = value([...path.slice(0, -1), at - 1]);
  const isLine =
    /^[ \t]*-[ \t]+$/.test(text.slice(lineStart, start)) && text.slice(end, lineEnd).trim() === '';
  // The entry with its dash and the line end before it, or with the comma before it.
  const [from, to] = isLine ? [lineStart - 1, lineEnd] : [before.end, end];
  if (text.slice(start, end).includes('\n')) return undefined;
  if (!isLine && !/^\s*,\s*$/.test(text.slice(before.end, start))) return undefined;
  return [{ start: offset + from, end: offset + to, text: '' }];
}
