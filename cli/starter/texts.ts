import { english, type StarterTexts } from './english.ts';
import { spanish } from './spanish.ts';

/** What a new paper says, by the first part of its language tag. */
export const starterTexts: Readonly<Record<'en' | 'es', StarterTexts>> = { en: english, es: spanish };
