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
const plainLetters = (words: string): string =>
  words
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\0-\x7f]/g, (letter) => letters[letter] ?? letter);

/** The slug that `words` become: small ASCII letters, digits and single hyphens; empty when nothing is left. */
export function slugify(words: string): string {
  return plainLetters(words)
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** The address an editor probably meant, without host, folder of content, ending and `index`; `undefined` if it has a letter of another script. */
export function toAddress(value: string): string | undefined {
  const path = value
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '')
    .replace(/^[./]*(?:content\/)?(?:pages\/)?/, '')
    .replace(/\/+$/, '')
    .replace(/\.(?:html?|php|md|yaml)$/i, '')
    .replace(/(?:^|\/)index$/i, '');
  if (path === '') return '/';
  if (/(?![a-z])\p{L}/u.test(plainLetters(path))) return undefined;
  const parts = path.split('/').map(slugify).filter(Boolean);
  return parts.length > 0 ? `/${parts.join('/')}` : undefined;
}
