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

const read = (src: string) => readFileSync(join(builtPaper(), src), 'utf8');

const filesOf = ($: ReturnType<typeof load>, selector: string, attribute: string): string[] =>
  $(selector)
    .toArray()
    .map((element) => $(element).attr(attribute) ?? '');

/** A page and its stylesheets. */
export const pageAndStyles = ({ address, html }: Route): Part[] => [
  gzipped(`HTML of ${address}`, html),
  ...filesOf(load(html), 'link[rel=stylesheet]', 'href').map((href) => gzipped(href, read(href))),
];

/** The modules a page names, and whatever they import, now or later. */
export function scripts({ html }: Route): Part[] {
  const found = new Set(filesOf(load(html), 'script[src], link[rel=modulepreload]', 'src'));
  for (const src of found)
    for (const [, imported = ''] of read(src).matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g))
      found.add(new URL(imported, `http://host${src}`).pathname);
  return [...found].map((src) => gzipped(src, read(src)));
}

/** Together. */
export const bytesOf = (parts: readonly Part[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);
