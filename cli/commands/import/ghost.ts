import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { groupBy, largestGroups } from '../../lib/group-by.ts';
import { isRecord } from '../../lib/is-record.ts';
import { bytesAt } from '../../lib/ordinary-file.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { fillPermalink } from './addresses.ts';
import {
  type Archive,
  type ArchiveNote,
  type ArchivePost,
  listAt,
  type Person,
  type ReadOptions,
} from './archive.ts';
import { decodedText } from './archive-files.ts';
import { type Fields, isoDate, recognizeFields, textOf } from './fields.ts';
import { each, type Note } from './report.ts';

/** Whether a file is an export of Ghost, by its first lines. */
export const isGhostExport = (file: string): boolean =>
  /^\s*\{\s*"(?:db"\s*:\s*\[\s*\{\s*"(?:meta|data)"|meta"\s*:\s*\{\s*"exported_on"|data"\s*:\s*\{\s*"posts")/.test(
    bytesAt(file, 0, 500).toString(),
  );

const textIn = (row: Fields | undefined, ...names: readonly string[]) =>
  names.map((name) => textOf(row?.[name])).find(Boolean) ?? '';

/** Reads an export of Ghost: a table for posts and pages, for people, for tags, and for what has which. */
export function readGhost(file: string, { map, permalink = '/:slug/' }: ReadOptions): Archive {
  const notes: ArchiveNote[] = [];
  // It stands for the address of the site.
  const written = decodedText(readFileSync(file)).replaceAll('__GHOST_URL__', '');
  const parsed = parseJson(written);
  const [whole] = [isRecord(parsed) ? (parsed.db ?? parsed) : parsed].flat();
  const data = isRecord(whole) && isRecord(whole.data) ? whole.data : {};
  const rows = (table: string): Fields[] => [data[table] ?? []].flat().filter(isRecord);
  if (rows('posts').length === 0)
    notes.push({ where: file, message: 'The export is damaged, or has no posts.' });
  const byId = (table: string) => new Map(rows(table).map((row) => [textIn(row, 'id'), row]));
  const [tags, users] = [byId('tags'), byId('users')];
  const joined = (table: string, own: string, others: ReadonlyMap<string, Fields>) => {
    const links = groupBy(rows(table), (row) => textIn(row, 'post_id'));
    return (id: string) =>
      (links.get(id) ?? [])
        .toSorted((a, b) => Number(a.sort_order) - Number(b.sort_order))
        .map((row) => others.get(textIn(row, own)))
        .filter((row) => row !== undefined);
  };
  const tagsOf = joined('posts_tags', 'tag_id', tags);
  const authorsOf = joined('posts_authors', 'author_id', users);
  const meta = new Map(rows('posts_meta').map((row) => [textIn(row, 'post_id'), row]));
  const people = Array.from(
    users.values(),
    (row): Person => ({ name: textIn(row, 'name'), mail: textIn(row, 'email'), bio: textIn(row, 'bio') }),
  );
  const postOf = (row: Fields, where: string, note: Note): ArchivePost => {
    const text = (...names: readonly string[]) => textIn(row, ...names);
    const more = meta.get(text('id'));
    const authors = authorsOf(text('id'));
    // Those with `#` are for editors.
    const [first, ...others] = tagsOf(text('id')).flatMap(
      (tag) => textIn(tag, 'name').replace(/^#.*/, '') || [],
    );
    const published = text('published_at', 'created_at');
    const fields: Fields = {
      title: text('title'),
      authors: (authors.length > 0 ? authors : [users.get(text('author_id'))]).map((row) =>
        textIn(row, 'name'),
      ),
      categories: first,
      tags: others,
      excerpt: text('custom_excerpt', 'meta_description') || textIn(more, 'meta_description'),
      image: text('feature_image', 'image'),
      imageAlt: textIn(more, 'feature_image_alt'),
      imageCaption: textIn(more, 'feature_image_caption'),
      slug: text('slug'),
      featured: /^(?:1|true)$/.test(String(row.featured)) ? 'It stayed on top.' : '',
      canonical_url: text('canonical_url'),
    };
    const recognized = recognizeFields(fields, map);
    const isOpen = /^(?:public)?$/.test(text('visibility'));
    if (!isOpen) note('Only members could read it, and Galley has none: it is a draft now.');
    if (text('status') === 'sent') note('It was only sent by mail: it is a draft now.');
    for (const message of injectedCode(text)) note(message);
    // Versions before 1.0 have Markdown.
    const body = text('html', 'markdown');
    const date = isoDate(/^\d{9,}$/.test(published) ? new Date(Number(published)).toISOString() : published);
    const address = fillPermalink(permalink, date ?? '', { slug: text('slug'), title: text('slug') }, fields);
    return {
      ...{ ...recognized, where, folder: '', key: text('uuid', 'id') || where, fields, slug: text('slug') },
      // Times without a zone are in UTC.
      date: date?.replace(/^(.{19})$/, '$1Z'),
      isDraft: !isOpen || !/^(?:published|scheduled)$/.test(text('status')),
      isPage: text('type') === 'page' || /^(?:1|true)$/.test(String(row.page)),
      ...{ body, format: text('html') ? 'html' : 'markdown', addresses: address ? [address] : [] },
    };
  };
  const texts = each(rows('posts'), notes, (row) => `post ${textIn(row, 'slug', 'id')}`, postOf);
  const settings = new Map(rows('settings').map((row) => [textIn(row, 'key'), textIn(row, 'value')]));
  const code = injectedCode((key) => settings.get(key));
  notes.push(...code.map((message) => ({ where: file, message })));
  return {
    ...{ kind: 'ghost', root: dirname(file), hosts: hostsIn(written, texts) },
    ...{ basePath: '', publicFolders: [''], attachments: new Map(), people, notes },
    posts: texts.filter(({ isPage }) => !isPage),
    pages: texts.filter(({ isPage }) => isPage),
    lists: [
      ...listsAt('tag', 'term', tags),
      ...listsAt('author', 'person', users),
      listAt('/rss/', 'feed', ''),
    ],
    menu: menuIn(settings),
  };
}

/** What is said of code that somebody put into the pages of a site, or of a post. */
const injectedCode = (textAt: (key: string) => string | undefined): string[] =>
  ['codeinjection_head', 'codeinjection_foot', 'ghost_head', 'ghost_foot']
    .filter(textAt)
    .map((key) => `Its own code, \`${key}\`, is left out.`);

const menuIn = (settings: ReadonlyMap<string, string>) =>
  ['navigation', 'secondary_navigation']
    .flatMap((key) => parseJson(settings.get(key) ?? '[]'))
    .filter(isRecord)
    .map((line) => ({ title: textIn(line, 'label'), address: textIn(line, 'url') }));

/** The addresses of the lists of each tag or author; tags with `#` have none. */
const listsAt = (folder: string, kind: 'term' | 'person', table: ReadonlyMap<string, Fields>) =>
  Array.from(table.values(), (row) =>
    listAt(`/${folder}/${textIn(row, 'slug')}/`, kind, textIn(row, 'name')),
  ).filter(({ name }) => !name.startsWith('#'));

/** The host of the site, which the export does not say: the one that links to its posts name most. */
function hostsIn(written: string, posts: readonly ArchivePost[]): string[] {
  const own = new Set(posts.flatMap(({ addresses }) => addresses));
  const links = [...written.matchAll(/https?:\/\/([\w.-]+)(\/[\w-]+\/)(?=[\\"'?#])/g)];
  const hosts = links.flatMap(([, host = '', path = '']) => (own.has(path) ? host : []));
  const [found = []] = largestGroups(hosts, (host) => host);
  return found.length > 2 ? found.slice(0, 1) : [];
}
