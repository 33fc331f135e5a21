import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Files that share a process share this module; `run-cleanup.ts` calls it for each of them.
const folders: string[] = [];
const cleanups: (() => unknown)[] = [];
const fileCleanups: (() => unknown)[] = [];

/** An empty folder that is gone after the tests of a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'galley-'));
  folders.push(folder);
  return folder;
}

/** Has something done after the tests of the file that runs now, before its temporary folders are removed. */
export const afterTheFile = (clean: () => unknown): void => void fileCleanups.push(clean);

/** Has something done after the test that runs now. */
export const afterwards = (clean: () => unknown): void => void cleanups.push(clean);

/** Does what was to be done after a test, the last first. */
export async function runCleanups(): Promise<void> {
  for (const clean of cleanups.splice(0).reverse()) await clean();
}

/** Does what was to be done after a file, the last first, and removes its temporary folders. */
export async function cleanUpFile(): Promise<void> {
  for (const clean of fileCleanups.splice(0).reverse()) await clean();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
