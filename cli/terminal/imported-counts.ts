import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import type { Imported } from '../checks/imported.ts';
import { normalized } from '../sources/content-folder.ts';
import { pathOf } from '../sources/shared-files.ts';
import type { FixedFile } from './fix.ts';
import { shownPath } from './paths.ts';

/**
 * imported.yaml with the counts of a check, if they change it: all of them after an import `today` or where there is no such file, else
 * only those that are lower. A check with errors did not count everything.
 */
export function countsFile(
  content: string,
  { before: last, counts }: Imported,
  today: string,
  isImport = false,
): FixedFile[] {
  // Days of other zones may have begun.
  const day = today.slice(0, last.length) < last ? last : today.slice(0, last.length);
  const path = pathOf('imported');
  const file = join(content, path);
  const before = existsSync(file) ? normalized(readFileSync(file, 'utf8')) : '';
  const document = parseDocument(before === '' ? `date: ${day}\ncounts:\n  dead-link: 0\n` : before);
  if (isImport) document.set('date', day);
  for (const [rule, count] of Object.entries(counts)) {
    const kept = Number(document.getIn(['counts', rule]) ?? 0);
    if (count < kept || (count > kept && (isImport || before === '')))
      document.setIn(['counts', rule], count);
  }
  const text = String(document);
  const source = { path, file: `${shownPath(content)}/${path}`, text: before };
  return text === before ? [] : [{ source, text, fixed: [] }];
}
