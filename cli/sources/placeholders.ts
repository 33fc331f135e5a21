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

const all = Object.values(placeholders).flatMap((words) => Object.values(words));

/** Whether a text is still a placeholder, or begins with one. */
export const isPlaceholder = (text: string): boolean =>
  all.some((words) => text === words || text.trimStart().startsWith(words));
