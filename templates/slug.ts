/** The slug that `words` become: small ASCII letters, digits and single hyphens; empty when nothing is left. */
export function slugify(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
