import { closeSync, openSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';
import { decoded, parseUrl } from '../lib/web-address.ts';
import type { Archive, ArchiveNote, ArchivePost, Attachment, ReadOptions } from './archive.ts';
import { isoDate, recognizeFields } from './fields.ts';
import { hostAndPath } from './static-site.ts';

/** An item of an export: the texts of its elements, and what its lists have. */
interface Item {
  readonly texts: Map<string, string>;
  readonly meta: Map<string, string>;
  readonly categories: string[];
  readonly tags: string[];
}

/** Kinds of items that are no content: menus, revisions, settings of the design. */
const ofDesign =
  /^(?:nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_\w+)$/;

/** Reads an export of WordPress, in one file or several. */
export function readWordpress(files: readonly string[], { map }: ReadOptions): Archive {
  const items: Item[] = [];
  const names = new Map<string, string>();
  const channel = new Map<string, string>();
  const notes: ArchiveNote[] = [];
  for (const file of files) {
    const flaw = readExport(file, { items, names, channel });
    if (flaw !== undefined) notes.push({ where: basename(file), message: `The export is damaged: ${flaw}` });
  }
  const typeOf = ({ texts }: Item) => texts.get('wp:post_type') ?? 'post';
  const attachments = items.filter((item) => typeOf(item) === 'attachment').map(toAttachment);
  const pictures = new Map(attachments.map((attachment) => [attachment.id, attachment]));
  const posts = items.flatMap((item) => {
    const type = typeOf(item);
    if (type === 'attachment' || ofDesign.test(type)) return [];
    const where = whereOf(item);
    const status = item.texts.get('wp:status') ?? 'publish';
    const reason = !/^(?:post|page)$/.test(type)
      ? `It is of the kind \`${type}\`, and only posts and pages are taken.`
      : /^(?:publish|draft|pending|private|future)$/.test(status)
        ? undefined
        : `Its status is \`${status}\`.`;
    if (reason === undefined) return [toPost(item, where, type === 'page', map, names, pictures, notes)];
    notes.push({ where, message: reason });
    return [];
  });
  const { hosts, basePath } = hostAndPath(channel.get('wp:base_blog_url') ?? channel.get('link'));
  const root = dirname(files[0] ?? '.');
  return {
    kind: 'wordpress',
    root,
    hosts,
    basePath,
    publicFolders: [''],
    posts,
    authors: [],
    attachments,
    notes,
  };
}

const whereOf = ({ texts }: Item) =>
  `item ${texts.get('wp:post_id') ?? '?'}: ${texts.get('title') || texts.get('wp:post_name') || 'without a title'}`;

const toAttachment = ({ texts, meta }: Item): Attachment => ({
  id: texts.get('wp:post_id') ?? '',
  address: texts.get('wp:attachment_url') ?? texts.get('guid') ?? '',
  alt: meta.get('_wp_attachment_image_alt'),
  caption: texts.get('excerpt:encoded'),
});

function toPost(
  { texts, meta, categories, tags }: Item,
  where: string,
  isPage: boolean,
  map: ReadOptions['map'],
  names: ReadonlyMap<string, string>,
  pictures: ReadonlyMap<string, Attachment>,
  notes: ArchiveNote[],
): ArchivePost {
  const picture = pictures.get(meta.get('_thumbnail_id') ?? '');
  const login = texts.get('dc:creator');
  const gmt = isoDate(texts.get('wp:post_date_gmt'));
  const changed = isoDate(texts.get('wp:post_modified_gmt'));
  const fields = {
    ...Object.fromEntries([...meta].filter(([key]) => !key.startsWith('_'))),
    title: texts.get('title'),
    author: [names.get(login ?? '') ?? login].filter((name) => name !== undefined),
    date: gmt ? `${gmt}Z` : texts.get('wp:post_date'),
    // WordPress changes it whenever somebody saves the post: `--map post_modified=updatedDate` takes it.
    post_modified: changed && `${changed}Z`,
    categories,
    tags,
    slug: decoded(texts.get('wp:post_name') ?? ''),
    excerpt: texts.get('excerpt:encoded') || meta.get('_yoast_wpseo_metadesc'),
    guid: texts.get('guid'),
    image: picture?.address,
    imageAlt: picture?.alt,
    imageCaption: picture?.caption,
  };
  const recognized = recognizeFields(fields, map, false);
  const status = texts.get('wp:status') ?? 'publish';
  const isLocked = (texts.get('wp:post_password') ?? '') !== '';
  if (isLocked) notes.push({ where, message: 'It has a password, and Galley has none: it is a draft now.' });
  const link = parseUrl(texts.get('link') ?? '');
  const isDraft = isLocked || !/^(?:publish|future)$/.test(status);
  if (!isDraft && link?.search)
    notes.push({
      where,
      message: `Its address is \`${link.pathname}${link.search}\`, which no static host can answer.`,
    });
  return {
    ...recognized,
    where,
    folder: '',
    key: fields.guid || link?.href || where,
    fields,
    isPage,
    date: isoDate(recognized.values.publishedDate),
    slug: recognized.values.slug ?? '',
    isDraft,
    body: texts.get('content:encoded') ?? '',
    format: 'html',
    // `?p=123` is there for links between posts; it is no address that can be kept.
    addresses: [
      ...(link && !link.search ? [link.pathname] : []),
      `/?p=${texts.get('wp:post_id')}`,
      ...(link?.search ? [`/${link.search}`] : []),
    ],
  };
}

interface Found {
  readonly items: Item[];
  readonly names: Map<string, string>;
  readonly channel: Map<string, string>;
}

/** The elements whose texts are kept. The parser's own names would keep whole pieces of the file in memory. */
const elements =
  'title link guid dc:creator content:encoded excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt wp:post_modified_gmt wp:post_name wp:status wp:post_type wp:post_password wp:attachment_url wp:base_blog_url'.split(
    ' ',
  );

/** Elements with long texts that nobody needs, and what is in them. */
const skipped = /^(?:wp:comment|wp:term|wp:tag|wp:category)$/;

/** Reads a file of an export piece by piece. Gives what is wrong with its XML; what can be read is read all the same. */
function readExport(file: string, { items, names, channel }: Found): string | undefined {
  let item: Item | undefined;
  let text = '';
  let inSkipped = 0;
  let attributes: Readonly<Record<string, string>> = {};
  let pair = new Map<string, string>();
  let flaw: string | undefined;
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => {
    flaw ??= message;
  });
  parser.on('opentag', ({ name, attributes: given }) => {
    text = '';
    attributes = given as Readonly<Record<string, string>>;
    if (skipped.test(name)) inSkipped++;
    if (name === 'item') item = { texts: new Map(), meta: new Map(), categories: [], tags: [] };
    if (name === 'wp:postmeta' || name === 'wp:author') pair = new Map();
  });
  const add = (part: string) => {
    if (inSkipped === 0) text += part;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    // A copy: a part of a string would keep all of its piece in memory.
    const value = inSkipped === 0 ? Buffer.from(text.trim()).toString() : '';
    text = '';
    if (skipped.test(name)) inSkipped--;
    else if (inSkipped > 0) return;
    else if (/^wp:(?:meta_|author_)/.test(name)) pair.set(name, value);
    else if (name === 'wp:postmeta')
      item?.meta.set(pair.get('wp:meta_key') ?? '', pair.get('wp:meta_value') ?? '');
    else if (name === 'wp:author')
      names.set(pair.get('wp:author_login') ?? '', pair.get('wp:author_display_name') ?? '');
    else if (name === 'category' && item)
      (attributes.domain === 'post_tag' ? item.tags : item.categories).push(value);
    else if (name === 'item' && item) {
      items.push(item);
      item = undefined;
    } else {
      const own = elements.find((element) => element === name);
      const texts = item?.texts ?? channel;
      if (own !== undefined && !(item === undefined && texts.has(own))) texts.set(own, value);
    }
  });
  for (const piece of piecesOf(file)) parser.write(piece);
  parser.close();
  return flaw;
}

/** A large file as text, in pieces. */
function* piecesOf(file: string): Iterable<string> {
  const decoder = new StringDecoder('utf8');
  const buffer = Buffer.alloc(256 * 1024);
  const opened = openSync(file, 'r');
  try {
    for (let size = readSync(opened, buffer); size > 0; size = readSync(opened, buffer))
      yield decoder.write(buffer.subarray(0, size));
  } finally {
    closeSync(opened);
  }
}
