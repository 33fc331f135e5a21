import { defaultSchemaFolder, writeForEditors } from '../terminal/editor-files.ts';
import { requireContent } from '../terminal/folders.ts';
import { countOf } from '../terminal/log.ts';
import { shownPath } from '../terminal/paths.ts';

/** `schema`: writes what editors' programs need to complete keys and to underline mistakes. */
export function schema({ content, out }: { readonly content: string; readonly out?: string }): void {
  requireContent(content);
  const folder = out ?? defaultSchemaFolder(content);
  const { schemas, lines } = writeForEditors(content, folder);
  process.stdout.write(
    `${[`wrote ${countOf(schemas, 'schema')} into ${shownPath(folder)}`, ...lines].join('\n')}\n`,
  );
}
