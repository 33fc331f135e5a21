import { en, type Words } from './en.ts';
import { es } from './es.ts';

export type { Words };

/** What the scripts of pages say. */
export type ScriptWords = Words['scripts'];

const words: ReadonlyMap<string, Words> = new Map([
  ['en', en],
  ['es', es],
]);

/** The codes of the languages that there are words in. */
export const languages = [...words.keys()];

/** The words of a language, by its code or a tag that starts with it: `es-mx`. */
export function wordsIn(tag: string): Words {
  return words.get(tag.replace(/-.*/, '')) ?? en;
}

/** A tag as HTML and `Intl` have it: `en-US` for `en-us`. */
export function localeOf(tag: string): string {
  const [language, ...region] = tag.split('-');
  return [language, ...region.map((code) => code.toUpperCase())].join('-');
}
