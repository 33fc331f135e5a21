import { figure } from '../../templates/words/words.ts';

export const count = (n: number): string => figure(n, 'en-US');

/** `31 pages`, `1 page`. */
export const countOf = (n: number, word: string): string => `${count(n)} ${word}${n === 1 ? '' : 's'}`;
