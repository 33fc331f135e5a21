import type { Stretch } from './locate.ts';

/** Characters that a backslash can come before in double quotes. https://yaml.org/spec/1.2.2/#57-escaped-characters */
const escaped = '"\\/';
const escapedBlank = 'nt \n';

const isBlank = (character = '') => character !== '' && ' \t\n'.includes(character);

/**
 * Maps stretches of a YAML value to the text as `written`; `undefined` from where the two cannot be aligned. Indentation, folded lines, quotes
 * and their simple escapes are skipped.
 */
export function createAligner(written: string, value: string): (stretch: Stretch) => Stretch | undefined {
  const offsets = offsetsIn(written, value);
  return ({ start, end }) => {
    const first = offsets[start];
    return first === undefined
      ? undefined
      : { start: first, end: (offsets[Math.max(start, end - 1)] ?? first) + 1 };
  };
}

/** The offset in the text as `written` of each character of a value, and of its end, as far as they can be aligned. */
function offsetsIn(written: string, value: string): readonly number[] {
  const quote = /^["']/.exec(written)?.[0];
  const offsets: number[] = [];
  let offset = quote ? 1 : (/^[|>][-+\d]*[^\n]*\n/.exec(written)?.[0].length ?? 0);

  /** The length of a blank as it is written here; 0 if there is none. */
  function blankLength(): number {
    if (isBlank(written[offset])) return 1;
    return quote === '"' && written[offset] === '\\' && escapedBlank.includes(written[offset + 1] ?? '-')
      ? 2
      : 0;
  }

  /** The length of a character of the value as it is written here; 0 if something else is written. */
  function lengthOf(character: string): number {
    if (quote === "'" && character === "'") return written.startsWith("''", offset) ? 2 : 0;
    if (quote === '"' && written[offset] === '\\')
      return written[offset + 1] === character && escaped.includes(character) ? 2 : 0;
    return written[offset] === character ? 1 : 0;
  }

  for (let i = 0; i <= value.length; i++) {
    const character = value[i];
    if (!isBlank(character)) while (blankLength() > 0) offset += blankLength();
    offsets.push(offset);
    if (character === undefined || isBlank(character)) continue;
    const length = lengthOf(character);
    if (length === 0) break;
    offset += length;
  }
  return offsets;
}
