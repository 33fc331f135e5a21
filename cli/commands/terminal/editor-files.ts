import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { makeOwnFolder, ownFolderOf } from '../../lib/galley-folder.ts';
import { createWithFolders, replaceFile } from '../../lib/replace-file.ts';
import { type EditorSchema, editorSchemas, namesOf } from '../../pages/editor-schemas.ts';
import { parse } from '../../pipeline/parse.ts';
import { read } from '../../pipeline/read.ts';
import { shownPath } from './flags.ts';

export const defaultSchemaFolder = (content: string): string => ownFolderOf(content, 'schemas');

/** The schemas of a paper's files, with the names that its content has; without names where there is no content. */
function schemasOf(content: string): EditorSchema[] {
  if (!existsSync(content)) return editorSchemas({});
  const sources = read(content, content).value;
  // Posts and notices are many, and no schema names anything in them.
  const files = sources.files.filter(({ path }) => !/^(?:blog|notices)\//.test(path));
  const records = parse({ ...sources, files }).value;
  return editorSchemas(namesOf({ ...records, sources }));
}

/** The settings of a paper's folder for Visual Studio Code, by file: which schema is for which files, and the extension that reads them. */
export function editorSettings(content: string, folder: string) {
  const paper = dirname(resolve(content));
  const path = relative(paper, resolve(folder)).split(sep).join('/');
  const start = isAbsolute(path) || path.startsWith('..') ? path : `./${path}`;
  // Front matter is not YAML for that extension.
  const schemas = editorSchemas({}).filter(({ files }) => files.endsWith('.yaml'));
  const filesOf = Object.fromEntries(
    schemas.map(({ name, files }) => [`${start}/${name}`, `${basename(resolve(content))}/${files}`]),
  );
  return {
    '.vscode/settings.json': { 'yaml.schemas': filesOf },
    '.vscode/extensions.json': { recommendations: ['redhat.vscode-yaml'] },
  };
}

/** Writes the settings; those that are there stay as they are. Gives what was done or is missing, in lines for whoever called the command. */
function writeEditorSettings(content: string, folder: string): string[] {
  const paper = dirname(resolve(content));
  return Object.entries(editorSettings(content, folder)).flatMap(([name, wanted]) => {
    const file = join(paper, name);
    const text = JSON.stringify(wanted, null, 2);
    if (!existsSync(file) && createWithFolders(file, `${text}\n`)) return [`wrote ${shownPath(file)}`];
    const before = readFileSync(file, 'utf8');
    const words = text.match(/"[^"]*"/g) ?? [];
    if (words.every((word) => before.includes(word))) return [];
    return [`${shownPath(file)} was not changed; add to it:`, text];
  });
}

/** All that editors' programs need: the changed schemas in their folder, and the settings that name them. Gives the number of schemas, and lines to print. */
export function writeForEditors(content: string, folder = defaultSchemaFolder(content)) {
  makeOwnFolder(folder);
  const schemas = schemasOf(content);
  for (const { name, schema } of schemas) {
    const [path, text] = [join(folder, name), `${JSON.stringify(schema, null, 2)}\n`];
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) replaceFile(path, text);
  }
  return { schemas: schemas.length, lines: writeEditorSettings(content, folder) };
}
