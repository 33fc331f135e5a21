/** What `new` writes where nothing was said yet, in the languages of papers. Readers should never see it. */
export const placeholders = {
  en: {
    excerpt: 'Say in one or two sentences what happened.',
    body: 'The story starts here.',
  },
  es: {
    excerpt: 'Diga en una o dos frases qué pasó.',
    body: 'La noticia empieza aquí.',
  },
} as const;

/** The placeholders of a paper, by its language tag. */
export const placeholdersIn = (language: string): (typeof placeholders)['en' | 'es'] =>
  placeholders[language.startsWith('es') ? 'es' : 'en'];

const all = Object.values(placeholders).flatMap((words) => Object.values(words));

/** Whether a text is still a placeholder, or begins with one. */
export const isPlaceholder = (text: string): boolean =>
  all.some((words) => text === words || text.trimStart().startsWith(words));
