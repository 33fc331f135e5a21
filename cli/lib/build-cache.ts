/**
 * What earlier builds computed, by stage and key. A value depends on its key and on the program alone, and is plain data that nobody
 * changes.
 */
export interface BuildCache {
  readonly get: <T>(stage: string, key: string) => T | undefined;
  readonly set: (stage: string, key: string, value: unknown) => void;
  readonly hasNew: () => boolean;
  /** The entries that this build used or added, one a line, for a build in another process. */
  readonly lines: () => Iterable<string>;
}

/** A cache with the entries in `lines` of an earlier build. */
export function createBuildCache(lines = ''): BuildCache {
  const former = new Map<string, string>();
  for (const line of lines.split('\n')) {
    const end = line.indexOf('\t');
    if (end !== -1) former.set(line.slice(0, end), line.slice(end + 1));
  }
  // Values are stored as JSON: a word that was cut out of a page would keep the whole page in memory.
  const used = new Map<string, string>();
  let hasNew = false;
  return {
    get(stage, key) {
      const name = nameOf(stage, key);
      const value = used.get(name) ?? former.get(name);
      if (value === undefined) return undefined;
      used.set(name, value);
      return JSON.parse(value);
    },
    set(stage, key, value) {
      hasNew = true;
      used.set(nameOf(stage, key), JSON.stringify(value));
    },
    hasNew: () => hasNew,
    *lines() {
      for (const [name, value] of used) yield `${name}\t${value}\n`;
    },
  };
}

/** Names are lines without tabs. */
const nameOf = (stage: string, key: string) =>
  `${stage} ${/[%\t\n]/.test(key) ? key.replace(/[%\t\n]/g, encodeURIComponent) : key}`;
