import { type Language, languageIn } from '../../templates/words/words.ts';
import { english, type StarterTexts } from './english.ts';
import { spanish } from './spanish.ts';

const texts: Readonly<Record<Language, StarterTexts>> = { en: english, es: spanish };

/** What a new paper says, in the language of a tag. */
export const starterTextsIn = (tag: string): StarterTexts => texts[languageIn(tag)];
