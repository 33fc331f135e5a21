import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { pathOf } from '../../content/single-files.ts';
import { createWithFolders } from '../../lib/replace-file.ts';
import { appendEntry } from '../../reading/append-entry.ts';
import { replaceContent } from '../terminal/content-files.ts';
import type { NowFlag } from '../terminal/flags.ts';
import { type Paper, readPaper } from '../terminal/paper.ts';
import { morePages, type NewSections, pagesFor } from './paper.ts';

export type MissingPage = ReturnType<typeof missingPages>[number];

/** What a new paper has and this one lacks: a page for each of some sections, and those of `more` whose kind or address no page of the paper has. */
export function missingPages({ site, records }: Paper, sections: NewSections, more: readonly string[]) {
  const templates = new Set(records.pages.map(({ data }) => data.template));
  const taken = new Set(records.pages.map(({ data }) => data.path));
  const lacking = more.filter((name) => !templates.has(name));
  return pagesFor(site, sections, lacking)
    .map(({ path, text }) => {
      const { title, path: address } = parse(text);
      const section = sections.find(({ slug }) => address === `/${slug}`)?.section;
      return { path, text, title, address, section };
    })
    .filter(({ address }) => !taken.has(address));
}

/** Writes pages and their lines in the menus; of people only if the paper has some. Gives the pages that were written. */
export function writeMissing(content: string, pages: readonly MissingPage[], paper: Paper): MissingPage[] {
  const { navigation } = paper.records.shared;
  const path = pathOf('navigation');
  const source = paper.sources.files.find((file) => file.path === path) ?? { text: '' };
  const list = navigation?.data.footer?.about ? ['footer', 'about', 'items'] : ['header'];
  const hasTeam = existsSync(join(content, pathOf('team')));
  const written = pages.filter(
    ({ path, text }) =>
      (hasTeam || !text.startsWith('template: authors')) && createWithFolders(join(content, path), text),
  );
  const text = written.reduce(
    (before, { section, title, address }) =>
      appendEntry(before, section ? ['header'] : list, { title, path: address }),
    source.text,
  );
  if (text === source.text || paper.records.broken.has(path)) return written;
  if (source.text === '') createWithFolders(join(content, path), text);
  else replaceContent(join(content, path), source, text);
  return written;
}

/** `new page --all`: writes what `init` offers and the paper does not have. */
export function addAllPages(flags: NowFlag & { readonly content: string }): void {
  const paper = readPaper(flags);
  const written = writeMissing(flags.content, missingPages(paper, [], morePages()), paper);
  for (const { path } of written) process.stdout.write(`${join(flags.content, path)}\n`);
  const done = written.length > 0 ? 'navigation.yaml has a line for each.' : 'The paper has them all.';
  process.stderr.write(`${done} Next: \`npm run check\`.\n`);
}
