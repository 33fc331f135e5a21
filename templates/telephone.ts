/** What follows a number: `ext. 12`, `x12`, `;ext=12`. */
const extension = /[\s,;]*(?:ext(?:ensi[oó]n)?|x)[\s.:=]*(\d{1,7})$/i;

export const withoutExtension = (number: string): string => number.replace(extension, '');

/** The keys of a telephone for the letters from A to Z. https://www.itu.int/rec/T-REC-E.161 */
const keys = '22233344455566677778889999';

/**
 * A number as `tel:` has it: letters are the digits of their keys, those beyond a number's length are left out, and an extension follows as
 * `;ext=`. Ten digits are a number of North America; fewer, and those after a `0`, work only in their own place.
 */
export function dialled(number: string): string {
  const main = withoutExtension(number);
  const inDigits = main.replace(/[a-z]/gi, (letter) => keys[letter.toUpperCase().charCodeAt(0) - 65] ?? '');
  const all = inDigits.replace(/\D/g, '');
  const digits = inDigits === main ? all : all.slice(0, all.startsWith('1') ? 11 : 10);
  const isLocal = digits.length < 10 || digits.startsWith('0');
  const country = digits.length === 10 ? '+1' : '+';
  const start = main.trimStart().startsWith('+') ? '+' : isLocal ? '' : country;
  const [, behind] = extension.exec(number) ?? [];
  return start + digits + (behind === undefined ? '' : `;ext=${behind}`);
}
