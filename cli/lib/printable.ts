/**
 * Characters that steer a terminal or turn the words around them: control characters but tab and line feed, and the invisible ones that
 * reverse or hide text. File names, addresses and titles from elsewhere may hold them.
 */
const steering = /[[\p{Cc}]--[\t\n]]|[\u200B\u2028-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/gv;

/** Lines from elsewhere as they may go to a terminal: what would steer it shows as �. */
export const printableLines = (lines: string): string => lines.replace(steering, '�');

/** The same for words within a line, which must not begin another: runners take some lines for commands. */
export const printable = (words: string): string => printableLines(words).replaceAll('\n', '�');

/** A value as JSON in which such characters are escaped, so that programs still read them. */
export const printableJson = (value: unknown, space?: number): string =>
  JSON.stringify(value, null, space).replace(steering, escapeUnits);

const escapeUnits = (character: string) =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
