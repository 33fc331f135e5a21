import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { pathOf } from '../../content/single-files.ts';
import { createWithFolders } from '../../lib/replace-file.ts';
import { appendEntry } from '../../reading/append-entry.ts';
import { pagesFor, sectionSlugs } from '../init/paper.ts';
import { replaceContent } from '../terminal/content-files.ts';
import type { Paper } from '../terminal/paper.ts';
import { latinSlug } from './latin-slug.ts';
import type { Report } from './report.ts';

/** A page that a new paper has, and this one lacks. */
export interface MissingPage {
  readonly path: string;
  readonly text: string;
  readonly title: string;
  readonly address: string;
  /** The section whose stories it has. */
  readonly section: string | undefined;
}

/** A page for each new section, and those that list and find stories. */
export function missingPages({ site, records }: Paper, added: readonly string[]): MissingPage[] {
  const templates = new Set(records.pages.map(({ data }) => data.template));
  const taken = new Set(records.pages.map(({ data }) => data.path));
  const slugs = sectionSlugs(added.map(latinSlug));
  const sections = added.flatMap((section, i) => (slugs[i] ? [{ section, slug: slugs[i] }] : []));
  const more = ['archives', 'authors', 'search', 'tags'].filter((name) => !templates.has(name));
  return pagesFor(site, sections, more)
    .map(({ path, text }): MissingPage => {
      const { title, path: address } = parse(text);
      const section = sections.find(({ slug }) => address === `/${slug}`)?.section;
      return { path, text, title, address, section };
    })
    .filter(({ address }) => !taken.has(address));
}

/** Writes pages and their lines in the menus; of people only if the paper has some. */
export function writeMissing(
  content: string,
  pages: readonly MissingPage[],
  paper: Paper,
  report: Report,
): void {
  const { navigation } = paper.records.shared;
  const path = pathOf('navigation');
  const source = paper.sources.files.find((file) => file.path === path) ?? { text: '' };
  const list = navigation?.data.footer?.about ? ['footer', 'about', 'items'] : ['header'];
  let { text } = source;
  for (const page of pages) {
    if (page.text.startsWith('template: authors') && !existsSync(join(content, pathOf('team')))) continue;
    if (!createWithFolders(join(content, page.path), page.text)) continue;
    report('a page added', page.path, page.address);
    text = appendEntry(text, page.section ? ['header'] : list, { title: page.title, path: page.address });
  }
  if (text === source.text || paper.records.broken.has(path)) return;
  replaceContent(join(content, path), source, text);
}
