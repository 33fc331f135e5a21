import anyAscii from 'any-ascii';
import { plainLetters, slugify } from '../../../templates/slug.ts';

/** A slug in the letters that addresses have, of words in another script by their sound. */
export function latinSlug(words: string): string {
  const plain = plainLetters(words);
  return slugify(/(?![a-z])\p{L}/u.test(plain) ? anyAscii(plain) : plain);
}

/** Whether Windows has no files of this name, because devices are called so. */
export const isDeviceName = (name: string): boolean => /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/.test(name);
