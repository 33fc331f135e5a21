import { extname } from 'node:path';
import { Feed } from 'feed';
import { mediaTypes } from '../hosts/model.ts';
import { feedIconPath, logoPath } from '../images/pictures.ts';
import { cached } from '../lib/cached.ts';
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

/** How many posts a feed carries, how many minutes a reader may keep it, and how large its picture is. */
const defaultItems = 10;
const feedTtl = 60;
const channelImageSize = 32;

/** The paper's own feeds, those of its pages, and its sitemaps. */
export const feeds = (edition: Edition, routes: readonly Route[], render: TextRenderer): OutputFile[] => [
  ...postFeeds(edition, render),
  ...sitemaps(edition, routes),
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
  /** The text of a post with absolute addresses, made once for all feeds that it is in. */
  const textOf = cached(async (post: EditionPost) =>
    absolute(await renderer.render(post), edition.baseUrl + post.post.path),
  );
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
  const texts = postsIn(source, edition).map(({ post, parsed }) => [
    parsed.source.hash ?? parsed.body,
    parsed.bodyOffset,
    post.corrections,
  ]);
  return [feed, name, language, channelOf(edition, source), itemsOf(edition, source, otherPage), texts];
}

/** The posts that a feed carries. */
const postsIn = ({ posts }: PageFeed, { shared }: Edition) =>
  posts.slice(0, shared.site.data.feed?.items ?? defaultItems);

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
  const { title, description, link, updated, language, image, copyright, hub } = channelOf(edition, source);
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
    hub,
    feedLinks: { rss: edition.baseUrl + source.path, json: `${edition.baseUrl}/feed.json` },
  });
  for (const [i, item] of itemsOf(edition, source, otherPage).entries()) {
    const { id, link, date, published, authors, category, sponsored, picture } = item;
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
      category: [
        { name: text(category.name), ...(category.domain && { domain: category.domain }) },
        ...(sponsored ? [{ name: sponsored }] : []),
      ],
      ...(src && (isRss ? { enclosure: { url: src, length: picture.bytes, type } } : { image: src })),
      // The author of RSS is an e-mail address.
      extensions: isRss
        ? [
            ...extension(
              'dc:creator',
              authors.map(({ name }) => ({ _text: text(name) })),
            ),
            ...mediaOf(item, src, type),
          ]
        : extension('authors', authors),
    });
  }
  return feed;
}

/** An element of an item for each value. The library writes lists, but its types allow one value for a name. */
const extension = (name: string, values: readonly object[]) =>
  values.length === 0 ? [] : [{ name, objects: values as object as Record<string, unknown> }];

/** A picture that has a caption or a credit, with both: https://www.rssboard.org/media-rss */
function mediaOf({ picture, caption }: Item, url: string | undefined, type: string | undefined) {
  if (!picture || !caption) return [];
  const { width, height } = picture;
  const objects = {
    _attributes: { url, type, medium: 'image', width, height },
    ...(caption.text && { 'media:description': { _text: escapeAmpersand(caption.text) } }),
    ...(caption.credit && { 'media:credit': { _text: escapeAmpersand(caption.credit) } }),
  };
  return [{ name: 'media:content', objects }];
}

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
  return `${withMediaNamespace(withItemsLast(feed.rss2()))}\n`;
}

/** The library declares only the namespaces of its own elements. Texts of content have `&lt;` for `<`. */
const withMediaNamespace = (xml: string): string =>
  xml.includes('<media:content ')
    ? xml.replace('<rss version="2.0"', '$& xmlns:media="http://search.yahoo.com/mrss/"')
    : xml;

/** The library writes extensions of the channel after its items, which validators reject. */
const withItemsLast = (xml: string): string =>
  xml.replace(/(<item>.*<\/item>)(.*)(?=<\/channel>)/s, (_, items, more) => more.trimStart() + items);

/** The same as a JSON feed: https://www.jsonfeed.org/version/1.1/, where the library writes version 1. */
function jsonFeed(feed: Feed, edition: Edition, source: PageFeed): string {
  const { link, language, hub } = channelOf(edition, source);
  const { items, ...channel } = JSON.parse(feed.json1()) as { readonly items: readonly object[] };
  const withAuthors = {
    ...channel,
    version: 'https://jsonfeed.org/version/1.1',
    icon: edition.baseUrl + logoPath,
    language,
    authors: [{ name: edition.shared.site.data.name, url: link }],
    ...(hub !== undefined && { hubs: [{ type: 'WebSub', url: hub }] }),
    items: items.map((item, i) => ({ ...item, external_url: source.posts[i]?.post.source?.url })),
  };
  return `${JSON.stringify(withAuthors, null, 2)}\n`;
}

/** The XML writer leaves `&amp;` alone, so every ampersand must be escaped. */
const escapeAmpersand = (text: string) => text.replaceAll('&', '&amp;');

function channelOf(edition: Edition, source: PageFeed) {
  const { baseUrl, shared, clock, audience } = edition;
  const { title, description, page } = source;
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
    hub: audience === 'preview' ? undefined : feed.hub,
    // Never the clock, so that an unchanged paper has an unchanged feed.
    updated: new Date(Math.max(0, ...postsIn(source, edition).map(changeOf))),
  };
}

/** When a post was last changed, in milliseconds. */
const changeOf = ({ post }: EditionPost): number => Date.parse((post.updated ?? post.published).iso);

type Item = ReturnType<typeof itemsOf>[number];

function itemsOf(edition: Edition, source: PageFeed, otherPage: string | undefined) {
  const { baseUrl, shared, pictures } = edition;
  return postsIn(source, edition).map((editionPost) => {
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
      authors: post.authors.map(({ name, path }) => ({ name, url: path && baseUrl + path })),
      category: { name: post.category.name, ...(section !== undefined && { domain: baseUrl + section }) },
      sponsored: post.sponsored?.label,
      picture: pictures.get(parsed.data.imageUrl ?? ''),
      caption: post.caption,
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

/**
 * `sitemap.xml`, of every page search engines may show, the news sitemap, and `robots.txt`, which names both. A preview has only the last, and
 * it keeps search engines away.
 */
function sitemaps(edition: Edition, routes: readonly Route[]): OutputFile[] {
  if (edition.audience === 'preview')
    return [{ path: 'robots.txt', content: 'User-agent: *\nDisallow: /\n' }];
  const urls = routes.flatMap(({ address, isHidden, modified }) => {
    if (isHidden) return [];
    const lastmod = modified ? `<lastmod>${modified}</lastmod>` : '';
    return [`  <url><loc>${escapeXml(edition.baseUrl + address)}</loc>${lastmod}</url>\n`];
  });
  const all = [
    { path: 'sitemap.xml', content: urlSet('', urls) },
    ...(edition.shared.site.data.newsSitemap ? [newsSitemap(edition)] : []),
  ];
  const named = all.map(({ path }) => `Sitemap: ${edition.baseUrl}/${path}\n`).join('');
  return [...all, { path: 'robots.txt', content: `User-agent: *\nAllow: /\n\n${named}` }];
}

const urlSet = (namespace: string, urls: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespace}>\n${urls.join('')}</urlset>\n`;

/** What search engines accept: https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap */
const newsAge = 48 * 60 * 60 * 1000;
const maxNews = 1000;

/** The stories of the last 48 hours, without paid ones. The build expires when the first of them is older. */
function newsSitemap({ posts, shared, baseUrl, clock }: Edition) {
  const { name, language } = shared.site.data;
  const publication = `<news:publication><news:name>${escapeXml(name)}</news:name><news:language>${language.slice(0, 2)}</news:language></news:publication>`;
  const urls = posts
    .filter(({ post, time }) => !post.sponsored && !clock.isPast(time + newsAge))
    .slice(0, maxNews)
    .map(({ post: { path, title, published } }) => {
      const date = `<news:publication_date>${published.iso}</news:publication_date>`;
      const news = `<news:news>${publication}${date}<news:title>${escapeXml(title)}</news:title></news:news>`;
      return `  <url><loc>${escapeXml(baseUrl + path)}</loc>${news}</url>\n`;
    });
  const namespace = ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"';
  return { path: 'news-sitemap.xml', content: urlSet(namespace, urls) };
}
