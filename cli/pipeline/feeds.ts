import { extname } from 'node:path';
import { Feed } from 'feed';
import type { Edition, EditionPost } from './link.ts';
import { markdown } from './markdown.ts';
import { escapeXml, type OutputFile } from './output.ts';
import { mediaTypes } from './read.ts';
import { isHidden, type Route } from './route.ts';

/** How many posts the feed carries, how many minutes a reader may keep it, and how large its picture is. */
const feedItems = 10;
const feedTtl = 60;
const channelImageSize = 32;

/** Where the feed stands a second time, so that hosts send it as plain text: what /rss shows, in a frame, because it outweighs the page. */
export const feedText = 'rss.txt';

/** The feed as RSS 2.0 and as JSON Feed, with the full text of the newest posts. */
export function feeds(edition: Edition): { readonly rss: string; readonly json: string } {
  return {
    rss: rss(edition),
    json: `${JSON.stringify(JSON.parse(feedOf(edition, 'json').json1()), null, 2)}\n`,
  };
}

function rss(edition: Edition): string {
  const xml = feedOf(edition, 'rss').rss2();
  // The library writes extensions of the channel after its items, where validators call them misplaced.
  const contacts = /^ *<(managingEditor|webMaster)>.*<\/\1>\n/gm;
  const found = xml.match(contacts) ?? [];
  const rest = xml.replace(contacts, '');
  const firstItem = rest.search(/^ *<item>/m);
  return `${firstItem === -1 ? rest.replace(/^( *)<\/channel>/m, `${found.join('')}$&`) : rest.slice(0, firstItem) + found.join('') + rest.slice(firstItem)}\n`;
}

function feedOf(edition: Edition, kind: 'rss' | 'json'): Feed {
  const { baseUrl, shared } = edition;
  const { feed: settings, name, publisher, language, timeZone } = shared.site.data;
  const posts = edition.posts.slice(0, feedItems);
  const year = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }).format(edition.now);
  const image = `${baseUrl}/${settings.image}`;
  const newest = posts[0];
  const feed = new Feed({
    title: settings.title,
    description: settings.description,
    link: `${baseUrl}/`,
    language,
    ttl: feedTtl,
    image,
    favicon: image,
    copyright: `© ${year} ${publisher}`,
    generator: 'Galley',
    feedLinks: { rss: `${baseUrl}/rss.xml`, json: `${baseUrl}/feed.json` },
    // Never the clock, so that an unchanged paper has an unchanged feed.
    updated: new Date(newest?.time ?? 0),
    ...(kind === 'json' && { author: { name, link: `${baseUrl}/` } }),
  });
  if (kind === 'rss') {
    const { webMaster, managingEditor } = settings;
    feed.addExtension({
      name: 'managingEditor',
      objects: { _text: `${managingEditor.email} (${managingEditor.name})` },
    });
    feed.addExtension({ name: 'webMaster', objects: { _text: `${webMaster.email} (${webMaster.name})` } });
    const size = { width: { _text: channelImageSize }, height: { _text: channelImageSize } };
    const text = { url: { _text: image }, title: { _text: settings.title }, link: { _text: `${baseUrl}/` } };
    feed.addExtension({ name: 'image', objects: { ...text, ...size } });
  }
  for (const post of posts) addItem(feed, post, edition, kind);
  return feed;
}

function addItem(
  feed: Feed,
  { post, id, time, parsed }: EditionPost,
  edition: Edition,
  kind: 'rss' | 'json',
) {
  const { baseUrl, shared } = edition;
  const url = baseUrl + post.path;
  const picture = edition.pictures.get(parsed.data.imageUrl ?? '');
  // The paper's own host, whatever this build's address: readers' programs know a post by it. The year is a part of every tag address,
  // a year in which the host was the paper's: https://www.rfc-editor.org/rfc/rfc4151
  const guid = `tag:${new URL(shared.site.data.baseUrl).hostname},2026:${id}`;
  feed.addItem({
    title: post.title,
    link: url,
    ...(kind === 'rss' ? { guid } : { id: guid }),
    date: new Date(time),
    published: new Date(time),
    // A description is HTML to readers of RSS.
    description: kind === 'rss' ? escapeXml(post.excerpt) : post.excerpt,
    content: absolute(markdown(parsed.body, edition.pictures).html, url),
    category: [{ name: post.category.name, domain: `${baseUrl}${post.category.path ?? '/blog'}` }],
    ...(kind === 'json'
      ? { author: [{ name: post.author }] }
      : { extensions: [{ name: 'dc:creator', objects: { _text: post.author } }] }),
    ...(picture && {
      [kind === 'rss' ? 'enclosure' : 'image']:
        kind === 'rss'
          ? {
              url: baseUrl + picture.src,
              length: picture.bytes,
              type: mediaTypes[extname(picture.src).toLowerCase()],
            }
          : baseUrl + picture.src,
    }),
  });
}

/** HTML with every address made whole, for readers who see it elsewhere; of a picture's sources only the plain one is left. */
const absolute = (html: string, pageUrl: string): string =>
  html
    .replace(/<source [^>]*>|<\/?picture>| (?:srcset|sizes)="[^"]*"(?=[^<>]*>)/g, '')
    .replace(/(<(?:a|img)\b[^>]*?\s(?:href|src)=")([^"]*)"/g, (same, before: string, value: string) => {
      const address = value.replaceAll('&amp;', '&');
      return URL.canParse(address, pageUrl) ? `${before}${escapeXml(new URL(address, pageUrl).href)}"` : same;
    });

/** `sitemap.xml`, of every page search engines may show, and `robots.txt`, which names it. */
export function sitemap(edition: Edition, routes: readonly Route[]): OutputFile[] {
  const urls = routes.flatMap((route) => {
    const page = route.kind === 'post' ? undefined : route.page.data;
    if (page && isHidden(page)) return [];
    const changed = route.kind === 'post' ? route.post.parsed.data.publishedDate : page?.updated;
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : '';
    return [`  <url><loc>${escapeXml(edition.baseUrl + route.address)}</loc>${lastmod}</url>\n`];
  });
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
  return [
    { path: 'sitemap.xml', content: xml },
    { path: 'robots.txt', content: `User-agent: *\nAllow: /\n\nSitemap: ${edition.baseUrl}/sitemap.xml\n` },
  ];
}
