import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explained } from '../surroundings.ts';

/** What is costly to make and follows from its key alone, kept as files between builds. */
export interface Memory {
  /**
   * The file with what `make` gives for `key`, made only where it is not there yet; `ending` is the file's own, as in `png`.
   * Rejects with what `make` and the disk throw.
   */
  readonly file: (
    key: string,
    ending: string,
    make: () => Uint8Array | string | Promise<Uint8Array | string>,
  ) => Promise<string>;
}

const day = 24 * 60 * 60 * 1000;
/** What no build has asked for in so long is forgotten, and its use is noted only so often. */
const forgottenAfter = 60 * day;
const notedEvery = day;

/** A short name that follows from `parts`, and is another for all others. */
export function keyOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex').slice(0, 24);
}

/** A memory in `folder`, which is made with the first thing to be remembered. */
export function openMemory(folder: string): Memory {
  const asked = new Map<string, Promise<string>>();
  let ready = false;

  function isKnown(file: string): boolean {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) return false;
    const now = Date.now();
    if (now - found.mtimeMs > notedEvery) utimesSync(file, now / 1000, now / 1000);
    return true;
  }

  function keep(file: string, content: Uint8Array | string) {
    // Whole or not at all, also when two builds make the same.
    const staging = `${file}.${process.pid}`;
    try {
      if (!ready) {
        mkdirSync(folder, { recursive: true });
        forget(folder);
        ready = true;
      }
      writeFileSync(staging, content);
      renameSync(staging, file);
    } catch (error) {
      rmSync(staging, { force: true });
      throw explained(error, file, 'written');
    }
  }

  return {
    file(key, ending, make) {
      const file = join(folder, `${key}.${ending}`);
      const before = asked.get(file);
      if (before) return before;
      const found = (async () => {
        if (!isKnown(file)) keep(file, await make());
        return file;
      })();
      asked.set(file, found);
      return found;
    },
  };
}

function forget(folder: string) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > forgottenAfter) rmSync(file, { force: true });
  }
}
