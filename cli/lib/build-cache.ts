/** What earlier builds computed, by stage and key: plain data that nobody changes, and that depends on its key and on the program alone. */
export type BuildCache = ReturnType<typeof createBuildCache>;

/** A cache with the entries in `lines` of an earlier build. */
export function createBuildCache(lines = '') {
  const former = new Map<string, string>();
  for (const line of lines.split('\n')) {
    const end = line.indexOf('\t');
    if (end !== -1) former.set(line.slice(0, end), line.slice(end + 1));
  }
  // Values are stored as JSON: a word that was cut out of a page would keep the whole page in memory.
  const used = new Map<string, string>();
  let hasNew = false;
  return {
    get<T>(stage: string, key: string): T | undefined {
      const name = nameOf(stage, key);
      const value = used.get(name) ?? former.get(name);
      if (value === undefined) return undefined;
      used.set(name, value);
      return JSON.parse(value);
    },
    set(stage: string, key: string, value: unknown) {
      hasNew = true;
      used.set(nameOf(stage, key), JSON.stringify(value));
    },
    hasNew: () => hasNew,
    /** The entries that this build used or added, one a line, for a build in another process. */
    *lines() {
      for (const [name, value] of used) yield `${name}\t${value}\n`;
    },
  };
}

/** Names are lines without tabs. */
const nameOf = (stage: string, key: string) =>
  `${stage} ${/[%\t\n]/.test(key) ? key.replace(/[%\t\n]/g, encodeURIComponent) : key}`;
