import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { TextEdit } from '../../problems/fix.ts';
import { type KeyPath, locate } from '../../problems/locate.ts';
import { onlyNear } from '../../problems/nearest.ts';
import { readDocument } from '../../problems/yaml-document.ts';
import type { SourceFile } from '../source-file.ts';

// Changes of a YAML text that certainly cure a mistake, for `check --fix`; `undefined` where somebody must choose.

type Edits = readonly TextEdit[] | undefined;

/** Gives a mistyped key its name: if only one key can be meant, the group does not have that one, and no other key can mean it too. */
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

/** Takes the quotation marks off a number. `numbers` are the values of the file that must be numbers too. */
export function withoutQuotes(source: SourceFile, path: KeyPath, numbers: readonly KeyPath[]): Edits {
  const { yaml, value } = locate(source);
  const { start, end } = value(path);
  const number = /^(["'])(-?(?:0|[1-9]\d{0,14})(?:\.\d+)?)\1$/.exec(yaml.text.slice(start, end))?.[2];
  if (number === undefined) return undefined;
  const name = /&([^\s,[\]{}]+)\s+$/.exec(yaml.text.slice(0, start))?.[1];
  const wanted = new Set(numbers.map((other) => JSON.stringify(other)));
  const others = name === undefined ? [] : [...aliasesOf(name, readDocument(yaml.text)?.document.contents)];
  const isNumberEverywhere = others.every((other) => wanted.has(JSON.stringify(other)));
  if (!isNumberEverywhere) return undefined;
  return [{ start: yaml.offset + start, end: yaml.offset + end, text: number }];
}

/** The paths at which what `&name` names is repeated. */
function* aliasesOf(name: string, node: unknown, path: KeyPath = []): Iterable<KeyPath> {
  if (isAlias(node) && node.source === name) yield path;
  else if (isSeq(node))
    for (const [i, item] of node.items.entries()) yield* aliasesOf(name, item, [...path, i]);
  else if (isMap(node))
    for (const { key, value } of node.items)
      yield* aliasesOf(name, value, [...path, String(isScalar(key) ? key.value : key)]);
}

/** Deletes an entry of a list of texts that an earlier entry repeats letter by letter, if nothing else is lost with it. */
export function withoutEntry(source: SourceFile, path: KeyPath, list: unknown): Edits {
  const at = Number(path.at(-1));
  if (!Array.isArray(list) || list.indexOf(list[at]) === at) return undefined;
  const { yaml, value } = locate(source);
  const { text, offset } = yaml;
  const { start, end } = value(path);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const isWholeLine =
    /^[ \t]*-[ \t]+$/.test(text.slice(lineStart, start)) &&
    !text.slice(start, end).includes('\n') &&
    text.slice(end, lineEnd === -1 ? undefined : lineEnd).trim() === '';
  if (isWholeLine)
    return lineEnd === -1
      ? [{ start: offset + lineStart - 1, end: offset + text.length, text: '' }]
      : [{ start: offset + lineStart, end: offset + lineEnd + 1, text: '' }];
  const before = value([...path.slice(0, -1), at - 1]);
  if (!/^\s*,\s*$/.test(text.slice(before.end, start))) return undefined;
  return [{ start: offset + before.end, end: offset + end, text: '' }];
}
