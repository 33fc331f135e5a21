import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { slugify } from '../../content/schema/slugs.ts';
import { usageError } from '../../lib/errors.ts';
import { inZone } from '../../lib/in-zone.ts';
import { isRecord } from '../../lib/is-record.ts';
import { lstatOf } from '../../lib/ordinary-file.ts';
import { parseUrl } from '../../lib/web-address.ts';
import { fillPermalink, type Tokens } from './addresses.ts';
import type { Archive, ArchivePost, FormerList, Person, ReadOptions } from './archive.ts';
import { type ArchiveFiles, readConfig, readData, readText, splitText } from './archive-files.ts';
import { plainText } from './convert-text.ts';
import { type Fields, isFalse, isoDate, isTrue, recognizeFields, textOf } from './fields.ts';
import { each, type Note } from './report.ts';

/** A text file of an archive by its path in the folder of texts, with what its generator makes of it. */
type StaticText = ReturnType<typeof describe>;

/** What a generator and its configuration say about texts. */
export interface StaticGenerator extends Pick<Archive, 'kind' | 'basePath' | 'hosts' | 'publicFolders'> {
  /** The folder of texts inside the archive. */
  readonly textFolder: string;
  /** The zone of the days in addresses, where these are not as they were written. */
  readonly zone?: string;
  /** The front matter of a text, with the defaults of the archive. */
  readonly fieldsOf?: (path: string, own: Fields) => Fields;
  /** The rule of its address, unless only the generator knows it, and what its tokens stand for; nothing for what is neither post nor page. */
  readonly postOf: (
    text: StaticText,
  ) => { permalink: string | undefined; tokens: Tokens; isPage?: boolean } | undefined;
  /** The addresses of lists that its posts are in. */
  readonly listsOf?: (posts: readonly ArchivePost[]) => FormerList[];
}

const textEnding = /\.(?:(md|markdown|mkdn?|mdx)|html?|njk|liquid)$/i;
const unreadEnding = /\.(?:11ty\.[cm]?[jt]s|webc|vto|hbs|pug|ejs|haml|adoc|asciidoc|rst|org|textile|ipynb)$/i;

/** Files that no generator reads as texts. */
const notTexts = /(?:^|\/)(?:\.[^/]*|node_modules|_(?:site|includes|layouts|sass|data))$|^vendor$/;

/** Tags that name the collection of all posts. */
const collectionTags = /^(?:all|(?:blog)?posts?|blog|articles?)$/i;

/** Reads the archive of a static site. Links in it are not followed, and nothing in it is run. */
export function readStaticSite(
  files: ArchiveFiles,
  generator: StaticGenerator,
  options: ReadOptions,
): Archive {
  const { root, notes } = files;
  const { textFolder, zone, fieldsOf, postOf, listsOf, ...site } = generator;
  const { kind, hosts, basePath } = site;
  const people = peopleIn(files);
  const folder = join(root, textFolder);
  if (!existsSync(folder) || relative(realpathSync(root), realpathSync(folder)).startsWith('..'))
    throw usageError(
      `By its configuration the texts of this archive are in ${textFolder}, and there is no such folder in it.`,
    );
  const postAt = (path: string, where: string, note: Note): ArchivePost | undefined => {
    if (folders.some((folder) => where.startsWith(`${folder}/`))) return undefined;
    const unread = reasonAgainst(join(folder, path));
    if (unread !== undefined) note(unread);
    const [isText, isMarkdown] = textEnding.exec(path) ?? [];
    if (!isText || unread !== undefined) return undefined;
    const { fields: own, body, flaw } = splitText(readText(files, where) ?? '');
    if (flaw !== undefined) note(flaw);
    const hasFields = Object.keys(own).length > 0;
    if (!isMarkdown && !hasFields) return undefined;
    const text = describe(path, fieldsOf?.(path, own) ?? own, options);
    const computed = Object.keys(Object(text.fields.eleventyComputed)).join(', ');
    if (computed) note(`It has fields that are computed, and these are not imported: ${computed}.`);
    const rule = postOf(text);
    if (rule === undefined || (rule.isPage && !hasFields))
      return hasFields
        ? note('It is of a collection, or the page of a section, which Galley makes itself.')
        : undefined;
    const { fields, values, date } = text;
    const isFixed = own.permalink !== undefined || own.url !== undefined;
    const permalink = (isFixed ? undefined : options.permalink) ?? rule.permalink;
    const main = addressesOf(text, generator, permalink, rule.tokens);
    const [address] = main;
    const former = formerOf(fields, basePath, kind === 'hugo' ? address : '');
    const isHidden = [fields.permalink, fields.published].some(isFalse) || isTrue(fields.draft);
    const isDraft = isHidden || fields.status === 'draft' || /(?:^|\/)_drafts\//.test(path);
    if (address === undefined && date !== undefined && !isDraft && !rule.isPage)
      note(
        'Its old address could not be read from the archive: say the rule with `--permalink`, such as `--permalink /:year/:month/:title/`.',
      );
    return {
      ...text,
      authors: text.authors.map((name) => people.get(keyOf(name))?.name ?? name),
      tags: text.tags.filter((tag) => !collectionTags.test(tag)),
      where,
      folder: posix.dirname(where),
      // With the host, since two archives of one paper may have the same addresses.
      key: values.id ?? (address ? `${hosts[0] ? `https://${hosts[0]}` : ''}${address}` : where),
      slug: values.slug ?? posix.basename(address ?? text.name).replace(/\.html?$/, ''),
      isDraft,
      isPage: rule.isPage,
      body,
      format: isMarkdown ? 'markdown' : 'html',
      // Hugo reads those without a `/` at their start as beside the post.
      addresses: [...new Set([...main, ...former])],
    };
  };
  const texts = each([...filesIn(folder)], notes, (path) => posix.join(textFolder, path), postAt);
  const topOf = ({ folder }: ArchivePost) => folder.split('/', 2).join('/');
  const withDays = new Set(texts.filter(({ date }) => date).map(topOf));
  // In a folder of stories, one without a day is a mistake.
  const isPage = (text: ArchivePost) =>
    text.isPage || !(text.date || text.isDraft || withDays.has(topOf(text)));
  const posts = texts.filter((text) => !isPage(text));
  const pages = texts.filter(isPage).map((page) => ({ ...page, isPage: true }));
  return {
    ...{ ...site, root, posts, pages, lists: listsOf?.(posts) ?? [], menu: [] },
    ...{ attachments: new Map(), people: [...new Set(people.values())], notes },
  };
}

function reasonAgainst(file: string): string | undefined {
  const entry = lstatSync(file);
  if (!entry.isFile()) return 'It is a link or no ordinary file, and neither is read.';
  if (/\.11tydata\.[cm]?[jt]s$/i.test(file))
    return 'It is a program, and programs are not run: what it gives to posts, such as tags and addresses, is not imported.';
  if (unreadEnding.test(file)) return 'It is a template or a text of a kind that is not read.';
  return undefined;
}

function describe(path: string, fields: Fields, { map }: ReadOptions) {
  const stem = path.replace(/\.\w+$/, '').replace(/\/index(?=$|\.)/, '');
  const last = posix.basename(stem);
  // The name has no date.
  const [, day, name = last] = /^(\d{4}-\d\d?-\d\d?)[-_](.+)$/.exec(last) ?? [];
  const recognized = recognizeFields(fields, map);
  const date = isoDate(recognized.values.publishedDate) ?? isoDate(day);
  // Generators show midnight in UTC as the day that was written.
  return { ...recognized, path, stem, name, fields, date: date?.replace(/T00:00:00(?:Z|\+00:00)$/, '') };
}

/** The addresses of a text: two if its day may have been that of another zone. */
function addressesOf(
  { date = '', fields, values, name }: StaticText,
  { basePath, zone }: StaticGenerator,
  permalink: string | undefined,
  tokens: Tokens,
): string[] {
  if (permalink === undefined || isFalse(fields.permalink)) return [];
  const inUtc = date.length === 'yyyy-mm-ddThh:mm:ss'.length ? `${date}Z` : date;
  const dates = zone && date.includes('T') ? [inZone(new Date(inUtc), zone), date] : [date];
  const usual = { title: name, filename: name, slug: values.slug ?? name };
  return dates.flatMap((day) => {
    const address = fillPermalink(permalink, day, { ...usual, ...tokens }, fields);
    return address === undefined ? [] : `${basePath}${address.replaceAll(' ', '%20')}`;
  });
}

/** The former addresses that a text names: below the base path, or beside another address. */
function formerOf(fields: Fields, basePath: string, beside: string | undefined): string[] {
  const base = `https://archive.invalid${beside?.replace(/\/$/, '') || `${basePath}/`}`;
  return [fields.aliases, fields.redirect_from, fields.redirectFrom].flat().flatMap((alias) => {
    const written = textOf(alias)?.replace(/^\/(?!\/)/, `${basePath}/`);
    return (written && parseUrl(written, base)?.pathname) || [];
  });
}

/** The files below a folder, with `/`, in order. */
function* filesIn(root: string, inside = ''): Iterable<string> {
  const entries = readdirSync(join(root, inside), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = posix.join(inside, entry.name);
    if (notTexts.test(path)) continue;
    if (entry.isDirectory()) yield* filesIn(root, path);
    else yield path;
  }
}

/** Where generators have what they know of people: files of data, and folders with a file for each. */
const dataFiles = ['_data', 'data', 'src/_data', 'content/_data', 'site/_data'].map((at) => `${at}/authors`);
const folders = [...dataFiles, '_authors', 'content/authors', 'content/author', 'content/en/authors'];

/** The files of a folder of terms, such as `content/authors/ann/_index.md`, as data by their names. */
function termsIn(files: ArchiveFiles, folder: string): [string, unknown][] {
  if (!lstatOf(join(files.root, folder))?.isDirectory()) return [];
  return Array.from(filesIn(join(files.root, folder))).flatMap((path): [string, unknown][] => {
    const [, key = '', ending = ''] =
      /^(.*?)(?:\/_?index(?:\.\w\w)?)?\.(md|ya?ml|toml|json)$/.exec(path) ?? [];
    const text = ending && readText(files, posix.join(folder, path));
    if (!text || key === '' || /^_index/.test(key)) return [];
    const { fields, body } = ending === 'md' ? splitText(text) : { ...readData(text, ending), body: '' };
    return [[key, { ...fields, ...(body.trim() && { bio: plainText(body) }) }]];
  });
}

/** The people of an archive, by the word that posts use for each. */
function peopleIn(files: ArchiveFiles): ReadonlyMap<string, Person> {
  const entries = [
    ...dataFiles.flatMap((name) => Object.entries(readConfig(files, [name]))),
    ...folders.flatMap((name) => termsIn(files, name)),
  ];
  return new Map(
    entries.flatMap(([key, value]): [string, Person][] => {
      const data = isRecord(value) ? value : { name: value };
      const text = (names: string) => textOf(data, names) ?? '';
      const name = text('display_name full_name name title');
      const person = { name, mail: text('email mail'), bio: text('bio description about') };
      const own = [data.name, data.username, data.short_name, data.slug, data.id].flatMap(
        (word) => textOf(word) ?? [],
      );
      return name === '' ? [] : [key, ...own].map((word) => [keyOf(word), person]);
    }),
  );
}

const keyOf = (name: string) => slugify(name) || name;

/** Host and path of the address that a site was built for. */
export function hostAndPath(address: unknown): Pick<Archive, 'hosts' | 'basePath'> {
  const url = parseUrl(textOf(address) ?? '', 'https://archive.invalid');
  if (!url) return { hosts: [], basePath: '' };
  const hosts = url.hostname === 'archive.invalid' ? [] : [url.hostname];
  return { hosts, basePath: url.pathname.replace(/\/+$/, '') };
}
