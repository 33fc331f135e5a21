import { closeSync, openSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';
import { decoded, parseUrl } from '../lib/web-address.ts';
import type { Archive, ArchiveNote, ArchivePost, ReadOptions } from './archive.ts';
import { isoDate, recognizeFields } from './fields.ts';
import { hostAndPath } from './static-site.ts';

/** What an export says of a post, a file or the site: the texts of elements, pairs of keys and values, and lists. */
interface Item {
  readonly texts: Map<string, string>;
  readonly meta: Map<string, string>;
  readonly categories: string[];
  readonly tags: string[];
}

const emptyItem = (): Item => ({ texts: new Map(), meta: new Map(), categories: [], tags: [] });

/** Kinds of items that are no content: menus, revisions, settings of the design. */
const ofDesign =
  /^(?:nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_\w+)$/;

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
    items.flatMap((item) =>
      item.texts.get('wp:post_type') === 'attachment' ? [[item.texts.get('wp:post_id') ?? '', item]] : [],
    ),
  );
  const addressOf = (upload: Item | undefined) =>
    upload?.texts.get('wp:attachment_url') ?? upload?.texts.get('guid');

  function postOf({ texts, meta, categories, tags }: Item): ArchivePost[] {
    const text = (element: string) => texts.get(element) ?? '';
    const title = text('title') || text('wp:post_name') || 'without a title';
    const where = `item ${text('wp:post_id')}: ${title}`;
    const note = (message: string) => notes.push({ where, message });
    const [type, status] = [text('wp:post_type'), text('wp:status')];
    if (type === 'attachment' || ofDesign.test(type)) return [];
    if (type !== 'post') note(`It is of the kind \`${type}\`, and only posts are taken.`);
    else if (!/^(?:publish|draft|pending|private|future)$/.test(status)) note(`Its status is \`${status}\`.`);
    else {
      const picture = uploads.get(meta.get('_thumbnail_id') ?? '');
      const [published, changed] = ['wp:post_date_gmt', 'wp:post_modified_gmt'].map((element) => {
        const date = isoDate(text(element));
        return date && `${date}Z`;
      });
      const fields = {
        ...Object.fromEntries([...meta].filter(([key]) => !key.startsWith('_'))),
        title: text('title'),
        author: site.meta.get(text('dc:creator')) ?? text('dc:creator'),
        date: published ?? text('wp:post_date'),
        // WordPress changes it whenever somebody saves the post: `--map post_modified=updatedDate` takes it.
        post_modified: changed,
        categories,
        tags,
        slug: decoded(text('wp:post_name')),
        excerpt: text('excerpt:encoded') || meta.get('_yoast_wpseo_metadesc'),
        guid: text('guid'),
        image: addressOf(picture),
        imageAlt: picture?.meta.get('_wp_attachment_image_alt'),
        imageCaption: picture?.texts.get('excerpt:encoded'),
      };
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
    }
    return [];
  }

  return {
    kind: 'wordpress',
    root: dirname(files[0] ?? '.'),
    ...hostAndPath(site.texts.get('wp:base_blog_url') ?? site.texts.get('link')),
    publicFolders: [''],
    posts: items.flatMap(postOf),
    authors: [],
    attachments: Array.from(uploads, ([id, upload]) => ({ id, address: addressOf(upload) ?? '' })),
    notes,
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
