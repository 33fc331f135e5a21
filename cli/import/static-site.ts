import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { extname, join, posix, relative } from 'node:path';
import { isRecord } from '../lib/is-record.ts';
import { decoded, parseUrl } from '../lib/web-address.ts';
import { ExitError, exitCodes } from '../terminal/exit-codes.ts';
import type { Archive, ArchiveAuthor, ArchiveNote, ArchivePost, ReadOptions } from './archive.ts';
import { isFalse, isoDate, isTrue, type Recognized, recognizeFields } from './fields.ts';
import { type Fields, parseData, readText, splitText } from './front-matter.ts';
import { fillPattern, type PermalinkValues } from './permalinks.ts';

/** A text file of an archive, with what its generator makes of it. */
export interface StaticText extends Recognized {
  /** Inside the folder of texts, with `/`. */
  readonly path: string;
  readonly fields: Fields;
  readonly date: string | undefined;
  /** The file's name, or that of its folder for `index.md`, without date, language and ending. */
  readonly name: string;
  readonly language: string | undefined;
}

/** What the configuration of a generator says about its texts. */
export interface StaticGenerator extends Pick<Archive, 'kind' | 'basePath' | 'hosts' | 'publicFolders'> {
  /** The folder of texts inside the archive. */
  readonly textFolder: string;
  /** Folders inside the archive that have no texts of its own. */
  readonly withoutTexts: RegExp;
  /** The front matter of a text, with the defaults of the archive. */
  readonly withDefaults: (path: string, fields: Fields) => Fields;
  readonly roleOf: (text: StaticText) => 'post' | 'page' | undefined;
  /** Its address without the base path, unless only the generator knows it. */
  readonly addressOf: (text: StaticText) => string | undefined;
  /** A date as addresses have it, where that is not as it was written; several if the archive does not say which. */
  readonly datesOf?: (date: string) => readonly string[];
  readonly isDraft: (text: StaticText) => boolean;
  /** Tags that name a collection rather than what a post is about. */
  readonly collections?: RegExp;
  /** The languages that names of files may have, as in `post.es.md`. */
  readonly languages: readonly string[];
  /** What the tokens of a permalink pattern stand for. */
  readonly tokensOf: (text: StaticText) => PermalinkValues;
}

/** Bytes of a text that is read. */
const maxText = 5 * 1024 * 1024;

const textEnding = /\.(?:md|markdown|mkdn?|mdx|html?|njk|liquid)$/i;

/** Posts in other languages of templates and texts, by their name or folder. */
const otherPost =
  /(?:(?:^|\/)\d{4}-\d\d-\d\d-[^/]*|(?:^|\/)_?(?:posts?|blog|articles?|news)\/.*)\.(?:11ty\.[cm]?[jt]s|webc|vto|hbs|pug|ejs|haml|adoc|asciidoc|rst|org|textile|ipynb)$/i;

/** Reads the archive of a static site. Links in it are not followed, and nothing in it is run. */
export function readStaticSite(root: string, generator: StaticGenerator, options: ReadOptions): Archive {
  const { kind, hosts, basePath, publicFolders, textFolder } = generator;
  const authors = authorsOf(root);
  const notes: ArchiveNote[] = [];
  const posts: ArchivePost[] = [];
  if (relative(root, join(root, textFolder)).startsWith('..') || !existsSync(join(root, textFolder)))
    throw new ExitError(
      exitCodes.usage,
      `By its configuration the texts of this archive are in ${textFolder}, and there is no such folder in it.`,
    );
  for (const path of filesIn(join(root, textFolder), '', generator.withoutTexts, notes)) {
    const where = posix.join(textFolder, path);
    const note = (message: string) => notes.push({ where, message });
    const post = textEnding.test(path) && readStaticText(root, where, path, generator, options, note);
    if (otherPost.test(path)) note('It is a template or a text of a kind that is not read.');
    if (post) posts.push({ ...post, authors: post.authors.map((name) => authors.get(name)?.name ?? name) });
  }
  const known = [...authors.values()].filter(({ bio }) => bio !== undefined);
  return { kind, root, hosts, basePath, publicFolders, posts, authors: known, attachments: [], notes };
}

function readStaticText(
  root: string,
  where: string,
  path: string,
  generator: StaticGenerator,
  { map, permalink }: ReadOptions,
  note: (message: string) => void,
): ArchivePost | undefined {
  const { kind, hosts, basePath } = generator;
  const { fields: own, body, flaw } = splitText(readText(join(root, where)));
  const fields = generator.withDefaults(path, own);
  const recognized = recognizeFields(fields, map, kind === 'jekyll');
  const { values } = recognized;
  const bare = path.replace(/(?:\.11ty)?\.\w+$/, '');
  const [, whole = bare, language] =
    new RegExp(`^(.*)\\.(${generator.languages.join('|') || '-'})$`).exec(bare) ?? [];
  const stem = whole.replace(/(?<=[^/])\/index$/, '').replace(/^.*\//, '');
  const [, day, name = stem] = /^(\d{4}-\d\d?-\d\d?)[-_](.+)$/.exec(stem) ?? [];
  const text: StaticText = {
    ...recognized,
    path,
    fields,
    name,
    language,
    // Generators show midnight in UTC as the day that was written.
    date: (isoDate(values.publishedDate) ?? isoDate(day))?.replace(/T00:00:00(?:Z|\+00:00)$/, ''),
  };
  const role = generator.roleOf(text);
  if (role === undefined) return undefined;
  const isMarkdown = /\.(?:md|markdown|mkdn?|mdx)$/i.test(path);
  if (role === 'page' && !isMarkdown) {
    if (values.title !== undefined) note('It is a page in HTML, and only those in Markdown are taken.');
    return undefined;
  }
  if (flaw !== undefined) note(flaw);
  const pattern =
    role === 'post' && own.permalink === undefined && own.url === undefined ? permalink : undefined;
  const dates = (text.date && generator.datesOf?.(text.date)) || [text.date];
  const main = dates
    .map((date) =>
      pattern === undefined
        ? generator.addressOf({ ...text, date })
        : fillPattern(pattern, date, generator.tokensOf(text)),
    )
    .flatMap((address) => (address === undefined ? [] : `${basePath}${address.replaceAll(' ', '%20')}`));
  const isUnpublished = isFalse(fields.permalink);
  const isDraft =
    isUnpublished ||
    isTrue(fields.draft) ||
    isFalse(fields.published) ||
    fields.status === 'draft' ||
    generator.isDraft(text);
  if (main.length === 0 && text.date !== undefined && !isDraft)
    note(
      'Its old address could not be read from the archive: say the rule with `--permalink`, such as `--permalink /:year/:month/:title/`.',
    );
  const former = [fields.aliases, fields.redirect_from, fields.redirectFrom]
    .flat()
    .flatMap((alias) => formerOf(alias, basePath, kind === 'hugo' ? main[0]?.replace(/\/$/, '') : undefined));
  const folder = posix.dirname(where);
  return {
    ...recognized,
    tags: recognized.tags.filter((tag) => !generator.collections?.test(tag)),
    where,
    folder: folder === '.' ? '' : folder,
    // With the host, since two archives of one paper may have the same addresses.
    key: values.id ?? (main[0] === undefined ? where : `${siteOf(hosts)}${main[0]}`),
    fields,
    isPage: role === 'page',
    date: text.date,
    slug: [
      values.slug ?? (main[0] === undefined ? name : lastPart(main[0])),
      ...(language ? [language] : []),
    ].join('-'),
    isDraft,
    body,
    format: isMarkdown ? 'markdown' : 'html',
    addresses: [...new Set([...main, ...former])],
  };
}

const siteOf = ([host]: readonly string[]) => (host === undefined ? '' : `https://${host}`);

/** The name that readers know from an address: `story` of `/2014/05/story.html`, nothing of `/`. */
function lastPart(address: string): string {
  const part = address
    .replace(/\/(?:index\.html?)?$/, '')
    .replace(/\.\w+$/, '')
    .replace(/^.*\//, '');
  return decoded(part) ?? part;
}

/** A former address that a text names: below the base path, or beside the text where the generator reads it so. */
function formerOf(alias: unknown, basePath: string, beside = `${basePath}/`): string[] {
  if (typeof alias !== 'string' || alias.trim() === '') return [];
  const written = alias.trim().replace(/^\/(?!\/)/, `${basePath}/`);
  const url = parseUrl(written, `https://archive.invalid${beside}`);
  return url ? [url.pathname] : [];
}

/** The files below a folder, with `/`, in order. Folders of programs and what a build wrote are not looked into. */
function* filesIn(
  root: string,
  inside: string,
  withoutTexts: RegExp,
  notes: ArchiveNote[],
): Iterable<string> {
  const entries = readdirSync(join(root, inside), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = posix.join(inside, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) {
      if (!withoutTexts.test(path)) yield* filesIn(root, path, withoutTexts, notes);
    } else if (!entry.isFile())
      notes.push({ where: path, message: 'It is a link, and links of an archive are not followed.' });
    else if (lstatSync(join(root, path)).size <= maxText) yield path;
    else if (textEnding.test(path))
      notes.push({ where: path, message: 'It is larger than 5 MB, and was left out.' });
  }
}

/** The people of `_data/authors.yml`, `data/authors.yaml` and the like, by the word that posts use. */
function authorsOf(root: string): ReadonlyMap<string, ArchiveAuthor> {
  const files = ['_data', 'data', 'src/_data'].flatMap((folder) => [
    readConfig(join(root, folder), ['authors']),
  ]);
  const people = files.flatMap((file) => Object.entries(file ?? {}));
  return new Map(
    people.flatMap(([key, person]) => {
      if (!isRecord(person)) return [];
      const text = (names: readonly string[]) =>
        names.map((name) => person[name]).find((value) => typeof value === 'string');
      return [
        [
          key,
          { name: text(['name', 'display_name']) ?? key, bio: text(['bio', 'description', 'about']) },
        ] as const,
      ];
    }),
  );
}

/** The data of the first of these files that is there, `name` with the ending of YAML, TOML or JSON. Throws, as wrong usage, if it cannot be read. */
export function readConfig(folder: string, names: readonly string[]): Fields | undefined {
  const endings = ['yml', 'yaml', 'toml', 'json'];
  const paths = names.flatMap((name) => endings.map((ending) => join(folder, `${name}.${ending}`)));
  const path = paths.find((candidate) => existsSync(candidate));
  if (path === undefined) return undefined;
  try {
    return parseData(readText(path), extname(path).slice(1));
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new ExitError(exitCodes.usage, `${path} cannot be read: ${reason}`);
  }
}

/** Host and path of the address that a site was built for. */
export function hostAndPath(address: unknown): {
  readonly hosts: readonly string[];
  readonly basePath: string;
} {
  const url = typeof address === 'string' ? parseUrl(address) : undefined;
  const path = url?.pathname ?? (typeof address === 'string' ? address : '');
  return { hosts: url ? [url.hostname] : [], basePath: path.replace(/\/+$/, '') };
}
