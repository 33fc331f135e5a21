import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from './environment-error.ts';
import { takeLock } from './lock.ts';

/** A folder that no other process uses. */
export interface OwnFolder {
  readonly folder: string;
  remove(): void;
}

/** Makes such a folder in `parent`, and removes those of dead processes. @throws {EnvironmentError} errors of the disk */
export function createOwnFolder(parent: string): OwnFolder {
  return attempt(parent, 'written', () => {
    mkdirSync(parent, { recursive: true });
    const names = new Set(readdirSync(parent).map((name) => name.replace(/\.lock(?:\..*)?$/, '')));
    for (const name of names) lockFolder(join(parent, name))?.remove();
    for (;;) {
      // The lock comes first: another process may remove a folder without one.
      const own = lockFolder(join(parent, randomBytes(4).toString('hex')));
      if (!own) continue;
      mkdirSync(own.folder);
      return own;
    }
  });
}

/** `undefined` if another process has the lock. */
function lockFolder(folder: string): OwnFolder | undefined {
  const taken = takeLock(`${folder}.lock`);
  if ('heldBy' in taken) return undefined;
  return {
    folder,
    remove() {
      rmSync(folder, { recursive: true, force: true });
      taken.lock.release();
    },
  };
}
