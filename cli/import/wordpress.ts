import { closeSync, openSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';
import { decoded, parseUrl } from '../lib/web-address.ts';
import type { Archive, ArchiveNote, ArchivePost, ReadOptions } from './archive.ts';
import { isoDate, recognizeFields } from './fields.ts';
import { hostAndPath } from './static-site.ts';

/** What an export says of a post, a file or the site: the texts of elements, pairs of keys and values, and lists. */
const emptyItem = () => ({
  texts: new Map<string, string>(),
  meta: new Map<string, string>(),
  categories: [] as string[],
  tags: [] as string[],
});
type Item = ReturnType<typeof emptyItem>;

/** Kinds of items that are no content: menus, revisions, settings of the design. */
const ofDesign =
  /^(?:attachment|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_\w+)$/;

/** Reads an export of WordPress, in one file or several. */
export function readWordpress(files: readonly string[], { map }: ReadOptions): Archive {
  const notes: ArchiveNote[] = [];
  const site = emptyItem();
  const items = files.flatMap((file) => {
    const { found, flaw } = readExport(file, site);
    if (flaw !== undefined) notes.push({ where: basename(file), message: `The export is damaged: ${flaw}` });
    return found;
  });
  const uploads = new Map(
    items
      .filter(({ texts }) => texts.get('wp:post_type') === 'attachment')
      .map((item) => [item.texts.get('wp:post_id') ?? '', item]),
  );
  const posts = items.flatMap((item): ArchivePost[] => {
    const text = (element: string) => item.texts.get(element) ?? '';
    const where = `item ${text('wp:post_id')}: ${text('title') || text('wp:post_name') || 'without a title'}`;
    const note = (message: string) => notes.push({ where, message });
    const [type, status] = [text('wp:post_type'), text('wp:status')];
    if (ofDesign.test(type)) return [];
    if (type !== 'post' || !/^(?:publish|draft|pending|private|future)$/.test(status)) {
      note(
        type === 'post' ? `Its status is \`${status}\`.` : `It is a \`${type}\`, and only posts are taken.`,
      );
      return [];
    }
    const fields = fieldsOf(item, text, site, uploads.get(item.meta.get('_thumbnail_id') ?? ''));
    const recognized = recognizeFields(fields, map);
    const isLocked = text('wp:post_password') !== '';
    if (isLocked) note('It has a password, and Galley has none: it is a draft now.');
    const isDraft = isLocked || !/^(?:publish|future)$/.test(status);
    const link = parseUrl(text('link'));
    if (!isDraft && link?.search)
      note(`Its address is \`${link.pathname}${link.search}\`, which no static host can answer.`);
    return [
      {
        ...recognized,
        where,
        folder: '',
        key: fields.guid || link?.href || where,
        fields,
        date: isoDate(recognized.values.publishedDate),
        slug: recognized.values.slug ?? '',
        isDraft,
        body: text('content:encoded'),
        format: 'html',
        // `?p=123` is there for links between posts; it is no address that can be kept.
        addresses: [...(link && !link.search ? [link.pathname] : []), `/?p=${text('wp:post_id')}`],
      },
    ];
  });
  return {
    kind: 'wordpress',
    root: dirname(files[0] ?? '.'),
    ...hostAndPath(site.texts.get('wp:base_blog_url') ?? site.texts.get('link')),
    publicFolders: [''],
    posts,
    authors: [],
    attachments: Array.from(uploads, ([id, { texts }]) => ({ id, address: texts.get(uploadedAt) ?? '' })),
    notes,
  };
}

const uploadedAt = 'wp:attachment_url';

/** A post as front matter: its custom fields, and its elements by the names that they have elsewhere. */
function fieldsOf(
  { meta, categories, tags }: Item,
  text: (element: string) => string,
  site: Item,
  picture: Item | undefined,
) {
  const published = text('wp:post_date_gmt');
  return {
    ...Object.fromEntries([...meta].filter(([key]) => !key.startsWith('_'))),
    title: text('title'),
    author: site.meta.get(text('dc:creator')) ?? text('dc:creator'),
    // Drafts have zeros.
    date: /^[1-9]/.test(published) ? `${published}Z` : text('wp:post_date'),
    // WordPress changes it whenever somebody saves the post: `--map post_modified=updatedDate` takes it.
    post_modified: `${text('wp:post_modified_gmt')}Z`,
    categories,
    tags,
    slug: decoded(text('wp:post_name')),
    excerpt: text('excerpt:encoded') || meta.get('_yoast_wpseo_metadesc'),
    guid: text('guid'),
    image: picture?.texts.get(uploadedAt),
    imageAlt: picture?.meta.get('_wp_attachment_image_alt'),
    imageCaption: picture?.texts.get('excerpt:encoded'),
  };
}

/** The elements whose texts are kept. The parser's own names would keep whole pieces of the file in memory. */
const elements =
  'title link guid dc:creator content:encoded excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt wp:post_modified_gmt wp:post_name wp:status wp:post_type wp:post_password wp:attachment_url wp:base_blog_url'.split(
    ' ',
  );

/** Reads a file of an export piece by piece. Gives what is wrong with its XML; what can be read is read all the same. */
function readExport(file: string, site: Item) {
  const found: Item[] = [];
  let item = site;
  let text = '';
  let isTag = false;
  let pair = { key: '', value: '' };
  let flaw: string | undefined;
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => {
    flaw ??= message;
  });
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    isTag = String(attributes.domain) === 'post_tag';
    if (name === 'item') {
      item = emptyItem();
      found.push(item);
    }
  });
  const add = (part: string) => {
    text += part;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    // A copy: a part of a string would keep all of its piece in memory.
    const value = Buffer.from(text.trim()).toString();
    text = '';
    const element = elements.find((own) => own === name);
    if (element !== undefined && !item.texts.has(element)) item.texts.set(element, value);
    if (/^wp:(?:meta_key|author_login)$/.test(name)) pair = { key: value, value: '' };
    if (/^wp:(?:meta_value|author_display_name)$/.test(name)) pair.value = value;
    // Comments have pairs as well.
    if (/^wp:(?:postmeta|author)$/.test(name)) item.meta.set(pair.key, pair.value);
    if (name === 'category') (isTag ? item.tags : item.categories).push(value);
    if (name === 'item') item = site;
  });
  for (const piece of piecesOf(file)) parser.write(piece);
  parser.close();
  return { found, flaw };
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

/** Whether a file is an export of WordPress, which its first lines say. */
export function isExport(file: string): boolean {
  for (const start of piecesOf(file)) return start.includes('wordpress.org/export/');
  return false;
}
