/**
 * The answers of earlier builds, by stage and key; and those that the next build will know: each that this one asked for. An answer must
 * follow from its key and the program alone, and be plain data that nobody changes.
 */
export interface Memory {
  /** The remembered answer; `undefined` if there is none. */
  readonly recall: <T>(stage: string, key: string) => T | undefined;
  /** Keeps a copy of an answer: a word that was cut out of a page would keep the whole page in memory. */
  readonly note: (stage: string, key: string, answer: unknown) => void;
}

/** A memory that can be saved. */
export interface SavedMemory extends Memory {
  /** Whether this build has added an answer. */
  readonly hasNew: () => boolean;
  /** All that is remembered for the next build, one answer a line. */
  readonly lines: () => Iterable<string>;
}

/** A memory of what `lines` of an earlier build hold. */
export function createMemory(lines = ''): SavedMemory {
  const former = new Map<string, string>();
  for (const line of lines.split('\n')) {
    const end = line.indexOf('\t');
    if (end !== -1) former.set(line.slice(0, end), line.slice(end + 1));
  }
  const next = new Map<string, string>();
  let hasNew = false;
  return {
    recall(stage, key) {
      const name = nameOf(stage, key);
      const answer = next.get(name) ?? former.get(name);
      if (answer === undefined) return undefined;
      next.set(name, answer);
      return JSON.parse(answer);
    },
    note(stage, key, answer) {
      hasNew = true;
      next.set(nameOf(stage, key), JSON.stringify(answer));
    },
    hasNew: () => hasNew,
    *lines() {
      for (const [name, answer] of next) yield `${name}\t${answer}\n`;
    },
  };
}

/** A memory for builds that follow each other in one process. */
export interface LiveMemory extends Memory {
  /** The memory of the next build: it has the answers that this one asked for, or all if this one did not come to its end. */
  readonly next: (isWhole: boolean) => LiveMemory;
}

export function createLiveMemory(former: ReadonlyMap<string, unknown> = new Map()): LiveMemory {
  const used = new Map<string, unknown>();
  return {
    recall(stage, key) {
      const name = nameOf(stage, key);
      const answer = used.get(name) ?? former.get(name);
      if (answer !== undefined) used.set(name, answer);
      // The stage says what it has noted.
      return answer as undefined;
    },
    note: (stage, key, answer) => void used.set(nameOf(stage, key), JSON.parse(JSON.stringify(answer))),
    next: (isWhole) => createLiveMemory(isWhole ? used : new Map([...former, ...used])),
  };
}

/** Names are lines without tabs. */
const nameOf = (stage: string, key: string) =>
  `${stage} ${/[%\t\n]/.test(key) ? key.replace(/[%\t\n]/g, encodeURIComponent) : key}`;
