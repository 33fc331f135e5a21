/** Small Latin letters that Unicode does not take apart into a letter and its sign. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** In small letters, without the signs above and below them. */
export function plainLetters(words: string): string {
  const small = words.toLowerCase();
  if (!/[^\0-\x7f]/.test(small)) return small;
  const plain = small.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  return plain.replace(/[^\0-\x7f]/g, (letter) => letters[letter] ?? letter);
}

/** The slug that `words` become: small ASCII letters, digits and single hyphens; empty when nothing is left. */
export const slugify = (words: string): string =>
  plainLetters(words)
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
