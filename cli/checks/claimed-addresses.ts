import { pageKinds } from '../page-kinds/kinds.ts';
import { nearest } from '../problems/nearest.ts';
import { toAddress } from '../sources/slugs.ts';
import type { SourceFile } from '../sources/source-file.ts';

type File = Pick<SourceFile, 'path' | 'text'>;

/** The addresses that a post or page with problems would have, as far as its name and its text say without being parsed. */
export function claimedAddresses(file: File): string[] {
  const name = file.path.replace(/^(?:blog|pages|public)\//, '').replace(/\.(?:md|yaml)$/, '');
  const isPost = file.path.startsWith('blog/');
  const base = isPost ? '/blog/' : '/';
  const spellings = [name, ...writtenAddresses(file)].map((words) =>
    words.startsWith('/') ? words : base + words,
  );
  const template = isPost ? undefined : /^template:[ \t]*["']?([\w-]+)/m.exec(file.text)?.[1];
  const own = pageKinds.find((kind) => kind.name === template)?.address;
  return [
    ...new Set([
      ...spellings.flatMap((spelling) => [spelling, toAddress(spelling) ?? '/']),
      ...(own === undefined ? [] : [own]),
    ]),
  ];
}

/** What a file that may not be YAML seems to give as its path or slug, even if the key is misspelled. */
export function writtenAddresses({ path, text }: File): string[] {
  const key = path.startsWith('blog/') ? 'slug' : 'path';
  const lines = text.matchAll(/^([a-z]{3,6})[ \t]*:?[ \t]*["']?([^"'\s#:]+)([^"'#:\n]{0,200})/gim);
  return [...lines].flatMap(([, word = '', value = '', rest = '']) =>
    nearest(word, [key]) ? [...new Set([value, (value + rest).trim()])] : [],
  );
}
