/**
 * Reads front matter as most of it is written: one `key: value` a line, values that are plain words, text in double quotes without
 * escapes, moments, `true` or `false`, and lists of plain words in brackets. Gives `undefined` for anything else, and for anything
 * that could be wrong: then the `yaml` library reads it. What it gives is what the library would give; it takes a tenth of the time,
 * which with thousands of posts is a third of a second.
 */
export function readPlainYaml(text: string): Record<string, unknown> | undefined {
  const data: Record<string, unknown> = {};
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    start = end + 1;
    const colon = line.indexOf(': ');
    const key = line.slice(0, colon);
    if (colon < 1 || !/^[a-z][a-zA-Z]*$/.test(key) || Object.hasOwn(data, key)) return undefined;
    const value = readValue(line.slice(colon + 2));
    if (value === undefined) return undefined;
    data[key] = value;
  }
  return data;
}

/** Words that YAML does not read as text. */
const reserved = /^(?:true|false|null)$/i;

/** Text without quotes: begins with a letter and holds nothing that could begin a comment, a key, or an escape of some kind, nor end one. */
const plain = /^[a-z](?:[^\s:#"\]}]|:(?=[^\s])| (?=[^\s#]))*$/i;

/** An entry of a list in brackets, where commas and brackets mean something. */
const plainEntry = /^[a-z][a-z0-9'’&./-]*(?: [a-z0-9'’&./-]+)*$/i;

const quoted = /^"[^"\\\t]*"$/;

const moment = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/;

function readValue(written: string): unknown {
  if (plain.test(written)) {
    if (!reserved.test(written)) return written;
    return written === 'true' ? true : written === 'false' ? false : undefined;
  }
  if (moment.test(written)) return written;
  if (quoted.test(written)) return written.slice(1, -1);
  if (!written.startsWith('[') || !written.endsWith(']')) return undefined;
  if (written === '[]') return [];
  const entries = written.slice(1, -1).split(', ');
  return entries.every((entry) => plainEntry.test(entry) && !reserved.test(entry)) ? entries : undefined;
}
