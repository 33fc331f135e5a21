import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { explained } from './environment-error.ts';
import { takeLock } from './lock.ts';

/** A folder that nobody else uses. */
export interface OwnFolder {
  readonly folder: string;
  remove(): void;
}

const hasty = { patient: false, tell: () => {} };

/**
 * Makes a folder in `parent` for this process alone, and removes those that dead processes have left there.
 *
 * Throws `EnvironmentError` where the disk refuses.
 */
export function createOwnFolder(parent: string): OwnFolder {
  try {
    mkdirSync(parent, { recursive: true });
    removeDead(parent);
    for (;;) {
      const folder = join(parent, randomBytes(4).toString('hex'));
      // The lock stands first: a folder without one is nobody's. Another process may just be looking whether this one is.
      const taken = takeLock(`${folder}.lock`, hasty);
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
    const taken = takeLock(join(parent, `${name}.lock`), hasty);
    if ('heldBy' in taken) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
    taken.lock.release();
  }
}
