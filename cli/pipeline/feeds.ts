import { extname } from 'node:path';
import { Feed } from 'feed';
import { feedIconPath } from '../images/pictures.ts';
import { keyOf } from '../lib/content-hash.ts';
import { escapeXml } from '../lib/escape.ts';
import { yearIn } from '../lib/in-zone.ts';
import { parseUrl } from '../lib/web-address.ts';
import type { Edition, EditionPost, OutputFile } from '../model.ts';
import { blog } from '../page-kinds/blog.ts';
import { pageKindOf } from '../page-kinds/kinds.ts';
import { isOfKind, type PageFeed, type Route } from '../page-kinds/page-kind.ts';
import { feedTextFile } from '../page-kinds/rss.ts';
import { timeZoneOf } from '../sources/site.ts';
import { mediaTypes } from './read.ts';

/** How many posts a feed carries, how many minutes a reader may keep it, and how large its picture is. */
const feedItems = 10;
const feedTtl = 60;
const channelImageSize = 32;

/** The paper's own feeds, those of its pages, and its sitemap. */
export const feeds = (edition: Edition, routes: readonly Route[], render: TextRenderer): OutputFile[] => [
  ...postFeeds(edition, render),
  ...sitemap(edition, routes),
];

/** Renders the text of an article as HTML. `templates` is their version, if a process can have several. */
export interface TextRenderer {
  readonly templates?: string | undefined;
  readonly render: (post: EditionPost) => Promise<string>;
}

/** The paper's own feeds and those of its pages: the files with texts of posts. */
export function postFeeds(edition: Edition, renderer: TextRenderer): OutputFile[] {
  if (!edition.hasFeed) return [];
  const paper = paperFeed(edition);
  const blogPage = edition.pages.find((page) => isOfKind(page, blog))?.data.path;
  const pictures = keyOf(
    Array.from(edition.pictures, ([path, { drawing: _, ...picture }]) => [path, picture]),
  );
  const texts = new Map<EditionPost, Promise<string>>();
  /** The text of a post with absolute addresses, made once for all feeds that it is in. */
  function textOf(post: EditionPost): Promise<string> {
    const text =
      texts.get(post) ??
      renderer.render(post).then((html) => absolute(html, edition.baseUrl + post.post.path));
    texts.set(post, text);
    return text;
  }
  /** Made only if its key is new. */
  function content(feed: PageFeed, format: Format): OutputFile['content'] {
    let made: Promise<string> | undefined;
    return {
      key: keyOf(format, factsOf(edition, feed, blogPage), pictures, renderer.templates),
      make() {
        made ??= feedOf(edition, feed, blogPage, format, textOf).then((made) =>
          (format === 'rss' ? rss : jsonFeed)(made, edition, feed),
        );
        return made;
      },
    };
  }
  const ofPaper = content(paper, 'rss');
  return [
    { path: 'rss.xml', content: ofPaper },
    { path: feedTextFile, content: ofPaper },
    { path: 'feed.json', content: content(paper, 'json') },
    ...pageFeeds(edition).map((feed) => ({ path: feed.path.slice(1), content: content(feed, 'rss') })),
  ];
}

/** Everything that a feed depends on, except the pictures in its texts. */
function factsOf(edition: Edition, source: PageFeed, otherPage: string | undefined): unknown {
  const { feed, name, language } = edition.shared.site.data;
  const texts = source.posts
    .slice(0, feedItems)
    .map(({ parsed }) => [parsed.source.hash ?? parsed.body, parsed.bodyOffset]);
  return [feed, name, language, channelOf(edition, source), itemsOf(edition, source, otherPage), texts];
}

function paperFeed({ shared, posts }: Edition): PageFeed {
  const { feed = {}, name, description, tagline } = shared.site.data;
  return {
    path: '/rss.xml',
    title: feed.title ?? name,
    description: feed.description ?? description ?? tagline,
    page: '/',
    posts,
  };
}

const pageFeeds = (edition: Edition): PageFeed[] =>
  edition.pages.flatMap((page) => pageKindOf(page.data.template)?.feeds?.(page, edition) ?? []);

type Format = 'rss' | 'json';

/** A feed with the full text of the newest posts; those of categories without a page are in the section `otherPage`. */
async function feedOf(
  edition: Edition,
  source: PageFeed,
  otherPage: string | undefined,
  format: Format,
  textOf: TextRenderer['render'],
): Promise<Feed> {
  const { title, description, link, updated, language, image, copyright } = channelOf(edition, source);
  const isRss = format === 'rss';
  const text = isRss ? escapeAmpersand : (words: string) => words;
  const feed = new Feed({
    id: link,
    title: text(title),
    description: text(description),
    link,
    updated,
    language,
    image,
    copyright: text(copyright),
    generator: 'Galley',
    ttl: feedTtl,
    feedLinks: { rss: edition.baseUrl + source.path, json: `${edition.baseUrl}/feed.json` },
  });
  for (const [i, item] of itemsOf(edition, source, otherPage).entries()) {
    const { id, link, date, published, authors, category, picture } = item;
    const post = source.posts[i];
    const content = post ? await textOf(post) : '';
    const src = picture && edition.baseUrl + picture.src;
    const type = picture && mediaTypes[extname(picture.src).toLowerCase()];
    feed.addItem({
      // Titles and descriptions of RSS are HTML.
      title: isRss ? item.title.replace(/[&<>]/g, asReference) : item.title,
      description: isRss ? escapeXml(item.description) : item.description,
      content: isRss ? content.replaceAll(']]>', ']]&gt;') : content,
      id,
      link,
      date,
      published,
      category: [{ name: text(category.name), ...(category.domain && { domain: category.domain }) }],
      ...(src && (isRss ? { enclosure: { url: src, length: picture.bytes, type } } : { image: src })),
      // The author of RSS is an e-mail address.
      ...(authors.length > 0 && {
        extensions: isRss
          ? several(
              'dc:creator',
              authors.map(({ name }) => ({ _text: text(name) })),
            )
          : several('authors', authors),
      }),
    });
  }
  return feed;
}

/** The library writes lists, but its types know one value for a name. */
const several = (name: string, values: readonly object[]) => [
  { name, objects: values as object as Record<string, unknown> },
];

const asReference = (sign: string) => `&#x${sign.charCodeAt(0).toString(16).toUpperCase()};`;

function rss(feed: Feed, edition: Edition, source: PageFeed): string {
  const { managingEditor, webMaster } = edition.shared.site.data.feed ?? {};
  const { title, link, image: url } = channelOf(edition, source);
  const texts = { url, title, link, width: channelImageSize, height: channelImageSize };
  const objects = Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, { _text: escapeAmpersand(String(value)) }]),
  );
  feed.addExtension({ name: 'image', objects });
  for (const [name, contact] of Object.entries({ managingEditor, webMaster })) {
    const _text = contact && escapeAmpersand(`${contact.email} (${contact.name})`);
    if (_text) feed.addExtension({ name, objects: { _text } });
  }
  return `${withItemsLast(feed.rss2())}\n`;
}

/** The library writes extensions of the channel after its items, which validators reject. */
const withItemsLast = (xml: string): string =>
  xml.replace(/(<item>.*<\/item>)(.*)(?=<\/channel>)/s, (_, items, more) => more.trimStart() + items);

/** The same as a JSON feed: https://www.jsonfeed.org/version/1.1/, where the library writes version 1. */
function jsonFeed(feed: Feed, edition: Edition, source: PageFeed): string {
  const { link, language } = channelOf(edition, source);
  const { items, ...channel } = JSON.parse(feed.json1()) as { readonly items: readonly object[] };
  const withAuthors = {
    ...channel,
    version: 'https://jsonfeed.org/version/1.1',
    language,
    authors: [{ name: edition.shared.site.data.name, url: link }],
    items,
  };
  return `${JSON.stringify(withAuthors, null, 2)}\n`;
}

/** The XML writer leaves `&amp;` alone, so every ampersand must be escaped. */
const escapeAmpersand = (text: string) => text.replaceAll('&', '&amp;');

function channelOf({ baseUrl, shared, clock }: Edition, { title, description, page, posts }: PageFeed) {
  const { feed = {}, name, publisher = name, language } = shared.site.data;
  const timeZone = timeZoneOf(shared.site.data);
  const year = clock.read(yearIn(timeZone));
  const image = baseUrl + (feed.image === undefined ? feedIconPath : `/${feed.image}`);
  return {
    title,
    // RSS requires one.
    description: description ?? title,
    link: baseUrl + page,
    language,
    image,
    copyright: `© ${year} ${publisher}`,
    // Never the clock, so that an unchanged paper has an unchanged feed.
    updated: new Date(Math.max(0, ...posts.slice(0, feedItems).map(changeOf))),
  };
}

/** When a post was last changed, in milliseconds. */
const changeOf = ({ post }: EditionPost): number => Date.parse((post.updated ?? post.published).iso);

function itemsOf({ baseUrl, shared, pictures }: Edition, { posts }: PageFeed, otherPage: string | undefined) {
  return posts.slice(0, feedItems).map((editionPost) => {
    const { post, id, time, parsed } = editionPost;
    const link = baseUrl + post.path;
    const section = post.category.path ?? otherPage;
    return {
      title: post.title,
      link,
      // The paper's own host, whatever this build's address: readers' programs know a post by it. A tag address
      // has a year in which the host was the paper's: https://www.rfc-editor.org/rfc/rfc4151
      id: `tag:${new URL(shared.site.data.baseUrl).hostname},2026:${id}`,
      date: new Date(changeOf(editionPost)),
      published: new Date(time),
      description: post.excerpt,
      authors: post.authors.map(({ name, path }) => ({
        name,
        ...(path !== undefined && { url: baseUrl + path }),
      })),
      category: { name: post.category.name, ...(section !== undefined && { domain: baseUrl + section }) },
      picture: pictures.get(parsed.data.imageUrl ?? ''),
    };
  });
}

/** HTML with absolute addresses, without `div`, and with one source for each picture. */
const absolute = (html: string, pageUrl: string): string =>
  html
    .replace(/<\/?div[^>]*>/g, '')
    .replace(/<source [^>]*>|<\/?picture>| (?:srcset|sizes)="[^"]*"(?=[^<>]*>)/g, '')
    .replace(/(<(?:a|img)\b[^>]*?\s(?:href|src)=")([^"]*)"/g, (same, before: string, value: string) => {
      const address = value.replaceAll('&amp;', '&');
      const url = parseUrl(address, pageUrl);
      return url ? `${before}${escapeXml(url.href)}"` : same;
    });

/** `sitemap.xml`, of every page search engines may show, and `robots.txt`, which names it. */
function sitemap(edition: Edition, routes: readonly Route[]): OutputFile[] {
  const urls = routes.flatMap(({ address, isHidden, modified }) => {
    if (isHidden) return [];
    const lastmod = modified ? `<lastmod>${modified}</lastmod>` : '';
    return [`  <url><loc>${escapeXml(edition.baseUrl + address)}</loc>${lastmod}</url>\n`];
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
  return [
    { path: 'sitemap.xml', content: xml },
    { path: 'robots.txt', content: `User-agent: *\nAllow: /\n\nSitemap: ${edition.baseUrl}/sitemap.xml\n` },
  ];
}
