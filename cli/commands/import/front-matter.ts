import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import { normalized } from '../../content/content-folder.ts';
import { isRecord } from '../../lib/is-record.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Fields, and what was wrong with their text. */
interface Data {
  readonly fields: Fields;
  readonly flaw?: string;
}

/** A file as text: UTF-8, UTF-16 with its mark, or else Windows-1252, which is what old files in "Latin-1" are. */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  const hasMark = bytes[0] === 0xff && bytes[1] === 0xfe;
  const encoding = isUtf8(bytes) ? 'utf-8' : hasMark ? 'utf-16le' : 'windows-1252';
  return normalized(new TextDecoder(encoding).decode(bytes));
}

/** Jekyll closes with `...` too, and Eleventy names another language behind the first line. */
const fence = /(?:(---|\+\+\+)[ \t]*(\w*)[ \t]*\n([\s\S]*?)^(?:\1|\.\.\.)|(\{[\s\S]*?^\}))[ \t]*(?:\n|$)/my;

/** Splits a text into front matter and body. */
export function splitText(text: string): Data & { readonly body: string } {
  fence.lastIndex = 0;
  const [all = '', mark, named, written = '', json] = fence.exec(text) ?? [];
  const language = named || (mark === '+++' ? 'toml' : 'yaml');
  return { ...readData(json ?? written, language), body: text.slice(all.length) };
}

/** Data in TOML, or in YAML, of which JSON is a part; as much of it as can be read. */
export function readData(written: string, language: string): Data {
  if (/^(?:js|javascript)$/.test(language))
    return { fields: {}, flaw: 'Its front matter is a program, and programs are not run.' };
  try {
    // As JSON, dates of TOML are texts with what was written.
    if (language === 'toml') return { fields: JSON.parse(JSON.stringify(parseToml(written))) };
    const indented = written.replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length));
    // Numbers, dates and `true` are texts.
    const options = { schema: 'failsafe', uniqueKeys: false, logLevel: 'silent' } as const;
    const document = parseDocument(indented, options);
    const data: unknown = document.toJS({ maxAliasCount: 100 });
    const [error] = document.errors;
    return { fields: isRecord(data) ? data : {}, ...(error && { flaw: flawOf(error) }) };
  } catch (error) {
    return { fields: {}, flaw: flawOf(error) };
  }
}

function flawOf(error: unknown): string {
  const [reason] = String(error instanceof Error ? error.message : error).split('\n');
  return `Its front matter is damaged: ${reason}`;
}

/** The data of the first of these files that is there, `name` with the ending of YAML, TOML or JSON. */
export function readConfig(folder: string, names: readonly string[]): Record<string, unknown> {
  const endings = ['.yml', '.yaml', '.toml', '.json'];
  const paths = names.flatMap((name) => endings.map((ending) => join(folder, name + ending)));
  const path = paths.find((candidate) => existsSync(candidate));
  return path === undefined ? {} : { ...readData(readText(path), extname(path).slice(1)).fields };
}
