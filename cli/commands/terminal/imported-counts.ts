import { Document, parseDocument } from 'yaml';
import type { Imported } from '../../checks/imported.ts';
import { pathOf } from '../../content/single-files.ts';
import type { Sources } from '../../content/source-file.ts';

/** imported.yaml with the counts of a check, if they change it: all of them after an import or in a new file, else only those that are lower. */
export function countsFile(sources: Sources, { before, counts }: Imported, today: string, isImport = false) {
  const path = pathOf('imported');
  const none = { path, file: `${sources.shownAs}/${path}`, text: '' };
  const source = sources.files.find((file) => file.path === path) ?? none;
  const isNew = isImport || source.text === '';
  const document = source.text === '' ? new Document({ date: '', counts: {} }) : parseDocument(source.text);
  // Days of other zones may have begun.
  if (isNew) document.set('date', [today.slice(0, before.length), before].sort()[1]);
  for (const [rule, count] of Object.entries(counts))
    if (isNew || count < Number(document.getIn(['counts', rule]))) document.setIn(['counts', rule], count);
  const text = String(document);
  return text === source.text ? [] : [{ source, text, fixed: [] }];
}
