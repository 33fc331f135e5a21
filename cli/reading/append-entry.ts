import { isNode, isSeq, parseDocument, stringify } from 'yaml';
import type { KeyPath } from '../problems/locate.ts';

/**
 * A YAML text with one more entry at the end of a list; the list is made if there is none. The text around it stays as it is: comments,
 * spaces and quotation marks, unless the list is in brackets.
 */
export function appendEntry(text: string, list: KeyPath, entry: unknown): string {
  const document = parseDocument(text);
  // A file that is empty, or has only comments.
  if (document.toJS() === null) document.contents = null;
  const found = document.getIn(list, true);
  const inserted = isSeq(found) && !found.flow ? insertedText(text, found.items.at(-1), entry) : undefined;
  if (inserted !== undefined) return inserted;
  if (isSeq(found)) {
    // Brackets suit short lists only.
    found.flow = false;
    found.add(document.createNode(entry));
  } else document.setIn(list, document.createNode([entry]));
  return document.toString({ lineWidth: 0 });
}

/** The text with the new entry inserted below the last one; `undefined` if that is not certain. */
function insertedText(text: string, last: unknown, entry: unknown): string | undefined {
  if (!isNode(last) || !last.range) return undefined;
  const dash = text.lastIndexOf('-', last.range[0]);
  const indent = text.slice(text.lastIndexOf('\n', dash) + 1, dash);
  // `|+` keeps the empty lines below a text.
  if (indent.trim() !== '' || /[|>]\d?\+/.test(text)) return undefined;
  const end = text.slice(0, last.range[1]).trimEnd().length;
  const lineEnd = text.indexOf('\n', end);
  const at = lineEnd === -1 ? text.length : lineEnd;
  const lines = stringify([entry], { lineWidth: 0 })
    .trimEnd()
    .replace(/^(?=.)/gm, indent);
  return `${text.slice(0, at)}\n${lines}${text.slice(at) || '\n'}`;
}
