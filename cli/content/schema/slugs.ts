import { plainLetters, slugify } from '../../../templates/slug.ts';

export { slugify };

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
