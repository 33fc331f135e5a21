import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import { isRecord } from '../lib/is-record.ts';
import { normalized } from '../sources/content-folder.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A text of an archive. */
export interface ArchiveText {
  readonly fields: Fields;
  readonly body: string;
  /** What was wrong with it. */
  readonly flaw?: string;
}

/** A file as text: UTF-8, UTF-16 with its mark, or else Windows-1252, which is what old files in "Latin-1" are. */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'windows-1252';
  return normalized(
    isUtf8(bytes) && !isUtf16 ? bytes.toString('utf8') : new TextDecoder(encoding).decode(bytes),
  );
}

const fences = [
  // Jekyll closes with `...` too, and Eleventy names another language behind the first line.
  {
    opening: /---[ \t]*(json|js|javascript|toml)?[ \t]*\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\n|$)/my,
    language: 'yaml',
  },
  { opening: /\+\+\+[ \t]*(yaml)?\n([\s\S]*?)^\+\+\+[ \t]*(?:\n|$)/my, language: 'toml' },
  { opening: /()(\{[\s\S]*?^\})[ \t]*(?:\n|$)/my, language: 'json' },
] as const;

/** Splits a text into front matter and body. Front matter that its language cannot read is read line by line. */
export function splitText(text: string): ArchiveText {
  for (const { opening, language } of fences) {
    opening.lastIndex = 0;
    const found = opening.exec(text);
    if (!found) continue;
    const [all, named = language, written = ''] = found;
    return { ...readFields(written, named || language), body: text.slice(all.length) };
  }
  return { fields: {}, body: text };
}

function readFields(written: string, language: string): Omit<ArchiveText, 'body'> {
  try {
    return { fields: parseData(written, language) };
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    return { fields: lineByLine(written), flaw: `Its front matter was read line by line: ${reason}` };
  }
}

/** Data in YAML, TOML or JSON; numbers, dates and `true` of YAML are texts, as they are written. @throws if it cannot be read */
export function parseData(written: string, language: string): Fields {
  if (/^(?:js|javascript)$/.test(language)) throw new Error('programs in an archive are never run.');
  const data =
    language === 'toml'
      ? withoutDates(parseToml(written))
      : language === 'json'
        ? JSON.parse(written)
        : parseYaml(written);
  return isRecord(data) ? data : {};
}

function parseYaml(written: string): unknown {
  const indented = written.replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length));
  const document = parseDocument(indented, { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error) throw error;
  return document.toJS({ maxAliasCount: 100 });
}

/** A value with its dates as texts; `toISOString` of a TOML date keeps what was written. */
function withoutDates(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(withoutDates);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutDates(inner)]));
}

/** The fields that have a line of their own: `key: value` or `key = value`, with quotation marks or without. */
const lineByLine = (written: string): Fields =>
  Object.fromEntries(
    Array.from(
      written.matchAll(/^\s*"?([A-Za-z][\w-]*)"?\s*[:=][ \t]*(\S.*?)[\s,;]*$/gm),
      ([, key = '', value = '']) => {
        const list = /^\[(.*)\]$/.exec(value)?.[1]?.split(',');
        return [key, list ? list.map(unquoted) : unquoted(value)];
      },
    ),
  );

const unquoted = (word: string) => word.trim().replace(/^(["'`])(.*)\1$/, '$2');
