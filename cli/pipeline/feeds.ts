import { extname } from 'node:path';
import { Feed } from 'feed';
import type { Edition, EditionPost, OutputFile } from '../content/model.ts';
import { timeZoneOf } from '../content/site.ts';
import { cached } from '../lib/cached.ts';
import { keyOf } from '../lib/content-hash.ts';
import { escapeXml } from '../lib/escape.ts';
import { yearIn } from '../lib/in-zone.ts';
import { parseUrl } from '../lib/web-address.ts';
import { feedIconPath, logoPath } from '../look/pictures.ts';
import { blog } from '../pages/kinds/blog.ts';
import { soundOf } from '../pages/kinds/podcast.ts';
import { feedTextFile } from '../pages/kinds/rss.ts';
import { pageKindOf } from '../pages/kinds.ts';
import { isOfKind, type PageFeed, type Route } from '../pages/page-kind.ts';
import { mediaTypes } from '../site/headers.ts';
import type { Articles } from './articles.ts';

/** How many posts a feed carries, how many minutes a reader may keep it, and how large its picture is. */
const defaultItems = 10;
const feedTtl = 60;
/** As many as Apple reads. */
const maxEpisodes = 300;
const channelImageSize = 32;

/** The paper's own feeds, those of its pages, and its sitemaps. */
export const feeds = (edition: Edition, routes: readonly Route[], articles: Articles): OutputFile[] => [
  ...postFeeds(edition, articles),
  ...sitemaps(edition, routes),
];

/** The paper's own feeds and those of its pages. */
function postFeeds(edition: Edition, articles: Articles): OutputFile[] {
  if (!edition.hasFeed) return [];
  const { feed = {}, name, description, tagline } = edition.shared.site.data;
  const paper: PageFeed = {
    path: '/rss.xml',
    title: feed.title ?? name,
    description: feed.description ?? description ?? tagline,
    page: '/',
    posts: edition.posts,
  };
  const ofPages = edition.pages.flatMap(
    (page) => pageKindOf(page.data.template)?.feeds?.(page, edition) ?? [],
  );
  const blogPage = edition.pages.find((page) => isOfKind(page, blog))?.data.path;
  /** The text of a post with absolute addresses, made once for all feeds that it is in. */
  const textOf = cached(async (post: EditionPost) =>
    absolute(await articles.render(post), edition.baseUrl + post.post.path),
  );
  const articleKey = cached(articles.keyOf);
  /** Made only if its key is new. */
  function content(source: PageFeed, format: keyof typeof formats): OutputFile['content'] {
    const items = source.podcast ? maxEpisodes : feed.items;
    const posts = source.posts.slice(0, items ?? defaultItems);
    const props = propsOf(edition, { ...source, posts }, blogPage);
    let made: Promise<string> | undefined;
    return {
      key: keyOf(format, props, posts.map(articleKey)),
      make: () => (made ??= Promise.all(posts.map(textOf)).then((texts) => formats[format](props, texts))),
    };
  }
  const ofPaper = content(paper, 'rss');
  return [
    { path: 'rss.xml', content: ofPaper },
    { path: feedTextFile, content: ofPaper },
    { path: 'feed.json', content: content(paper, 'json') },
    ...ofPages.map((feed) => ({ path: feed.path.slice(1), content: content(feed, 'rss') })),
  ];
}

/** The content of a feed with the texts of its items. */
const formats = { rss, json };

/** A picture that has a caption or a credit, with both: https://www.rssboard.org/media-rss */
function mediaOf({ picture, caption }: FeedItem) {
  if (!picture || !caption) return [];
  const { url, type, width, height } = picture;
  const objects = {
    _attributes: { url, type, medium: 'image', width, height },
    ...(caption.text && { 'media:description': { _text: escapeAmpersand(caption.text) } }),
    ...(caption.credit && { 'media:credit': { _text: escapeAmpersand(caption.credit) } }),
  };
  return [{ name: 'media:content', objects }];
}

const asReference = (sign: string) => `&#x${sign.charCodeAt(0).toString(16).toUpperCase()};`;

function rss({ channel, contacts, podcast, items }: FeedProps, texts: readonly string[]): string {
  const { title, description, copyright, self, link, image: url, ...others } = channel;
  const feed = new Feed({
    ...others,
    id: link,
    link,
    title: escapeAmpersand(title),
    description: escapeAmpersand(description),
    copyright: escapeAmpersand(copyright),
    image: url,
    generator: 'Galley',
    ttl: feedTtl,
    feedLinks: { rss: self },
  });
  for (const [i, item] of items.entries()) {
    const { id, link, date, published, authors, category, labels, picture, sound } = item;
    // The author of RSS is an e-mail address. The library writes lists, but its types allow one value for a name.
    const creators = authors.map(({ name }) => ({ _text: escapeAmpersand(name) })) as object;
    const enclosure = sound ?? (picture && { url: picture.url, length: picture.bytes, type: picture.type });
    feed.addItem({
      // Titles and descriptions of RSS are HTML.
      title: item.title.replace(/[&<>]/g, asReference),
      description: escapeXml(item.description),
      content: texts[i]?.replaceAll(']]>', ']]&gt;'),
      id,
      link,
      date,
      published,
      category: [
        { ...category, name: escapeAmpersand(category.name) },
        ...labels.map((name) => ({ name: escapeAmpersand(name) })),
      ],
      ...(enclosure && { enclosure }),
      extensions: [
        ...(authors.length > 0 ? [{ name: 'dc:creator', objects: creators as Record<string, unknown> }] : []),
        ...mediaOf(item),
      ],
    });
  }
  for (const [name, objects] of Object.entries(podcast ?? {}))
    feed.addExtension({ name: `itunes:${name}`, objects });
  const fields = { url, title, link, width: channelImageSize, height: channelImageSize };
  const objects = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, { _text: escapeAmpersand(String(value)) }]),
  );
  feed.addExtension({ name: 'image', objects });
  for (const [name, contact] of Object.entries(contacts)) {
    const _text = contact && escapeAmpersand(`${contact.email} (${contact.name})`);
    if (_text) feed.addExtension({ name, objects: { _text } });
  }
  const xml = `${withNamespaces(withItemsLast(feed.rss2()))}\n`;
  return items.length > 0 ? xml : xml.replace(/ *<lastBuildDate>.*\n/, '');
}

const namespaces = {
  media: 'http://search.yahoo.com/mrss/',
  itunes: 'http://www.itunes.com/dtds/podcast-1.0.dtd',
};

/** The library declares only the namespaces of its own elements. Texts of content have `&lt;` for `<`. */
const withNamespaces = (xml: string): string =>
  Object.entries(namespaces).reduce(
    (text, [name, url]) =>
      xml.includes(`<${name}:`) ? text.replace('<rss version="2.0"', `$& xmlns:${name}="${url}"`) : text,
    xml,
  );

/** The library writes extensions of the channel after its items, which validators reject. */
const withItemsLast = (xml: string): string =>
  xml.replace(/(<item>.*<\/item>)(.*)(?=<\/channel>)/s, (_, items, more) => more.trimStart() + items);

/** The same as a JSON feed: https://www.jsonfeed.org/version/1.1/ */
function json({ channel, name, icon, items }: FeedProps, texts: readonly string[]): string {
  const { title, link, json, description, language, hub } = channel;
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: link,
    feed_url: json,
    description,
    icon,
    language,
    authors: [{ name, url: link }],
    hubs: hub === undefined ? undefined : [{ type: 'WebSub', url: hub }],
    items: items.map(({ id, link, title, description, picture, date, published, category, ...item }, i) => ({
      id,
      content_html: texts[i],
      url: link,
      title,
      summary: description,
      image: picture?.url,
      date_modified: date,
      date_published: published,
      tags: [category.name, ...item.labels],
      authors: item.authors.length > 0 ? item.authors : undefined,
      external_url: item.source,
    })),
  };
  return `${JSON.stringify(feed, null, 2)}\n`;
}

/** The XML writer leaves `&amp;` alone, so every ampersand must be escaped. */
const escapeAmpersand = (text: string) => text.replaceAll('&', '&amp;');

type FeedProps = ReturnType<typeof propsOf>;
type FeedItem = FeedProps['items'][number];

/** All that a feed shows, but for the texts of its posts. The section of posts whose category has no page is `otherPage`. */
function propsOf(
  edition: Edition,
  { path, title, description, page, posts, podcast }: PageFeed,
  otherPage?: string,
) {
  const { baseUrl, shared, clock, audience, pictures } = edition;
  const { feed = {}, name, publisher = name, language } = shared.site.data;
  const year = clock.read(yearIn(timeZoneOf(shared.site.data)));
  return {
    channel: {
      title,
      // RSS requires one.
      description: description ?? title,
      link: baseUrl + page,
      self: baseUrl + path,
      json: `${baseUrl}/feed.json`,
      language,
      image: baseUrl + (feed.image === undefined ? feedIconPath : `/${feed.image}`),
      copyright: `© ${year} ${publisher}`,
      hub: audience === 'preview' ? undefined : feed.hub,
      // Never the clock, so that an unchanged paper has an unchanged feed.
      updated: new Date(Math.max(0, ...posts.map(changeOf))),
    },
    name,
    podcast: podcast && itunesOf(podcast, baseUrl),
    icon: baseUrl + logoPath,
    contacts: { managingEditor: feed.managingEditor, webMaster: feed.webMaster },
    items: posts.map((editionPost) => {
      const { post, id, time, parsed } = editionPost;
      const section = post.category.path ?? otherPage;
      const picture = pictures.get(parsed.data.imageUrl ?? '');
      const sound = podcast && soundOf(editionPost, edition);
      return {
        title: post.title,
        link: baseUrl + post.path,
        // The paper's own host, whatever this build's address: readers' programs know a post by it. A tag address
        // has a year in which the host was the paper's: https://www.rfc-editor.org/rfc/rfc4151
        id: `tag:${feed.host ?? new URL(shared.site.data.baseUrl).hostname},2026:${encodeURI(id)}`,
        date: new Date(changeOf(editionPost)),
        published: new Date(time),
        description: post.excerpt,
        authors: post.authors.map(({ name, path }) => ({ name, url: path && baseUrl + path })),
        category: { name: post.category.name, ...(section !== undefined && { domain: baseUrl + section }) },
        labels: [post.sponsored?.label ?? [], post.tags.map(({ name }) => name)].flat(),
        picture: picture && {
          url: baseUrl + picture.src,
          type: mediaTypes[extname(picture.src).toLowerCase()],
          bytes: picture.bytes,
          width: picture.width,
          height: picture.height,
        },
        caption: post.caption,
        sound: sound && { url: `${baseUrl}/${sound.path}`, length: sound.bytes, type: 'audio/mpeg' },
        source: post.source?.url,
      };
    }),
  };
}

/** What Apple's and Spotify's directories ask for: https://podcasters.apple.com/support/823-podcast-requirements */
function itunesOf(
  { picture, author, email, category, explicit }: NonNullable<PageFeed['podcast']>,
  baseUrl: string,
) {
  const name = { _text: escapeAmpersand(author) };
  return {
    author: name,
    owner: { 'itunes:name': name, 'itunes:email': { _text: email } },
    image: { _attributes: { href: `${baseUrl}/${picture}` } },
    category: { _attributes: { text: escapeAmpersand(category) } },
    explicit: { _text: String(explicit) },
    type: { _text: 'episodic' },
  };
}

/** When a post was last changed, in milliseconds. */
const changeOf = ({ post }: EditionPost): number => Date.parse((post.updated ?? post.published).iso);

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
