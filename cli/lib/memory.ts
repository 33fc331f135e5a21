/**
 * A cache of what earlier builds computed, by stage and key. An answer depends on its key and on the program alone, and is plain data that
 * nobody changes.
 */
export interface Memory {
  /** The cached answer; `undefined` if there is none. */
  readonly recall: <T>(stage: string, key: string) => T | undefined;
  readonly note: (stage: string, key: string, answer: unknown) => void;
}

/** A memory that the next build can use. */
export interface KeptMemory extends Memory {
  /** Whether this build has added an answer. */
  readonly hasNew: () => boolean;
  /** The answers that this build recalled or noted, one a line, for a build in another process. */
  readonly lines: () => Iterable<string>;
  /** The same for the next build in this process; with all older answers as well if this build did not come to its end. */
  readonly next: (isWhole: boolean) => KeptMemory;
}

/** A memory of what `lines` of an earlier build hold. */
export function createMemory(lines = ''): KeptMemory {
  const answers = new Map<string, string>();
  for (const line of lines.split('\n')) {
    const end = line.indexOf('\t');
    if (end !== -1) answers.set(line.slice(0, end), line.slice(end + 1));
  }
  return memoryOf(answers);
}

/** Answers are kept as JSON: a word that was cut out of a page would keep the whole page in memory. */
function memoryOf(former: ReadonlyMap<string, string>): KeptMemory {
  const used = new Map<string, string>();
  let hasNew = false;
  return {
    recall(stage, key) {
      const name = nameOf(stage, key);
      const answer = used.get(name) ?? former.get(name);
      if (answer === undefined) return undefined;
      used.set(name, answer);
      return JSON.parse(answer);
    },
    note(stage, key, answer) {
      hasNew = true;
      used.set(nameOf(stage, key), JSON.stringify(answer));
    },
    hasNew: () => hasNew,
    *lines() {
      for (const [name, answer] of used) yield `${name}\t${answer}\n`;
    },
    next: (isWhole) => memoryOf(isWhole ? used : new Map([...former, ...used])),
  };
}

/** Names are lines without tabs. */
const nameOf = (stage: string, key: string) =>
  `${stage} ${/[%\t\n]/.test(key) ? key.replace(/[%\t\n]/g, encodeURIComponent) : key}`;
