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
  if (/(?![a-z])\p{L}/iu.test(path.normalize('NFKD'))) return undefined;
  const parts = path.split('/').map(slugify).filter(Boolean);
  return parts.length > 0 ? `/${parts.join('/')}` : undefined;
}
