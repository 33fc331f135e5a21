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
  type FormerList,
  listAt,
  type MenuLine,
  type Person,
  type ReadOptions,
} from './archive.ts';
import { readData } from './archive-files.ts';
import { type Fields, isoDate, recognizeFields, textOf, usualNames } from './fields.ts';
import { each, type Note } from './report.ts';
import { hostAndPath } from './static-site.ts';

/** What an export says of a post, a file or the site: its elements, custom fields, categories and tags. */
type Item = Map<string, string[]>;

const first = (item: Item, name: string) => item.get(name)?.[0] ?? '';

/** Kinds of items that are no content: menus, revisions, settings of the design. */
const ofDesign =
  /^(?:attachment|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_\w+)$/;

/** Reads an export of WordPress, in one file or several. */
export function readWordpress(files: readonly string[], { map }: ReadOptions): Archive {
  const notes: ArchiveNote[] = [];
  const site: Item = new Map();
  const message = 'The export is cut off or damaged: a post that does not end is left out. Export it again.';
  const items = files.flatMap((file) => {
    const { items, isCut } = readExport(file, site);
    if (isCut) notes.push({ where: basename(file), message });
    return items;
  });
  const ofType = (type: string) => items.filter((item) => first(item, 'wp:post_type') === type);
  const idOf = (item: Item) => first(item, 'wp:post_id');
  const blocks = new Map(ofType('wp_block').map((item) => [idOf(item), first(item, 'content:encoded')]));
  const uploads = new Map(ofType('attachment').map((item) => [idOf(item), item]));
  const attachments = new Map(Array.from(uploads, ([id, item]) => [id, attachmentOf(item)]));
  const pictures = [...uploads.values()].filter((item) => pictureName.test(first(item, 'wp:attachment_url')));
  const attachedTo = groupBy(pictures, (item) => first(item, 'wp:post_parent'));
  const people = peopleIn(site, ofType('guest-author'));
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
  const lists = [
    ...termsIn(site),
    ...written.map(([login, { name }]) =>
      listAt(`/author/${encodeURI(login.toLowerCase())}/`, 'person', name),
    ),
    listAt('/feed/', 'feed', ''),
  ];
  const comments = items.reduce((sum, item) => sum + (item.get('wp:comment_id')?.length ?? 0), 0);
  const words = `Comments of readers, which Galley does not have: ${count(comments)}.`;
  if (comments > 0) notes.push({ where: 'comments', message: words });
  return {
    kind: 'wordpress',
    root: dirname(files[0] ?? '.'),
    ...hostAndPath(first(site, 'wp:base_blog_url') || first(site, 'link')),
    publicFolders: [''],
    ...{ posts, pages: texts.filter(({ isPage }) => isPage), lists },
    menu: menuOf(ofType('nav_menu_item'), items, site),
    attachments,
    people: [...new Set(people.values())],
    notes,
  };
}

/** The addresses of categories, below those that they belong to, and of tags, with their feeds. */
function termsIn(site: Item): FormerList[] {
  const parents = new Map(site.get('category')?.map((slug, i) => [slug, site.get('category parent')?.[i]]));
  const pathOf = (slug: string, depth = 0): string => {
    const parent = depth < 9 && parents.get(slug);
    return `${parent ? pathOf(parent, depth + 1) : '/category'}/${slug}`;
  };
  return ['category', 'tag'].flatMap((kind) =>
    (site.get(kind) ?? []).flatMap((slug, i) => {
      const name = site.get(`${kind} name`)?.[i] ?? slug;
      const from = kind === 'tag' ? `/tag/${slug}` : pathOf(slug);
      return [listAt(`${from}/`, 'term', name), listAt(`${from}/feed/`, 'feed', name)];
    }),
  );
}

/** The lines of all menus in their order, each once. */
function menuOf(lines: readonly Item[], items: readonly Item[], site: Item): MenuLine[] {
  const byId = new Map(items.map((item) => [first(item, 'wp:post_id'), item]));
  const terms = termsIn(site).filter(({ kind }) => kind === 'term');
  const ids = [...(site.get('category id') ?? []), ...(site.get('tag id') ?? [])];
  const entries = lines
    .toSorted((a, b) => Number(first(a, 'wp:menu_order')) - Number(first(b, 'wp:menu_order')))
    .map((line) => {
      const id = first(line, '_menu_item_object_id');
      const isTerm = first(line, '_menu_item_type') === 'taxonomy';
      const [item, term] = isTerm ? [undefined, terms[ids.indexOf(id)]] : [byId.get(id)];
      const title = first(line, 'title') || (item ? first(item, 'title') : (term?.name ?? ''));
      const address = first(line, '_menu_item_url') || (item ? first(item, 'link') : (term?.from ?? ''));
      return { title, address };
    });
  return [...new Map(entries.map((entry) => [entry.address, entry])).values()];
}

const attachmentOf = (item: Item): Attachment => ({
  address: first(item, 'wp:attachment_url'),
  alt: first(item, '_wp_attachment_image_alt'),
  caption: first(item, 'excerpt:encoded'),
});

const pictureName = /\.(?:avif|gif|jpe?g|png|webp)$/i;

/** The people of a site by login and by slug: its users, and the guest authors of Co-Authors Plus. */
function peopleIn(site: Item, guests: readonly Item[]): ReadonlyMap<string, Person> {
  const people = new Map<string, Person>();
  for (const login of site.get('wp:author_login') ?? []) {
    const name = first(site, `author ${login}`);
    if (name !== '') people.set(login, { name, mail: first(site, `mail ${login}`), bio: '' });
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
  'title link guid dc:creator content:encoded excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt wp:post_modified_gmt wp:post_name wp:status wp:post_type wp:post_password wp:attachment_url wp:base_blog_url wp:comment_id wp:post_parent wp:is_sticky wp:menu_order'.split(
    ' ',
  );

/** The field of the words of a taxonomy. Those that a site has beside the usual ones are taken only by `--map`. */
function fieldOf(taxonomy: string): string {
  const usual = new Map([
    ['category', 'categories'],
    ['post_tag', 'tags'],
    ['author', 'author'],
  ]);
  const isTaken = Object.values(usualNames).join(' ').split(' ').includes(taxonomy);
  return usual.get(taxonomy) ?? (isTaken ? `${taxonomy}_taxonomy` : taxonomy);
}

/** Elements in one another; a good export has five. */
const maxDepth = 100;

/** Reads a file of an export piece by piece, and what is no XML as well as it can be: old posts have a lone `&`, and control characters. */
function readExport(file: string, site: Item) {
  const items: Item[] = [];
  let item = site;
  let text = '';
  let taxonomy = '';
  let slug = '';
  /** The last text of each element that belongs to another one. Comments have pairs as well. */
  const last = new Map<string, string>();
  const lastOf = (name: string) => last.get(name) ?? '';
  let isCut = false;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, { domain = 'category', nicename = '' }) {
        text = '';
        depth += 1;
        taxonomy = domain;
        slug = nicename;
        if (name !== 'item') return;
        item = new Map();
        items.push(item);
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
        const save = (as: string, saved: string) => {
          const there = item.get(as);
          if (there) there.push(saved);
          else item.set(as, [saved]);
        };
        const element = elements.find((own) => own === name);
        if (element !== undefined) save(element, value);
        else if (/^wp:(?:meta|author|category|cat|tag|term)_/.test(name)) last.set(name, value);
        else if (name === 'wp:postmeta') save(lastOf('wp:meta_key'), lastOf('wp:meta_value'));
        else if (name === 'wp:author') {
          const login = lastOf('wp:author_login');
          save('wp:author_login', login);
          save(`author ${login}`, lastOf('wp:author_display_name'));
          save(`mail ${login}`, lastOf('wp:author_email'));
        } else if (name === 'wp:category' || name === 'wp:tag') {
          const kind = name.slice('wp:'.length);
          save(kind, lastOf(kind === 'tag' ? 'wp:tag_slug' : 'wp:category_nicename'));
          save(`${kind} name`, lastOf(kind === 'tag' ? 'wp:tag_name' : 'wp:cat_name'));
          save(`${kind} id`, lastOf('wp:term_id'));
          save(`${kind} parent`, lastOf('wp:category_parent'));
        } else if (name === 'category') {
          // A byline of Co-Authors Plus is its slug, which its user or guest has as well.
          save(fieldOf(taxonomy), taxonomy === 'author' ? slug || value : value);
        } else if (name === 'item') {
          // Half a post is none.
          if (isImplied && item !== site) items.pop();
          item = site;
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
  return { items, isCut };
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
