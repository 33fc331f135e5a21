import MiniSearch from 'minisearch';

export type Entry = readonly [
  path: string,
  title: string,
  excerpt: string,
  author: string,
  tags: string,
  /** As in `2026-11-20`. */
  day: string,
  /** The kicker, and the names of people and places in the text. */
  names: string,
];

/** How many posts are indexed before the page can do something else. */
const slice = 50;

/** Relevance is compared in so many steps; within one, newer posts come first. */
const steps = 10;

const fields = ['title', 'excerpt', 'author', 'tags', 'names'] as const;
type Document = Readonly<Record<(typeof fields)[number], string>> & { readonly id: number };

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

/** An index of posts, which are added newest first. */
export function createSearchIndex() {
  const entries: Entry[] = [];
  const index = new MiniSearch<Document>({
    fields: [...fields],
    tokenize: wordsOf,
    processTerm: (word) => word,
    searchOptions: {
      boost: { title: 3, author: 2, tags: 2 },
      combineWith: 'AND',
      prefix: true,
      fuzzy: (word) => word.length > 3 && 0.2,
    },
  });
  return {
    async add(more: readonly Entry[]): Promise<void> {
      const documents = more.map(([, title, excerpt, author, tags, , names], i) => {
        return { id: entries.length + i, title, excerpt, author, tags, names };
      });
      entries.push(...more);
      await index.addAllAsync(documents, { chunkSize: slice });
    },
    find(query: string): Entry[] {
      const found = index.search(query);
      const best = found[0]?.score ?? 0;
      const rankOf = (score: number) => Math.round((steps * score) / best);
      return found
        .sort((a, b) => rankOf(b.score) - rankOf(a.score) || a.id - b.id)
        .map(({ id }) => entries[id])
        .filter((entry) => entry !== undefined);
    },
  };
}
