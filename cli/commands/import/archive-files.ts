import { isUtf8 } from 'node:buffer';
import { extname, join } from 'node:path';
import { normalized } from '../../content/content-folder.ts';
import { orUndefined } from '../../lib/or-undefined.ts';
import { lstatOf, readOrdinaryFile } from '../../lib/ordinary-file.ts';
import type { ArchiveNote } from './archive.ts';
import { readData } from './front-matter.ts';

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

/** UTF-8, UTF-16 with its mark, or else Windows-1252, which is what old files in "Latin-1" are. */
export function decodedText(bytes: Uint8Array): string {
  const hasMark = bytes[0] === 0xff && bytes[1] === 0xfe;
  const encoding = isUtf8(bytes) ? 'utf-8' : hasMark ? 'utf-16le' : 'windows-1252';
  return normalized(new TextDecoder(encoding).decode(bytes));
}

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
