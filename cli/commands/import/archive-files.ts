import { extname, join } from 'node:path';
import yaml from 'js-yaml';
import { parse as parseToml } from 'smol-toml';
import { normalized } from '../../content/content-folder.ts';
import { isRecord } from '../../lib/is-record.ts';
import { orUndefined } from '../../lib/or-undefined.ts';
import { lstatOf, readOrdinaryFile } from '../../lib/ordinary-file.ts';
import { decodeFeed } from '../pull/decode.ts';
import type { ArchiveNote } from './archive.ts';
import type { Fields } from './fields.ts';

/** Bytes of a text or of data that is read. */
const maxBytes = 5 * 1024 * 1024;

/** The files of an archive by their paths in it, and why some of them were not read. */
export interface ArchiveFiles {
  readonly root: string;
  readonly notes: ArchiveNote[];
}

/** A file as text; `undefined` if there is none, and, with a note, if it is no ordinary file of the archive: links are not followed. */
export function readText({ root, notes }: ArchiveFiles, path: string): string | undefined {
  const found = lstatOf(join(root, path));
  if (!found || found.isDirectory()) return undefined;
  const note = (message: string) => {
    if (!notes.some(({ where }) => where === path)) notes.push({ where: path, message });
    return undefined;
  };
  if (found.size > maxBytes) return note('It is larger than 5 MB.');
  const bytes = orUndefined(() => readOrdinaryFile(join(root, path), root));
  const fault =
    'It is a link, stands behind one, or is no file that can be read: nothing outside the archive is read.';
  return bytes ? decodedText(bytes) : note(fault);
}

/** A text in any encoding that its bytes prove, or else in Windows-1252, which is what old files in "Latin-1" are. */
export const decodedText = (bytes: Buffer): string =>
  normalized(decodeFeed(bytes) ?? bytes.toString('latin1'));

/** The data of the first of these files that is there, a path with the ending of YAML, TOML or JSON. */
export function readConfig(files: ArchiveFiles, names: readonly string[]): Record<string, unknown> {
  for (const path of names.flatMap((name) => ['.yml', '.yaml', '.toml', '.json'].map((end) => name + end))) {
    const text = readText(files, path);
    if (text === undefined) continue;
    const { fields, flaw } = readData(text, extname(path).slice(1));
    if (flaw !== undefined) files.notes.push({ where: path, message: flaw });
    return { ...fields };
  }
  return {};
}

/** Fields, and what was wrong with their text. */
interface Data {
  readonly fields: Fields;
  readonly flaw?: string;
}

/** Jekyll closes with `...` too, and Eleventy names another language behind the first line. */
const fence = /(?:(---|\+\+\+)[ \t]*(\w*)[ \t]*\n([\s\S]*?)^(?:\1|\.\.\.)|(\{[\s\S]*?^\}))[ \t]*(?:\n|$)/my;

export function splitText(text: string): Data & { readonly body: string } {
  fence.lastIndex = 0;
  const [all = '', mark, named, written = '', json] = fence.exec(text) ?? [];
  const language = named || (json ? 'json' : mark === '+++' ? 'toml' : 'yaml');
  return { ...readData(json ?? written, language), body: text.slice(all.length) };
}

/** Data in TOML, JSON or YAML, as the generators read it; of what their parsers refuse as much as is certain. */
export function readData(written: string, language: string): Data {
  if (/^(?:js|javascript)$/.test(language))
    return { fields: {}, flaw: 'Its front matter is a program, and programs are not run.' };
  try {
    return { fields: fieldsIn(written, language) };
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    if (language === 'toml')
      return { fields: {}, flaw: `Its front matter is damaged, and all of it is lost: ${reason}` };
    const { fields, lost } = salvaged(written);
    const words = lost.length ? `Lost: ${lost.join('; ')}` : 'All its fields were read as they are written';
    return { fields, flaw: `Its front matter is damaged: ${reason}. ${words}.` };
  }
}

/** @throws what the parser throws, and if it is more than data of a post may be */
function fieldsIn(written: string, language: string): Fields {
  const data = language === 'toml' ? parseToml(written) : yamlIn(written);
  let values = 0;
  // As JSON, dates of TOML are texts with what was written, and nothing holds itself. Aliases may repeat one another.
  const json = JSON.stringify(data, (_, value) => {
    values += 1;
    if (values > 100_000) throw new Error('it has too many values');
    return value;
  });
  const fields: unknown = JSON.parse(json ?? '{}');
  // A list has numbers for names.
  return isRecord(fields) || Array.isArray(fields) ? { ...fields } : {};
}

/** YAML, of which JSON is a part. Numbers, dates and `true` are texts, and of two fields of one name the second counts. */
function yamlIn(written: string): unknown {
  const text = written.replace(/^\t+/gm, (tabs) => '  '.repeat(tabs.length));
  return yaml.safeLoad(text, { schema: yaml.FAILSAFE_SCHEMA, json: true });
}

/** The fields of damaged YAML, each by itself: a value on one line as it is written, if even that is no YAML. */
function salvaged(written: string) {
  const lost: string[] = [];
  const fields: Record<string, unknown> = {};
  for (const part of written.slice(0, 100_000).split(/^(?=[\w-]+:(?:\s|$))/m)) {
    const [, key, line = '', more = ''] = /^([\w-]+):[ \t]*(.*)\n?([\s\S]*)$/.exec(part) ?? [];
    try {
      Object.assign(fields, fieldsIn(part, 'yaml'));
    } catch {
      const isText = key !== undefined && more.trim() === '' && !/^[[{&*!|>]/.test(line);
      if (isText) fields[key] = line.trim().replace(/^(["'])(.*)\1$/, '$2');
      else if (part.trim() !== '') lost.push(part.trim().replace(/\s+/g, ' ').slice(0, 200));
    }
  }
  return { fields, lost };
}
