import { extname } from 'node:path';
import { js2xml } from 'xml-js';
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
import { markdown } from '../sources/markdown.ts';
import { timeZoneOf } from '../sources/site.ts';
import { mediaTypes } from './read.ts';

/** How many posts a feed carries, how many minutes a reader may keep it, and how large its picture is. */
const feedItems = 10;
const feedTtl = 60;
const channelImageSize = 32;

/** The paper's own feeds, those of its pages, and its sitemap. */
export const feeds = (edition: Edition, routes: readonly Route[]): OutputFile[] => [
  ...postFeeds(edition),
  ...sitemap(edition, routes),
];

/** The paper's own feeds and those of its pages: the files that have texts of posts in them. */
export function postFeeds(edition: Edition): OutputFile[] {
  if (!edition.hasFeed) return [];
  const paper = paperFeed(edition);
  const blogPage = edition.pages.find((page) => isOfKind(page, blog))?.data.path;
  const pictures = keyOf(
    Array.from(edition.pictures, ([path, { drawing: _, ...picture }]) => [path, picture]),
  );
  /** Made only where the last build has not made it from the same. */
  function content(feed: PageFeed, format: 'rss' | 'json'): OutputFile['content'] {
    let made: string | undefined;
    return {
      key: keyOf(format, factsOf(edition, feed, blogPage), pictures),
      make() {
        made ??= (format === 'rss' ? rss : jsonFeed)(edition, feed, blogPage);
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

/** Everything that a feed follows from, but for the pictures in its texts: these stand for themselves as the hashes of their files. */
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
  edition.pages.flatMap((page) => pageKindOf(page.data.template)?.feed?.(page, edition) ?? []);

/** A feed as RSS 2.0, with the full text of the newest posts; those of categories without a page are in the section `otherPage`. */
function rss(edition: Edition, source: PageFeed, otherPage: string | undefined): string {
  const { managingEditor, webMaster } = edition.shared.site.data.feed ?? {};
  const { title, description, link, updated, language, image, copyright } = channelOf(edition, source);
  const contact = ({ email, name }: NonNullable<typeof webMaster>) => text(`${email} (${name})`);
  const size = text(String(channelImageSize));
  const contentOf = createContents(edition, source);
  const items = itemsOf(edition, source, otherPage);
  const channel = {
    title: text(title),
    link: text(link),
    description: text(description),
    lastBuildDate: text(updated.toUTCString()),
    docs: text('https://validator.w3.org/feed/docs/rss2.html'),
    generator: text('Galley'),
    language: text(language),
    ttl: text(String(feedTtl)),
    image: { url: text(image), title: text(title), link: text(link), width: size, height: size },
    copyright: text(copyright),
    'atom:link': {
      _attributes: { href: edition.baseUrl + source.path, rel: 'self', type: 'application/rss+xml' },
    },
    ...(managingEditor && { managingEditor: contact(managingEditor) }),
    ...(webMaster && { webMaster: contact(webMaster) }),
    item: items.map(({ title, link, id, published, description, author, picture, category }, i) => ({
      title: cdata(title),
      link: text(link),
      guid: { _attributes: { isPermaLink: 'false' }, ...text(id) },
      pubDate: text(published.toUTCString()),
      // A description is HTML to readers of RSS.
      description: cdata(escapeXml(description)),
      'content:encoded': cdata(contentOf(i)),
      category: {
        ...(category.domain !== undefined && { _attributes: { domain: category.domain } }),
        ...text(category.name),
      },
      ...(picture && {
        enclosure: {
          _attributes: {
            length: picture.bytes,
            type: mediaTypes[extname(picture.src).toLowerCase()],
            url: edition.baseUrl + picture.src,
          },
        },
      }),
      'dc:creator': text(author),
    })),
  };
  const document = {
    _declaration: { _attributes: { version: '1.0', encoding: 'utf-8' } },
    rss: { _attributes: { version: '2.0', ...namespaces }, channel },
  };
  return `${js2xml(document, { compact: true, spaces: 2, attributeValueFn: escapeAttribute })}\n`;
}

const namespaces = {
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
};

/** The same as a JSON feed: https://www.jsonfeed.org/version/1.1/ */
function jsonFeed(edition: Edition, source: PageFeed, otherPage: string | undefined): string {
  const { baseUrl, shared } = edition;
  const { name } = shared.site.data;
  const { title, description, link, language, image } = channelOf(edition, source);
  const contentOf = createContents(edition, source);
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: link,
    feed_url: `${baseUrl}/feed.json`,
    description,
    icon: image,
    language,
    authors: [{ name, url: link }],
    items: itemsOf(edition, source, otherPage).map((item, i) => ({
      id: item.id,
      content_html: contentOf(i),
      url: item.link,
      title: item.title,
      summary: item.description,
      image: item.picture && baseUrl + item.picture.src,
      date_modified: item.date.toISOString(),
      date_published: item.published.toISOString(),
      tags: [item.category.name],
      authors: [{ name: item.author }],
    })),
  };
  return `${JSON.stringify(feed, null, 2)}\n`;
}

/** The XML writer takes `&amp;` for an ampersand that is escaped already, so every ampersand is given to it so. */
const escapeAmpersand = (text: string) => text.replaceAll('&', '&amp;');
const text = (words: string) => ({ _text: escapeAmpersand(words) });

/** In attributes it escapes quotation marks and nothing else. */
const escapeAttribute = (value: string) => value.replace(/&(?!quot;)/g, '&amp;').replaceAll('<', '&lt;');

/** CDATA in as many parts as it takes that none has `]]>` in it. */
const cdata = (text: string) => ({ _cdata: text.split(/(?<=\]\])(?=>)/) });

function channelOf({ baseUrl, shared, clock }: Edition, { title, description, page, posts }: PageFeed) {
  const { feed = {}, name, publisher = name, language } = shared.site.data;
  const timeZone = timeZoneOf(shared.site.data);
  const year = clock.read(yearIn(timeZone));
  const image = baseUrl + (feed.image === undefined ? feedIconPath : `/${feed.image}`);
  return {
    title,
    // RSS wants one.
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
      // The paper's own host, whatever this build's address: readers' programs know a post by it. The year is a part of every tag address,
      // a year in which the host was the paper's: https://www.rfc-editor.org/rfc/rfc4151
      id: `tag:${new URL(shared.site.data.baseUrl).hostname},2026:${id}`,
      date: new Date(changeOf(editionPost)),
      published: new Date(time),
      description: post.excerpt,
      author: post.author,
      category: { name: post.category.name, ...(section !== undefined && { domain: baseUrl + section }) },
      picture: pictures.get(parsed.data.imageUrl ?? ''),
    };
  });
}

/** Gives the text of a feed's item as HTML. */
const createContents =
  ({ baseUrl, pictures }: Edition, { posts }: PageFeed) =>
  (i: number): string => {
    const found = posts[i];
    return found ? absolute(markdown(found.parsed.body, pictures).html, baseUrl + found.post.path) : '';
  };

/** HTML with every address made whole, for readers who see it elsewhere; of a picture's sources only the plain one is left. */
const absolute = (html: string, pageUrl: string): string =>
  html
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
