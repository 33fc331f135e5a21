/**
 * The answers of earlier builds, by stage and key; and those that the next build will know: each that this one asked for. An answer must
 * follow from its key and the program alone.
 */
export interface Memory {
  /** The remembered answer; `undefined` if there is none. */
  readonly recall: <T>(stage: string, key: string) => T | undefined;
  /** Remembers an answer, which must be plain data. */
  readonly note: (stage: string, key: string, answer: unknown) => void;
  /** Whether no earlier build has left an answer. */
  readonly isEmpty: () => boolean;
  /** All that is remembered for the next build, one answer a line. */
  readonly lines: () => Iterable<string>;
  /** The memory of the next build in this process. */
  readonly next: () => Memory;
}

/** A memory of what `lines` of an earlier build hold. */
export function createMemory(lines = ''): Memory {
  const former = new Map<string, string>();
  for (const line of lines.split('\n')) {
    const end = line.indexOf('\t');
    if (end !== -1) former.set(line.slice(0, end), line.slice(end + 1));
  }
  return memoryOf(former);
}

function memoryOf(former: ReadonlyMap<string, string>): Memory {
  const next = new Map<string, string>();
  const nameOf = (stage: string, key: string) => `${stage} ${key}`;
  return {
    recall(stage, key) {
      const name = nameOf(stage, key);
      const answer = next.get(name) ?? former.get(name);
      if (answer === undefined) return undefined;
      next.set(name, answer);
      return JSON.parse(answer);
    },
    note(stage, key, answer) {
      next.set(nameOf(stage, key), JSON.stringify(answer));
    },
    isEmpty: () => former.size === 0,
    next: () => memoryOf(next),
    *lines() {
      for (const [name, answer] of next) yield `${name}\t${answer}\n`;
    },
  };
}
