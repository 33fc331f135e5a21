import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { explained } from './environment-error.ts';
import { takeLock } from './lock.ts';

/** A folder that no other process uses. */
export interface OwnFolder {
  readonly folder: string;
  remove(): void;
}

const impatient = { patient: false, tell: () => {} };

/** Makes such a folder in `parent`, and removes those of dead processes. Throws `EnvironmentError` where the disk refuses. */
export function createOwnFolder(parent: string): OwnFolder {
  try {
    mkdirSync(parent, { recursive: true });
    removeDead(parent);
    for (;;) {
      const folder = join(parent, randomBytes(4).toString('hex'));
      // The lock comes first: another process may remove a folder without one.
      const taken = takeLock(`${folder}.lock`, impatient);
      if ('heldBy' in taken) continue;
      mkdirSync(folder);
      return {
        folder,
        remove() {
          rmSync(folder, { recursive: true, force: true });
          taken.lock.release();
        },
      };
    }
  } catch (error) {
    throw explained(error, parent, 'written');
  }
}

function removeDead(parent: string) {
  const names = new Set(readdirSync(parent).map((name) => name.replace(/\.lock(?:\..*)?$/, '')));
  for (const name of names) {
    const taken = takeLock(join(parent, `${name}.lock`), impatient);
    if ('heldBy' in taken) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
    taken.lock.release();
  }
}
