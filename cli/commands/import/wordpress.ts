import { basename, dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { Parser } from 'htmlparser2';
import { count } from '../../lib/counts.ts';
import { groupBy } from '../../lib/group-by.ts';
import { bytesAt } from '../../lib/ordinary-file.ts';
import { decoded, parseUrl } from '../../lib/web-address.ts';
import {
  type Archive,
  type ArchiveNote,
  type ArchivePost,
  type Attachment,
  listAt,
  type MenuLine,
  type Person,
  type ReadOptions,
} from './archive.ts';
import { readData } from './archive-files.ts';
import { type Fields, isoDate, recognizeFields, textOf, usualNames } from './fields.ts';
import { each, type Note } from './report.ts';
import { hostAndPath } from './static-site.ts';

/** What an export says of a post, a file, a person, a term or the site: its elements, custom fields, categories and tags. */
type Item = Map<string, string[]>;

/** All that an export has of each kind, by the names of their elements. */
type Groups = ReadonlyMap<string, Item[]>;

const first = (item: Item, name: string) => item.get(name)?.[0] ?? '';

/** Kinds of items that are no content: menus, revisions, settings of the design. */
const ofDesign =
  /^(?:attachment|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_\w+)$/;

/** Reads an export of WordPress, in one file or several. */
export function readWordpress(files: readonly string[], { map }: ReadOptions): Archive {
  const notes: ArchiveNote[] = [];
  const site: Item = new Map();
  const groups: Groups = new Map(groupNames.map((name) => [name, []]));
  const message = 'The export is cut off or damaged: a post that does not end is left out. Export it again.';
  for (const file of files)
    if (!readExport(file, site, groups)) notes.push({ where: basename(file), message });
  const items = groups.get('item') ?? [];
  const ofType = (type: string) => items.filter((item) => first(item, 'wp:post_type') === type);
  const idOf = (item: Item) => first(item, 'wp:post_id');
  const blocks = new Map(ofType('wp_block').map((item) => [idOf(item), first(item, 'content:encoded')]));
  const uploads = new Map(ofType('attachment').map((item) => [idOf(item), item]));
  const attachments = attachmentsOf(uploads);
  const pictures = [...uploads.values()].filter((item) => pictureName.test(first(item, 'wp:attachment_url')));
  const attachedTo = groupBy(pictures, (item) => first(item, 'wp:post_parent'));
  const people = peopleIn(groups.get('wp:author') ?? [], ofType('guest-author'));
  const postOf = (item: Item, where: string, note: Note): ArchivePost | undefined => {
    const text = (name: string) => first(item, name);
    const [type, status] = [text('wp:post_type'), text('wp:status')];
    if (ofDesign.test(type)) return undefined;
    if (!/^(?:post|page)$/.test(type) || !/^(?:publish|draft|pending|private|future)$/.test(status))
      return note(
        `It is of the kind \`${type}\` with the status \`${status}\`, and only posts and pages are taken.`,
      );
    const fields = fieldsOf(item, people, attachments.get(text('_thumbnail_id')));
    const recognized = recognizeFields(fields, map);
    const isLocked = text('wp:post_password') !== '';
    if (isLocked) note('It has a password, and Galley has none: it is a draft now.');
    const isDraft = isLocked || !/^(?:publish|future)$/.test(status);
    const link = parseUrl(text('link'));
    const address = link?.search ? undefined : link?.pathname;
    if (!isDraft && address === undefined)
      note(`Its address is \`${text('link')}\`, which no static host can answer.`);
    return {
      ...recognized,
      where,
      folder: '',
      key: text('guid') || text('link') || where,
      fields,
      date: isoDate(recognized.values.publishedDate),
      slug: recognized.values.slug ?? '',
      isDraft,
      isPage: type === 'page',
      body: wholeBody(item, blocks, note),
      format: 'html',
      attached: attachedTo.get(idOf(item))?.map(idOf) ?? [],
      // `?p=123` is there for links between posts; it is no address that can be kept.
      addresses: [
        ...(address ? [address] : []),
        `/?p=${idOf(item)}`,
        // It had these slugs before.
        ...(item.get('_wp_old_slug') ?? []).flatMap(
          (old) => (old && address?.replace(/[^/]+(?=\/?$)/, () => encodeURI(old))) || [],
        ),
      ],
    };
  };
  const nameOf = (item: Item) =>
    first(item, 'title').slice(0, 300) || first(item, 'wp:post_name') || 'without a title';
  const texts = each(items, notes, (item) => `item ${idOf(item)}: ${nameOf(item)}`, postOf);
  const posts = texts.filter(({ isPage }) => !isPage);
  const written = [...people].filter(([, { name }]) => posts.some(({ authors }) => authors.includes(name)));
  const terms = termsIn(groups);
  const lists = [
    ...terms.flatMap(({ name, from }) => [listAt(from, 'term', name), listAt(`${from}feed/`, 'feed', name)]),
    ...written.map(([login, { name }]) =>
      listAt(`/author/${encodeURI(login.toLowerCase())}/`, 'person', name),
    ),
    listAt('/feed/', 'feed', ''),
  ];
  const comments = groups.get('wp:comment') ?? [];
  const words = `Comments of readers, which Galley does not have: ${count(comments.length)}.`;
  if (comments.length > 0) notes.push({ where: 'comments', message: words });
  return {
    kind: 'wordpress',
    root: dirname(files[0] ?? '.'),
    ...hostAndPath(first(site, 'wp:base_blog_url') || first(site, 'link')),
    publicFolders: [''],
    ...{ posts, pages: texts.filter(({ isPage }) => isPage), lists },
    menu: menuOf(ofType('nav_menu_item'), items, terms),
    attachments,
    people: [...new Set(people.values())],
    notes,
  };
}

type Term = ReturnType<typeof termsIn>[number];

/** The addresses of categories, below those that they belong to, and of tags. */
function termsIn(groups: Groups) {
  const categories = groups.get('wp:category') ?? [];
  const slugOf = (item: Item) => first(item, 'wp:category_nicename');
  const parents = new Map(categories.map((item) => [slugOf(item), first(item, 'wp:category_parent')]));
  const pathOf = (slug: string, depth = 0): string => {
    const parent = depth < 9 && parents.get(slug);
    return `${parent ? pathOf(parent, depth + 1) : '/category/'}${slug}/`;
  };
  return [...categories, ...(groups.get('wp:tag') ?? [])].map((item) => ({
    id: first(item, 'wp:term_id'),
    name: first(item, 'wp:cat_name') || first(item, 'wp:tag_name'),
    from: item.has('wp:tag_slug') ? `/tag/${first(item, 'wp:tag_slug')}/` : pathOf(slugOf(item)),
  }));
}

/** The lines of all menus in their order, each once. */
function menuOf(lines: readonly Item[], items: readonly Item[], terms: readonly Term[]): MenuLine[] {
  const byId = new Map(items.map((item) => [first(item, 'wp:post_id'), item]));
  const entries = lines
    .toSorted((a, b) => Number(first(a, 'wp:menu_order')) - Number(first(b, 'wp:menu_order')))
    .map((line) => {
      const id = first(line, '_menu_item_object_id');
      const isTerm = first(line, '_menu_item_type') === 'taxonomy';
      const item = isTerm ? undefined : byId.get(id);
      const term = isTerm ? terms.find((one) => one.id === id) : undefined;
      const title = first(line, 'title') || (item ? first(item, 'title') : (term?.name ?? ''));
      const address = first(line, '_menu_item_url') || (item ? first(item, 'link') : (term?.from ?? ''));
      return { title, address };
    });
  return [...new Map(entries.map((entry) => [entry.address, entry])).values()];
}

/** Uploads by their ids and the addresses of their pages. */
const attachmentsOf = (uploads: ReadonlyMap<string, Item>): ReadonlyMap<string, Attachment> =>
  new Map(
    Array.from(uploads).flatMap(([id, item]) => {
      const [address, page] = [first(item, 'wp:attachment_url'), first(item, 'link')];
      const alt = first(item, '_wp_attachment_image_alt');
      return [id, page].map((key) => [key, { address, alt, caption: first(item, 'excerpt:encoded') }]);
    }),
  );

const pictureName = /\.(?:avif|gif|jpe?g|png|webp)$/i;

/** The people of a site by login and by slug: its users, and the guest authors of Co-Authors Plus. */
function peopleIn(users: readonly Item[], guests: readonly Item[]): ReadonlyMap<string, Person> {
  const people = new Map<string, Person>();
  for (const user of users) {
    const name = first(user, 'wp:author_display_name');
    const person = { name, mail: first(user, 'wp:author_email'), bio: '' };
    if (name !== '') people.set(first(user, 'wp:author_login'), person);
  }
  for (const guest of guests) {
    const text = (name: string) => first(guest, name);
    const name = text('cap-display_name') || text('title');
    const person = { name, mail: text('cap-user_email'), bio: text('cap-description') };
    for (const key of [text('cap-user_login'), text('wp:post_name').replace(/^cap-/, '')])
      if (key !== '' && name !== '') people.set(key, person);
  }
  return people;
}

/** The text of a post with the blocks that it shares with others, and with its footnotes. */
function wholeBody(item: Item, blocks: ReadonlyMap<string, string>, note: Note): string {
  const body = first(item, 'content:encoded').replace(
    /<!-- wp:block \{[^{}]*"ref":(\d+)[^{}]*\} \/-->/g,
    (_, id: string) => {
      if (!blocks.has(id))
        note(`Its reusable block ${id} is not in the export, so the text of that is missing.`);
      return blocks.get(id) ?? '';
    },
  );
  if (!body.includes('<!-- wp:footnotes')) return body;
  const { fields } = readData(first(item, 'footnotes') || '[]', 'json');
  const notes = Object.values(fields).map((one) => `<li>${textOf(one, 'content') ?? ''}</li>`);
  return body.replace(/<!-- wp:footnotes[^>]*-->/, () => `<h2>Notes</h2><ol>${notes.join('')}</ol>`);
}

/** A post as front matter: its custom fields, and its elements by the names that they have elsewhere. */
function fieldsOf(item: Item, people: ReadonlyMap<string, Person>, picture?: Attachment): Fields {
  const text = (name: string) => first(item, name);
  const published = text('wp:post_date_gmt');
  const authors = item.get('author') ?? [text('dc:creator')];
  return {
    ...Object.fromEntries(
      Array.from(item).filter(([name]) => !/^_|:|^(?:link|author|footnotes)$/.test(name)),
    ),
    authors: authors.map((login) => people.get(login.replace(/^cap-/, ''))?.name ?? login),
    sticky: text('wp:is_sticky') === '1' ? 'It stayed on top.' : '',
    // Drafts have zeros.
    date: /^[1-9]/.test(published) ? `${published}Z` : text('wp:post_date'),
    // WordPress changes it whenever somebody saves the post: `--map post_modified=updatedDate` takes it.
    post_modified: text('wp:post_modified_gmt') && `${text('wp:post_modified_gmt')}Z`,
    slug: decoded(text('wp:post_name')),
    excerpt: text('excerpt:encoded') || text('_yoast_wpseo_metadesc'),
    image: picture?.address,
    imageAlt: picture?.alt,
    imageCaption: picture?.caption,
  };
}

/** The elements whose texts are kept. The parser's own names would keep whole pieces of the file in memory. */
const elements =
  'title link guid dc:creator content:encoded excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt wp:post_modified_gmt wp:post_name wp:status wp:post_type wp:post_password wp:attachment_url wp:base_blog_url wp:post_parent wp:is_sticky wp:menu_order wp:author_login wp:author_display_name wp:author_email wp:category_nicename wp:category_parent wp:cat_name wp:tag_slug wp:tag_name wp:term_id wp:meta_key wp:meta_value'.split(
    ' ',
  );

/** The elements that hold others. */
const groupNames = ['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:postmeta', 'wp:comment'];

/** The field of the words of a taxonomy. Those that a site has beside the usual ones are taken only by `--map`. */
function fieldOf(taxonomy: string): string {
  const usual = new Map(Object.entries({ category: 'categories', post_tag: 'tags', author: 'author' }));
  const isTaken = Object.values(usualNames).join(' ').split(' ').includes(taxonomy);
  return usual.get(taxonomy) ?? (isTaken ? `${taxonomy}_taxonomy` : taxonomy);
}

/** Elements in one another; a good export has five. */
const maxDepth = 100;

/** Reads a file of an export piece by piece, and what is no XML as well as it can be: old posts have a lone `&`, and control characters. Gives whether it was whole. */
function readExport(file: string, site: Item, groups: Groups): boolean {
  const open = [site];
  let text = '';
  let taxonomy = '';
  let slug = '';
  let isCut = false;
  let depth = 0;
  const save = (name: string, value: string) => {
    const item = open.at(-1) ?? site;
    const there = item.get(name);
    if (there) there.push(value);
    else item.set(name, [value]);
  };
  const parser = new Parser(
    {
      onopentag(name, { domain = 'category', nicename = '' }) {
        text = '';
        depth += 1;
        taxonomy = domain;
        slug = nicename;
        if (groups.has(name)) open.push(new Map());
      },
      ontext(part) {
        text += part;
      },
      onclosetag(name, isImplied) {
        depth -= 1;
        isCut ||= isImplied && /^(?:rss|channel|item)$/.test(name);
        // A copy: a part of a string would keep all of its piece in memory.
        const value = Buffer.from(text.trim()).toString();
        text = '';
        const element = elements.find((own) => own === name);
        const group = groups.get(name);
        if (element !== undefined) save(element, value);
        // A byline of Co-Authors Plus is its slug, which its user or guest has as well.
        else if (name === 'category') save(fieldOf(taxonomy), taxonomy === 'author' ? slug || value : value);
        else if (group) {
          const item = open.pop() ?? site;
          if (name === 'wp:postmeta') save(first(item, 'wp:meta_key'), first(item, 'wp:meta_value'));
          // Half a post is none.
          else if (!isImplied) group.push(item);
        }
      },
    },
    { xmlMode: true },
  );
  for (const piece of piecesOf(file)) {
    // A piece has many times more tags than elements that are open: then nothing was closed.
    for (let at = 0; at < piece.length && depth < maxDepth; at += 1000)
      parser.write(piece.slice(at, at + 1000));
  }
  parser.end();
  return !isCut;
}

/** A large file as text, in pieces. */
function* piecesOf(file: string): Iterable<string> {
  const decoder = new StringDecoder('utf8');
  for (let at = 0, piece = startOf(file); piece.length > 0; piece = startOf(file, at)) {
    at += piece.length;
    yield decoder.write(piece);
  }
}

const startOf = (file: string, at = 0) => bytesAt(file, at, 256 * 1024);

/** Whether a file is an export of WordPress, which its first lines say. */
export const isExport = (file: string): boolean => startOf(file).includes('wordpress.org/export/');
