import { type Language, languageIn } from '../../templates/words/words.ts';

/** Placeholder texts that `new` writes, by language. Readers should never see them. */
const placeholders = {
  en: {
    excerpt: 'Say in one or two sentences what happened.',
    body: 'The story starts here.',
  },
  es: {
    excerpt: 'Diga en una o dos frases qué pasó.',
    body: 'La noticia empieza aquí.',
  },
} as const satisfies Record<Language, unknown>;

/** The placeholders of a paper, by its language tag. */
export const placeholdersIn = (tag: string) => placeholders[languageIn(tag)];

/** Whether an excerpt is still a placeholder. */
export const isPlaceholder = (text: string): boolean =>
  Object.values(placeholders).some(({ excerpt }) => text === excerpt);
