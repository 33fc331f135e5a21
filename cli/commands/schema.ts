import { defaultSchemaFolder, describeChanges, writeForEditors } from '../terminal/editor-files.ts';
import { requireContent } from '../terminal/folders.ts';
import { countOf } from '../terminal/log.ts';
import { shownPath } from '../terminal/paths.ts';

/** `schema`: writes what editors' programs need to complete keys and to underline mistakes. */
export function schema({ content, out }: { readonly content: string; readonly out?: string }): void {
  requireContent(content);
  const folder = out ?? defaultSchemaFolder(content);
  const { schemas, changes } = writeForEditors(content, folder);
  const lines = [
    `wrote ${countOf(schemas, 'schema')} into ${shownPath(folder)}`,
    ...changes.flatMap(describeChanges),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
