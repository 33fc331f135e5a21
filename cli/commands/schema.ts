import { requireContent } from '../terminal/build-input.ts';
import { defaultSchemaFolder, writeEditorSettings, writeSchemas } from '../terminal/editor-files.ts';
import { countOf } from '../terminal/log.ts';
import { shownPath } from '../terminal/paths.ts';

/** `schema`: writes what editors' programs need to complete keys and to underline mistakes. */
export function schema({ content, out }: { readonly content: string; readonly out?: string }): void {
  requireContent(content);
  const folder = out ?? defaultSchemaFolder(content);
  const count = writeSchemas(content, folder);
  process.stdout.write(`wrote ${countOf(count, 'schema')} into ${shownPath(folder)}\n`);
  for (const { file, done, toAdd } of writeEditorSettings(content, folder)) {
    if (done === 'written' || done === 'completed') process.stdout.write(`wrote ${shownPath(file)}\n`);
    if (toAdd !== undefined)
      process.stdout.write(`${shownPath(file)} was not changed; add to it:\n${toAdd}\n`);
  }
}
