const placeholder = /\{\{(\w+(?:\.\w+)*)\}\}/g;

/** The keys of the placeholders in a text: `name` of `{{name}}`, `contact.city` of `{{contact.city}}`. */
export const placeholdersIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(placeholder), ([, key = '']) => key);

/** A line with values in place of its placeholders; within quotation marks these get the escapes of JSON, which are those of YAML. */
export const filledLine = (line: string, valueFor: (key: string) => string): string =>
  line.replace(placeholder, (_, key: string, at: number) => {
    const isQuoted = line.slice(0, at).split('"').length % 2 === 0;
    return isQuoted ? JSON.stringify(valueFor(key)).slice(1, -1) : valueFor(key);
  });
