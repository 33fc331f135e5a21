import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { load } from 'cheerio';
import type { Route } from './built-pages.ts';
import { builtPaper } from './served-papers.ts';

/** A file as it goes over the wire. */
export interface Part {
  readonly name: string;
  readonly bytes: number;
}

/** As a host sends it, at gzip's usual level. */
const gzipped = (name: string, text: string): Part => ({ name, bytes: gzipSync(text).length });

const files = new Map<string, { readonly text: string; readonly part: Part }>();

/** A file that pages share, read and compressed once. */
function fileAt(src: string) {
  const known = files.get(src);
  if (known) return known;
  const text = readFileSync(join(builtPaper(), src), 'utf8');
  const file = { text, part: gzipped(src, text) };
  files.set(src, file);
  return file;
}

const filesOf = ($: ReturnType<typeof load>, selector: string, attribute: string): string[] =>
  $(selector)
    .toArray()
    .map((element) => $(element).attr(attribute) ?? '');

/** A page and its stylesheets. */
export const pageAndStyles = ({ address, html }: Route): Part[] => [
  gzipped(`HTML of ${address}`, html),
  ...filesOf(load(html), 'link[rel=stylesheet]', 'href').map((href) => fileAt(href).part),
];

/** The modules a page names, and whatever they import, now or later. */
export function scripts({ html }: Route): Part[] {
  const found = new Set(filesOf(load(html), 'script[src], link[rel=modulepreload]', 'src'));
  for (const src of found)
    for (const [, imported = ''] of fileAt(src).text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g))
      found.add(new URL(imported, `http://host${src}`).pathname);
  return [...found].map((src) => fileAt(src).part);
}

/** Together. */
export const bytesOf = (parts: readonly Part[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);
