import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Language, languageIn } from '../../../templates/words/words.ts';
import { isReservedFolder } from '../../content/public-file.ts';
import { slugify } from '../../content/schema/slugs.ts';
import type { SiteFile } from '../../content/site.ts';
import { filledLine, placeholdersIn } from '../../lib/fill.ts';

/** The folder of what `init` writes: beside this file, or beside the compiled program. */
export const starterFolder = join(dirname(fileURLToPath(import.meta.url)), 'starter');

/** The founder's answers; `sections` and `pages` are names with commas between them, and `pages` may be `none`. */
export type Answers = Readonly<
  Record<'name' | 'place' | 'timeZone' | 'language' | 'sections' | 'address' | 'pages' | 'host', string>
> & {
  /** What serves the files of the hosts `rsync` and `server`. */
  readonly server?: string;
};

export interface StarterFile {
  /** Inside the content folder. */
  readonly path: string;
  readonly text: string;
}

/** The folder of each starter beside this file, and the defaults of its language. */
const starters: Readonly<Record<Language, { folder: string; place: string; sections: string }>> = {
  en: { folder: 'english', place: 'our town', sections: 'Local News, Community' },
  es: { folder: 'spanish', place: 'nuestra comunidad', sections: 'Noticias Locales, Comunidad' },
};

/** The other pages that a paper may start with, each a folder of the starters. */
export const morePages = (): string[] => readdirSync(join(starterFolder, starters.en.folder, 'more')).sort();

/** The default sections of a paper in a language. */
export const defaultSections = (language: string): string => starters[languageIn(language)].sections;

/** Addresses and file names of the starters’ own pages, and of those for frames; no section may have them. */
const ownPaths = ['about', 'acerca-de', 'contact', 'contacto', 'home', 'blog', '404', 'embeds'];

/** The slug of each section; `undefined` for one that can have none: it has no letters, or another page has its address. */
export const sectionSlugs = (sections: readonly string[]): readonly (string | undefined)[] =>
  sections
    .map(slugify)
    .map((slug, i, all) =>
      slug === '' || ownPaths.includes(slug) || isReservedFolder(slug) || all.indexOf(slug) !== i
        ? undefined
        : slug,
    );

export const namesIn = (sections: string): string[] =>
  sections
    .split(',')
    .map((section) => section.trim())
    .filter(Boolean);

/** The files of a small whole paper, which passes `check` without a warning. Its first story appears at a moment with an offset. */
export function starterPaper(answers: Answers, published: string): readonly StarterFile[] {
  const { name, place, timeZone, address, host, server = host } = answers;
  const language = answers.language.toLowerCase();
  const starter = starters[languageIn(language)];
  const sections = namesIn(answers.sections);
  const slugs = sectionSlugs(sections);
  const folder = join(starterFolder, starter.folder);
  const slugOf = (page: string) => readdirSync(join(folder, 'more', page, 'pages'))[0]?.replace('.yaml', '');
  // A section that is called so has the address.
  const more = morePages().filter(
    (page) => namesIn(answers.pages).includes(page) && !slugs.includes(slugOf(page)),
  );
  const values: Values = {
    ...{ name, timeZone, language, address, published, region: place },
    place: place || starter.place,
    host: new URL(address).hostname,
    settings: /^(?:netlify|cloudflare-pages|nginx|caddy|apache)$/.test(server) ? server : '',
    day: published.slice(0, 10),
    firstSection: sections[0] ?? '',
    sections: new Intl.ListFormat(languageIn(language), { type: 'conjunction' }).format(sections),
    ...Object.fromEntries(morePages().map((page) => [page, more.includes(page) ? `/${slugOf(page)}` : ''])),
  };
  const each = sections.map((section, i) => ({ ...values, section, slug: slugs[i] ?? '' }));
  return filesWith(more, folder, values, each);
}

export type NewSections = readonly Readonly<Record<'section' | 'slug', string>>[];

/** The pages that a new paper has for sections, each with its slug, and some of `morePages`. */
export function pagesFor(
  { name, region = '', language }: Pick<SiteFile, 'name' | 'region' | 'language'>,
  sections: NewSections,
  more: readonly string[],
): readonly StarterFile[] {
  const starter = starters[languageIn(language)];
  const folder = join(starterFolder, starter.folder);
  const values = { name, place: region || starter.place };
  const ofSections = sections.map((own) => ({ ...values, ...own }));
  const own = readdirSync(join(folder, 'pages')).map((file) => `pages/${file}`);
  return filesWith(more, folder, values, ofSections).filter(
    ({ path }) => path.startsWith('pages/') && !own.includes(path),
  );
}

/** The files of a starter, and those of some of `morePages`. */
const filesWith = (more: readonly string[], folder: string, values: Values, each: readonly Values[]) =>
  ['', ...more.map((page) => `more/${page}`)].flatMap((part) => filesIn(join(folder, part), values, each));

/** The files of a folder with their placeholders filled; one for each section, if their name has its slug. */
const filesIn = (folder: string, values: Values, each: readonly Values[]): StarterFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = relative(folder, file).split(sep).join('/');
      if (path.startsWith('more/')) return [];
      const text = readFileSync(file, 'utf8');
      if (!path.includes('{{slug}}')) return [{ path, text: filled(text, values, each) }];
      return each.map((section) => ({
        path: path.replace('{{slug}}', section.slug ?? ''),
        text: filled(text, section, [section]),
      }));
    });

type Values = Readonly<Record<string, string>>;

/** Fills placeholders. A line with `{{section}}` is repeated for each section, and a line with an empty value is left out. */
const filled = (text: string, values: Values, sections: readonly Values[]): string =>
  text
    .split('\n')
    .flatMap((line) => (line.includes('{{section}}') ? sections : [values]).map((own) => ({ line, own })))
    .filter(({ line, own }) => placeholdersIn(line).every((key) => own[key] !== ''))
    .map(({ line, own }) => filledLine(line, (key) => own[key] ?? ''))
    .join('\n');
