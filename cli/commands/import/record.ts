import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../lib/content-hash.ts';
import { isRecord } from '../../lib/is-record.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { createWithFolders, replaceFile } from '../../lib/replace-file.ts';

/** What became of a file; one that was `edited` was changed in the paper and in the archive, and `taken` is a name that another file has. */
type Fate = 'written' | 'rewritten' | 'there' | 'edited' | 'taken';

/** What earlier imports wrote into a content folder: hash and path by the ids of posts and pages, in a file beside the reports. */
export type ImportRecord = ReturnType<typeof openRecord>;

export function openRecord(file: string, content: string, isUpdate: boolean) {
  const saved = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : {};
  const files = new Map(isRecord(saved) ? Object.entries(saved) : []);
  const known = (id: string) => String(files.get(id) ?? '').split(' ', 2);
  return {
    /** Where a file was written. */
    pathOf: (id: string) => known(id)[1],
    /** Whether a file stays as it is, whatever the archive has now. */
    isSettled: (id: string) => files.has(id) && !isUpdate,
    /** Whether somebody deleted a file since. */
    isDeleted: (id: string, path: string) => files.has(id) && !existsSync(join(content, path)),
    /** Writes a file that is new, or that is still as an import wrote it, if it is an update. `isKnown` says that a file of this path has this id. */
    put(id: string, path: string, text: string, isKnown: boolean): Fate {
      const absolute = join(content, path);
      const hash = hashOf(text);
      const [former] = files.has(id) ? known(id) : [];
      const isNew = createWithFolders(absolute, text);
      const now = isNew ? hash : hashOf(readFileSync(absolute));
      const isOurs = isUpdate && now === former;
      if (isOurs && now !== hash) replaceFile(absolute, text);
      if (isOurs || now === hash) files.set(id, `${hash} ${path}`);
      if (isNew) return 'written';
      if (now === hash) return 'there';
      if (isOurs) return 'rewritten';
      if (!isKnown && former === undefined) return 'taken';
      return isUpdate && former !== undefined && former !== hash ? 'edited' : 'there';
    },
    save: () => replaceFile(file, `${JSON.stringify(Object.fromEntries(files), null, 1)}\n`),
  };
}
