import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { explained } from '../lib/environment-error.ts';
import { groupBy } from '../lib/group-by.ts';

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

/**
 * A memory in `folder`, which is made with the first thing to be remembered. Each file bears the hash of its content in its name; one
 * that was cut short, or changed, is not what its name says, and is made anew.
 */
export function openMemory(folder: string): Memory {
  const asked = new Map<string, Promise<string>>();
  let names: ReadonlyMap<string, readonly string[]> | undefined;
  let ready = false;

  /** The files of the folder by what they were asked for as. */
  function namesOf(asked: string): readonly string[] {
    names ??= groupBy(existsSync(folder) ? readdirSync(folder) : [], (name) =>
      name.replace(/\.[\da-f]+(?=\.)/, ''),
    );
    return names.get(asked) ?? [];
  }

  function keep(key: string, ending: string, content: Uint8Array | string): string {
    const file = join(folder, `${key}.${proofOf(content)}.${ending}`);
    // Whole or not at all, also when two builds make the same.
    const staging = `${file}.${randomBytes(6).toString('hex')}~`;
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
    return file;
  }

  return {
    file(key, ending, make) {
      const name = `${key}.${ending}`;
      const before = asked.get(name);
      if (before) return before;
      const found = (async () => {
        const known = namesOf(name).find((candidate) => isWhole(join(folder, candidate)));
        return known ? join(folder, known) : keep(key, ending, await make());
      })();
      asked.set(name, found);
      return found;
    },
  };
}

const proofOf = (content: Uint8Array | string) =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

/** Whether a file holds what its name says; notes that it is used. */
function isWhole(file: string): boolean {
  try {
    if (proofOf(readFileSync(file)) !== basename(file).split('.').at(-2)) return false;
    const now = Date.now();
    if (now - statSync(file).mtimeMs > notedEvery) utimesSync(file, now / 1000, now / 1000);
    return true;
  } catch {
    return false;
  }
}

function forget(folder: string) {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > forgottenAfter) rmSync(file, { force: true });
  }
}
