import { forbiddenAt } from '../../lib/characters.ts';
import type { Rule } from '../../problems/problem.ts';

/** What is wrong with a value: a rule, a message, and what to do. */
export interface FieldIssue {
  readonly rule: Rule;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly suggestion?: string | undefined;
}

/** What is wrong with a text of more than `max` characters. */
export function lengthIssue(value: string, max: number): FieldIssue | undefined {
  if (value.length <= max) return undefined;
  const count = (n: number) => n.toLocaleString('en-US');
  return {
    rule: 'too-large',
    message: `This text has ${count(value.length)} characters; at most ${count(max)} are allowed here.`,
    hint: 'Shorten it. Long texts belong in the Markdown of a page or post.',
  };
}

/** Names of the forbidden characters that people meet. https://www.unicode.org/Public/UNIDATA/NamesList.txt */
const characterNames = [
  'U+200B zero width space, U+2060 word joiner, U+FEFF byte order mark',
  'U+202A left-to-right embedding, U+202B right-to-left embedding, U+202C pop directional formatting',
  'U+202D left-to-right override, U+202E right-to-left override, U+2066 left-to-right isolate',
  'U+2067 right-to-left isolate, U+2068 first strong isolate, U+2069 pop directional isolate',
].flatMap((names) => names.split(', '));

/** The first character of a text that is not allowed. */
export function characterIssue(value: string): FieldIssue | undefined {
  const at = forbiddenAt(value);
  if (at === undefined) return undefined;
  const point = value.codePointAt(at) ?? 0;
  const isTag = point >= 0xe0000 && point <= 0xe007f;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  const known = characterNames.find((name) => name.startsWith(code))?.slice(code.length + 1);
  const name = known ?? (isTag ? 'tag character' : undefined);
  return {
    rule: 'invalid-text',
    message: `This text has the invisible character ${code}${name ? ` (${name})` : ''}, which is not allowed.`,
    hint: 'Delete it: retype the words around it, or paste them without formatting.',
  };
}

/** Whether a text is empty or has a character that is not allowed. */
export function textIssue(value: string): FieldIssue | undefined {
  if (/\S/.test(value)) return characterIssue(value);
  return {
    rule: 'invalid-text',
    message: 'This text is empty.',
    hint: 'Write it. If the key may be left out, delete the key.',
  };
}
