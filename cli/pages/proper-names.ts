/** Words with a capital letter behind other words, which begin no sentence. */
const names = /(?<=[\p{Ll},;] [“"(]?)\p{Lu}[\p{L}\p{M}’'-]+(?: \p{Lu}[\p{L}\p{M}’'-]+)*/gu;

/** So many of a text at most: a list of hundreds would make the search slow for readers. */
const maxNames = 60;

/** The names of people and places in a Markdown text, each once, without those that are in `known`. */
export const properNames = (text: string, known: string): string[] =>
  [...new Set(text.match(names))].filter((name) => !known.includes(name)).slice(0, maxNames);
