import type { Stretch } from './locate.ts';

/** What a backslash stands for in a text in double quotes. https://yaml.org/spec/1.2.2/#57-escaped-characters */
const escaped = '"\\/';
const escapedBlank = 'nt \n';

const isBlank = (character = '') => character !== '' && ' \t\n'.includes(character);

/**
 * Where stretches of a YAML text's value stand in the text as it is `written`, asked for in the order of their starts; `undefined` once the
 * two cannot be laid beside each other. Indentation, folded lines, quotes and their simple escapes are passed over.
 */
export function createAligner(written: string, value: string): (stretch: Stretch) => Stretch | undefined {
  const quote = /^["']/.exec(written)?.[0];
  let at = quote ? 1 : (/^[|>][-+\d]*[^\n]*\n/.exec(written)?.[0].length ?? 0);
  let read = 0;
  let isLost = false;

  function passBlanks() {
    for (;;) {
      if (isBlank(written[at])) at += 1;
      else if (quote === '"' && written[at] === '\\' && escapedBlank.includes(written[at + 1] ?? '-'))
        at += 2;
      else return;
    }
  }

  /** The length of what stands for a character of the value; 0 where something else stands there. */
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
      passBlanks();
      const length = lengthOf(character);
      isLost = length === 0;
      at += length;
    }
    if (!isBlank(value[offset])) passBlanks();
    return isLost ? undefined : at;
  }

  return ({ start, end }) => {
    const from = offsetOf(start);
    if (from === undefined) return undefined;
    // The end is looked for from here and forgotten again: stretches may overlap.
    const kept = { at, read };
    const last = offsetOf(Math.max(start, end - 1));
    ({ at, read } = kept);
    const isWhole = last !== undefined;
    isLost = false;
    return { start: from, end: isWhole ? last + 1 : from + 1 };
  };
}
