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
  const old = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'windows-1252';
  return normalized(new TextDecoder(isUtf8(bytes) ? 'utf-8' : old).decode(bytes));
}

/** Jekyll closes with `...` too, and Eleventy names another language behind the first line. */
const fence = /(?:(---|\+\+\+)[ \t]*(\w*)[ \t]*\n([\s\S]*?)^(?:\1|\.\.\.)|(\{[\s\S]*?^\}))[ \t]*(?:\n|$)/my;

/** Splits a text into front matter and body. Front matter that its language cannot read is read line by line. */
export function splitText(text: string): ArchiveText {
  fence.lastIndex = 0;
  const [all = '', mark, named, inFence = '', json] = fence.exec(text) ?? [];
  const written = json ?? inFence;
  const body = text.slice(all.length);
  const language = json ? 'json' : named || (mark === '+++' ? 'toml' : 'yaml');
  try {
    return { fields: parseData(written, language), body };
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    return { fields: lineByLine(written), body, flaw: `Its front matter was read line by line: ${reason}` };
  }
}

/** Data in YAML, TOML or JSON; numbers, dates and `true` of YAML are texts, as they are written. @throws if it cannot be read */
export function parseData(written: string, language: string): Fields {
  const data = parsers[language]?.(written);
  if (data === undefined) throw new Error('programs in an archive are never run.');
  return isRecord(data) ? data : {};
}

const parsers: Readonly<Record<string, (written: string) => unknown>> = {
  yaml: parseYaml,
  yml: parseYaml,
  json: JSON.parse,
  // As JSON, dates are texts with what was written.
  toml: (written) => JSON.parse(JSON.stringify(parseToml(written))),
};

function parseYaml(written: string): unknown {
  const indented = written.replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length));
  const document = parseDocument(indented, { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error) throw error;
  return document.toJS({ maxAliasCount: 100 });
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
