import { en, type Words } from './en.ts';
import { es } from './es.ts';

export type { Words };

export type ScriptWords = Words['scripts'];

const words = { en, es } satisfies Readonly<Record<string, Words>>;

/** The code of a language of the interface. */
export type Language = keyof typeof words;

export const languages: readonly string[] = Object.keys(words);

/** The language of a tag, such as `es` of `es-mx`; English for any other language. */
export function languageIn(tag: string): Language {
  const code = tag.toLowerCase().replace(/-.*/, '');
  return Object.hasOwn(words, code) ? (code as Language) : 'en';
}

export const wordsIn = (tag: string): Words => words[languageIn(tag)];

/** `1,234`. What writes figures takes long to load, and most are short. */
export const figure = (value: number, locale: string): string =>
  value < 1000 ? String(value) : value.toLocaleString(locale);

/** A tag as HTML and `Intl` write it: `en-US` for `en-us`. */
export function localeOf(tag: string): string {
  const [language, ...region] = tag.split('-');
  return [language, ...region.map((code) => code.toUpperCase())].join('-');
}
