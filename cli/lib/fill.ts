const placeholder = /\{\{(\w+(?:\.\w+)*)\}\}/g;

/** The placeholders of a line, such as `{{name}}` or `{{contact.city}}`; `at` is the offset of each. */
export const placeholdersIn = (line: string) =>
  Array.from(line.matchAll(placeholder), ({ 0: whole, 1: key = '', index: at }) => ({ whole, key, at }));

type ValueFor = (key: string) => string;

/** A line with values in place of its placeholders; within quotation marks these get the escapes of JSON, which are those of YAML. */
export const filledLine = (line: string, valueFor: ValueFor): string =>
  line.replace(placeholder, (_, key: string, at: number) => {
    const isQuoted = line.slice(0, at).split('"').length % 2 === 0;
    return isQuoted ? JSON.stringify(valueFor(key)).slice(1, -1) : valueFor(key);
  });

/** The column in a line with placeholders of a column in the filled line; both count from 1. */
export function columnBefore(line: string, valueFor: ValueFor, column: number): number {
  const before = placeholdersIn(line).filter(
    ({ at }) => filledLine(line.slice(0, at), valueFor).length < column,
  );
  const { whole, at } = before.at(-1) ?? { whole: '', at: 0 };
  const end = filledLine(line.slice(0, at + whole.length), valueFor).length;
  return column > end ? column - end + at + whole.length : at + 1;
}
