import { type Language, languageIn } from '../../templates/words/words.ts';

/** Placeholder texts that `new` writes, by language. Readers should never see them. */
const placeholders = {
  en: {
    excerpt: 'Say in one or two sentences what happened.',
    body: 'The story starts here.',
    page: 'Write the text here.',
  },
  es: {
    excerpt: 'Diga en una o dos frases qué pasó.',
    body: 'La noticia empieza aquí.',
    page: 'Escriba el texto aquí.',
  },
} as const satisfies Record<Language, unknown>;

export const placeholdersIn = (tag: string) => placeholders[languageIn(tag)];

/** Whether a text is still a placeholder; all of these are short, and articles are long. */
export const isPlaceholder = (text: string): boolean => text.length < 100 && all.has(text.trim());

const all = new Set(Object.values(placeholders).flatMap((words) => Object.values<string>(words)));

export const placeholderLeft = 'These are still the words that `new` wrote.';
