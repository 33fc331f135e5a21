import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Document, parseDocument } from 'yaml';
import type { Imported } from '../checks/imported.ts';
import { normalized } from '../sources/content-folder.ts';
import { pathOf } from '../sources/shared-files.ts';
import type { FixedFile } from './fix.ts';
import { shownPath } from './paths.ts';

/** imported.yaml with the counts of a check, if they change it: all of them after an import or in a new file, else only those that are lower. */
export function countsFile(
  content: string,
  { before, counts }: Imported,
  today: string,
  isImport = false,
): FixedFile[] {
  const path = pathOf('imported');
  const file = join(content, path);
  const saved = existsSync(file) ? normalized(readFileSync(file, 'utf8')) : '';
  const document = saved === '' ? new Document({ date: '', counts: {} }) : parseDocument(saved);
  const isNew = isImport || saved === '';
  // Days of other zones may have begun.
  if (isNew) document.set('date', [today.slice(0, before.length), before].sort()[1]);
  for (const [rule, count] of Object.entries(counts))
    if (isNew || count < Number(document.getIn(['counts', rule]))) document.setIn(['counts', rule], count);
  const text = String(document);
  const source = { path, file: `${shownPath(content)}/${path}`, text: saved };
  return text === saved ? [] : [{ source, text, fixed: [] }];
}
