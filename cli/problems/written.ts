import type { Stretch } from './locate.ts';

/** Characters that a backslash can come before in double quotes. https://yaml.org/spec/1.2.2/#57-escaped-characters */
const escaped = '"\\/';
const escapedBlank = 'nt \n';

const isBlank = (character = '') => character !== '' && ' \t\n'.includes(character);

/**
 * Maps stretches of a YAML value to the text as `written`; `undefined` once the two cannot be aligned. Must be called in the order of
 * starts. Indentation, folded lines, quotes and their simple escapes are skipped.
 */
export function createAligner(written: string, value: string): (stretch: Stretch) => Stretch | undefined {
  const quote = /^["']/.exec(written)?.[0];
  let at = quote ? 1 : (/^[|>][-+\d]*[^\n]*\n/.exec(written)?.[0].length ?? 0);
  let read = 0;
  let isLost = false;

  function skipBlanks() {
    for (;;) {
      if (isBlank(written[at])) at += 1;
      else if (quote === '"' && written[at] === '\\' && escapedBlank.includes(written[at + 1] ?? '-'))
        at += 2;
      else return;
    }
  }

  /** The length of a character of the value as it is written here; 0 if something else is written. */
  function lengthOf(character: string): number {
    if (quote === "'" && character === "'") return written.startsWith("''", at) ? 2 : 0;
    if (quote === '"' && written[at] === '\\')
      return written[at + 1] === character && escaped.includes(character) ? 2 : 0;
    return written[at] === character ? 1 : 0;
  }

  function offsetOf(offset: number): number | undefined {
    for (; read < offset && !isLost; read++) {
      const character = value[read] ?? '';
      if (isBlank(character)) continue;
      skipBlanks();
      const length = lengthOf(character);
      isLost = length === 0;
      at += length;
    }
    if (!isBlank(value[offset])) skipBlanks();
    return isLost ? undefined : at;
  }

  return ({ start, end }) => {
    const from = offsetOf(start);
    if (from === undefined) return undefined;
    // Stretches may overlap, so the next search starts here again.
    const saved = { at, read };
    const last = offsetOf(Math.max(start, end - 1));
    ({ at, read } = saved);
    const isWhole = last !== undefined;
    isLost = false;
    return { start: from, end: isWhole ? last + 1 : from + 1 };
  };
}
