import type { SourceFile } from '../content/source-file.ts';
import type { TextEdit } from '../problems/fix.ts';
import { type KeyPath, stretchAt } from '../problems/locate.ts';
import { onlyNear } from '../problems/nearest.ts';

// Edits for `check --fix` that are certain to be right; `undefined` if a person must choose.

type Edits = readonly TextEdit[] | undefined;

/**
 * Corrects a mistyped key if exactly one known key is near. The group must lack the right one, and have no other unknown key near it.
 */
export function renamedKey(
  source: SourceFile,
  group: KeyPath,
  key: string,
  { known, used }: { readonly known: readonly string[]; readonly used: readonly string[] },
): Edits {
  const right = onlyNear(key, known);
  if (right === undefined || used.includes(right)) return undefined;
  const rivals = used.filter((other) => !known.includes(other) && onlyNear(other, [right]) !== undefined);
  if (rivals.length > 1) return undefined;
  const { start, end } = stretchAt(source, { key: [...group, key] });
  const written = source.text.slice(start, end);
  const quote = written === key ? '' : (/^["']/.exec(written)?.[0] ?? ' ');
  if (written !== quote + key + quote) return undefined;
  return [{ start, end, text: quote + right + quote }];
}

/** Removes the quotation marks around a number, unless an alias may repeat it. */
export function withoutQuotes(source: SourceFile, path: KeyPath): Edits {
  const { text } = source;
  const { start, end } = stretchAt(source, path);
  const number = /^(["'])(-?(?:0|[1-9]\d{0,14})(?:\.\d+)?)\1$/.exec(text.slice(start, end))?.[2];
  if (number === undefined || /&[^\s,[\]{}]+\s+$/.test(text.slice(0, start))) return undefined;
  return [{ start, end, text: number }];
}
