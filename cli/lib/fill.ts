const placeholder = /\{\{(\w+(?:\.\w+)*)\}\}/g;

/** A placeholder of a line, such as `{{name}}` or `{{contact.city}}`. */
interface Placeholder {
  readonly key: string;
  /** Its offset in the line, and its letters. */
  readonly at: number;
  readonly length: number;
  /** Whether it is within quotation marks. */
  readonly isQuoted: boolean;
}

export const placeholdersIn = (line: string): readonly Placeholder[] =>
  Array.from(line.matchAll(placeholder), ({ 0: whole, 1: key = '', index }) => ({
    key,
    at: index,
    length: whole.length,
    isQuoted: line.slice(0, index).split('"').length % 2 === 0,
  }));

type ValueFor = (key: string) => string;

/** Within quotation marks values have the escapes of JSON, which are those of YAML. */
const written = ({ key, isQuoted }: Placeholder, valueFor: ValueFor) =>
  isQuoted ? JSON.stringify(valueFor(key)).slice(1, -1) : valueFor(key);

/** A line with values in place of its placeholders. */
export function filledLine(line: string, valueFor: ValueFor): string {
  let [filled, end] = ['', 0];
  for (const found of placeholdersIn(line)) {
    filled += line.slice(end, found.at) + written(found, valueFor);
    end = found.at + found.length;
  }
  return filled + line.slice(end);
}

/** The column in a line with placeholders of a column in the filled line; both count from 1. */
export function columnBefore(line: string, valueFor: ValueFor, column: number): number {
  let added = 0;
  for (const found of placeholdersIn(line)) {
    const { length } = written(found, valueFor);
    if (column <= found.at + added) break;
    if (column <= found.at + added + length) return found.at + 1;
    added += length - found.length;
  }
  return column - added;
}
