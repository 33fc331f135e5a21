import { forbiddenAt } from '../../lib/characters.ts';
import type { Details } from '../../problems/problem.ts';

export function lengthIssue(value: string, max: number): Details | undefined {
  if (value.length <= max) return undefined;
  const count = (n: number) => n.toLocaleString('en-US');
  const message = `This text has ${count(value.length)} characters; at most ${count(max)} are allowed here.`;
  const hint = 'Shorten it. Long texts belong in the Markdown of a page or post.';
  return { rule: 'too-large', message, hint };
}

/** The first character of a text that is not allowed. */
export function characterIssue(value: string): Details | undefined {
  const at = forbiddenAt(value);
  if (at === undefined) return undefined;
  const code = (value.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const message = `This text has the invisible character U+${code}, which is not allowed.`;
  const hint = 'Delete it: retype the words around it, or paste them without formatting.';
  return { rule: 'invalid-text', message, hint };
}

export function textIssue(value: string): Details | undefined {
  if (/\S/.test(value)) return characterIssue(value);
  const hint = 'Write it. If the key may be left out, delete the key.';
  return { rule: 'invalid-text', message: 'This text is empty.', hint };
}
