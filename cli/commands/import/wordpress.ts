import { closeSync, openSync, readSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { Parser } from 'htmlparser2';
import { countOf } from '../../lib/counts.ts';
import { decoded, parseUrl } from '../../lib/web-address.ts';
import type { Archive, ArchiveNote, ArchivePost, ReadOptions } from './archive.ts';
import { isoDate, recognizeFields } from './fields.ts';
import type { Fields } from './front-matter.ts';
import { hostAndPath } from './static-site.ts';

/** What an export says of a post, a file or the site: its elements, custom fields, categories and tags. */
type Item = Map<string, string[]>;

const first = (item: Item | undefined, name: string) => item?.get(name)?.[0] ?? '';

/** Kinds of items that are no content: menus, revisions, settings of the design. */
const ofDesign =
  /^(?:attachment|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_\w+)$/;

/** Reads an export of WordPress, in one file or several. */
export function readWordpress(files: readonly string[], { map }: ReadOptions): Archive {
  const notes: ArchiveNote[] = [];
  const site: Item = new Map();
  const items = files.flatMap((file) => {
    const { items, isCut } = readExport(file, site);
    if (isCut) {
      const message =
        'The export is cut off or damaged: a post that does not end is left out. Export it again.';
      notes.push({ where: basename(file), message });
    }
    return items;
  });
  const uploads = items.filter((item) => first(item, 'wp:post_type') === 'attachment');
  const uploadOf = new Map(uploads.map((item) => [first(item, 'wp:post_id'), item]));
  const posts = items.flatMap((item): ArchivePost[] => {
    const text = (name: string) => first(item, name);
    const where = `item ${text('wp:post_id')}: ${text('title') || text('wp:post_name') || 'without a title'}`;
    const note = (message: string) => notes.push({ where, message });
    const [type, status] = [text('wp:post_type'), text('wp:status')];
    if (ofDesign.test(type)) return [];
    if (type !== 'post' || !/^(?:publish|draft|pending|private|future)$/.test(status)) {
      note(`It is of the kind \`${type}\` with the status \`${status}\`, and only posts are taken.`);
      return [];
    }
    const fields = fieldsOf(item, site, uploadOf.get(text('_thumbnail_id')));
    const recognized = recognizeFields(fields, map);
    const isLocked = text('wp:post_password') !== '';
    if (isLocked) note('It has a password, and Galley has none: it is a draft now.');
    const isDraft = isLocked || !/^(?:publish|future)$/.test(status);
    const link = parseUrl(text('link'));
    const address = link?.search ? undefined : link?.pathname;
    if (!isDraft && address === undefined)
      note(`Its address is \`${text('link')}\`, which no static host can answer.`);
    return [
      {
        ...recognized,
        where,
        folder: '',
        key: text('guid') || text('link') || where,
        fields,
        date: isoDate(recognized.values.publishedDate),
        slug: recognized.values.slug ?? '',
        isDraft,
        body: text('content:encoded'),
        format: 'html',
        // `?p=123` is there for links between posts; it is no address that can be kept.
        addresses: [...(address ? [address] : []), `/?p=${text('wp:post_id')}`],
      },
    ];
  });
  const comments = items.reduce((sum, item) => sum + (item.get('wp:comment_id')?.length ?? 0), 0);
  if (comments > 0)
    notes.push({
      where: 'comments',
      message: `${countOf(comments, 'comment')} of readers: Galley has none.`,
    });
  return {
    kind: 'wordpress',
    root: dirname(files[0] ?? '.'),
    ...hostAndPath(first(site, 'wp:base_blog_url') || first(site, 'link')),
    publicFolders: [''],
    posts,
    attachments: Array.from(uploadOf, ([id, item]) => ({ id, address: first(item, 'wp:attachment_url') })),
    notes,
  };
}

/** A post as front matter: its custom fields, and its elements by the names that they have elsewhere. */
function fieldsOf(item: Item, site: Item, picture: Item | undefined): Fields {
  const text = (name: string) => first(item, name);
  const published = text('wp:post_date_gmt');
  return {
    ...Object.fromEntries(Array.from(item).filter(([name]) => !/^_|:|^link$/.test(name))),
    author: first(site, `author ${text('dc:creator')}`) || text('dc:creator'),
    // Drafts have zeros.
    date: /^[1-9]/.test(published) ? `${published}Z` : text('wp:post_date'),
    // WordPress changes it whenever somebody saves the post: `--map post_modified=updatedDate` takes it.
    post_modified: text('wp:post_modified_gmt') && `${text('wp:post_modified_gmt')}Z`,
    slug: decoded(text('wp:post_name')),
    excerpt: text('excerpt:encoded') || text('_yoast_wpseo_metadesc'),
    image: first(picture, 'wp:attachment_url'),
    imageAlt: first(picture, '_wp_attachment_image_alt'),
    imageCaption: first(picture, 'excerpt:encoded'),
  };
}

/** The elements whose texts are kept. The parser's own names would keep whole pieces of the file in memory. */
const elements =
  'title link guid dc:creator content:encoded excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt wp:post_modified_gmt wp:post_name wp:status wp:post_type wp:post_password wp:attachment_url wp:base_blog_url wp:comment_id'.split(
    ' ',
  );

/** Reads a file of an export piece by piece, and what is no XML as well as it can be: old posts have a lone `&`, and control characters. */
function readExport(file: string, site: Item) {
  const items: Item[] = [];
  let item = site;
  let text = '';
  let list = '';
  let key = '';
  let pair = '';
  let isCut = false;
  const parser = new Parser(
    {
      onopentag(name, { domain }) {
        text = '';
        list = domain === 'post_tag' ? 'tags' : 'categories';
        if (name !== 'item') return;
        item = new Map();
        items.push(item);
      },
      ontext(part) {
        text += part;
      },
      onclosetag(name, isImplied) {
        isCut ||= isImplied;
        // A copy: a part of a string would keep all of its piece in memory.
        const value = Buffer.from(text.trim()).toString();
        text = '';
        const save = (as: string, saved: string) => item.set(as, [...(item.get(as) ?? []), saved]);
        const element = elements.find((own) => own === name);
        if (element !== undefined) save(element, value);
        else if (/^wp:(?:meta_key|author_login)$/.test(name)) key = value;
        else if (/^wp:(?:meta_value|author_display_name)$/.test(name)) pair = value;
        // Comments have pairs as well.
        else if (name === 'wp:postmeta') save(key, pair);
        else if (name === 'wp:author') save(`author ${key}`, pair);
        else if (name === 'category') save(list, value);
        else if (name === 'item') {
          // Half a post is none.
          if (isImplied && item !== site) items.pop();
          item = site;
        }
      },
    },
    { xmlMode: true },
  );
  for (const piece of piecesOf(file)) parser.write(piece);
  parser.end();
  return { items, isCut };
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
