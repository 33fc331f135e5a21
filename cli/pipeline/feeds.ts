import { extname } from 'node:path';
import { Feed } from 'feed';
import { type Element, js2xml, xml2js } from 'xml-js';
import { escapeXml } from '../lib/escape.ts';
import { parseUrl } from '../lib/web-address.ts';
import type { Edition, EditionPost, OutputFile } from '../model.ts';
import type { Route } from '../page-kinds/page-kind.ts';
import { feedTextFile } from '../page-kinds/rss.ts';
import { markdown } from '../sources/markdown.ts';
import { mediaTypes } from './read.ts';

/** How many posts the feed carries, how many minutes a reader may keep it, and how large its picture is. */
const feedItems = 10;
const feedTtl = 60;
const channelImageSize = 32;

/** The paper's own feeds and its sitemap. */
export function feeds(edition: Edition, routes: readonly Route[]): OutputFile[] {
  const xml = rss(edition);
  return [
    { path: 'rss.xml', content: xml },
    { path: feedTextFile, content: xml },
    {
      path: 'feed.json',
      content: `${JSON.stringify(JSON.parse(feedOf(edition, 'json').json1()), null, 2)}\n`,
    },
    ...sitemap(edition, routes),
  ];
}

/** The feed as RSS 2.0, with the full text of the newest posts. */
function rss(edition: Edition): string {
  const document = xml2js(feedOf(edition, 'rss').rss2(), {
    textFn: escapeAmpersand,
    cdataFn: (text) => text.replaceAll(seam, ''),
  }) as Element;
  const channel = document.elements?.[0]?.elements?.[0];
  if (channel?.name !== 'channel' || !channel.elements) throw new Error('The feed has no channel');
  // The library writes extensions of the channel after its items, where validators call them misplaced.
  const isItem = ({ name }: Element) => name === 'item';
  channel.elements = [
    ...channel.elements.filter((element) => !isItem(element)),
    ...channel.elements.filter(isItem),
  ];
  return `${js2xml(document, { spaces: 2, attributeValueFn: escapeAttribute, cdataFn: divided })}\n`;
}

/** Stands in what would end CDATA while the library writes it, which escapes the first of them only; content cannot hold it. */
const seam = '\uFFFF';
const sewn = (text: string) => text.replaceAll(']]>', `]]${seam}>`);

/** A text as it may stand in CDATA. */
const divided = (text: string) => text.replaceAll(']]>', ']]]]><![CDATA[>');

/** The XML writer takes `&amp;` for an ampersand that is escaped already, so every ampersand is given to it so. */
const escapeAmpersand = (text: string) => text.replaceAll('&', '&amp;');

/** In attributes it escapes quotation marks and nothing else. */
const escapeAttribute = (value: string) => value.replace(/&(?!quot;)/g, '&amp;').replaceAll('<', '&lt;');

/** An extension of the feed; the library's types know groups of keys only, and its writers take any value. */
const extension = (name: string, value: unknown) => ({ name, objects: value as Record<string, unknown> });

function feedOf(edition: Edition, kind: 'rss' | 'json'): Feed {
  const { baseUrl, shared } = edition;
  const { feed: settings, name, publisher, language, timeZone } = shared.site.data;
  const posts = edition.posts.slice(0, feedItems);
  const year = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }).format(edition.now);
  const image = `${baseUrl}/${settings.image}`;
  const words = kind === 'rss' ? escapeAmpersand : (text: string) => text;
  const feed = new Feed({
    title: words(settings.title),
    description: words(settings.description),
    link: `${baseUrl}/`,
    language,
    ttl: feedTtl,
    image,
    favicon: image,
    copyright: words(`© ${year} ${publisher}`),
    generator: 'Galley',
    feedLinks: { rss: `${baseUrl}/rss.xml`, json: `${baseUrl}/feed.json` },
    // Never the clock, so that an unchanged paper has an unchanged feed.
    updated: new Date(posts.reduce((latest, post) => Math.max(latest, changeOf(post)), 0)),
  });
  if (kind === 'json') {
    // The library writes version 1, which knows one author and no language: https://www.jsonfeed.org/version/1.1/
    feed.addExtension(extension('version', 'https://jsonfeed.org/version/1.1'));
    feed.addExtension(extension('language', language));
    feed.addExtension(extension('authors', [{ name, url: `${baseUrl}/` }]));
  }
  if (kind === 'rss') {
    const contact = ({ email, name }: typeof settings.webMaster) => ({ _text: words(`${email} (${name})`) });
    feed.addExtension(extension('managingEditor', contact(settings.managingEditor)));
    feed.addExtension(extension('webMaster', contact(settings.webMaster)));
    const size = { width: { _text: channelImageSize }, height: { _text: channelImageSize } };
    const text = {
      url: { _text: image },
      title: { _text: words(settings.title) },
      link: { _text: `${baseUrl}/` },
    };
    feed.addExtension(extension('image', { ...text, ...size }));
  }
  for (const post of posts) addItem(feed, post, edition, kind);
  return feed;
}

/** When a post was last changed, as it is written, and in milliseconds. */
const lastMomentOf = ({ post }: EditionPost): string => (post.updated ?? post.published).iso;
const changeOf = (post: EditionPost): number => Date.parse(lastMomentOf(post));

function addItem(feed: Feed, editionPost: EditionPost, edition: Edition, kind: 'rss' | 'json') {
  const { post, id, time, parsed } = editionPost;
  const { baseUrl, shared } = edition;
  const url = baseUrl + post.path;
  const picture = edition.pictures.get(parsed.data.imageUrl ?? '');
  // The paper's own host, whatever this build's address: readers' programs know a post by it. The year is a part of every tag address,
  // a year in which the host was the paper's: https://www.rfc-editor.org/rfc/rfc4151
  const html = absolute(markdown(parsed.body, edition.pictures).html, url);
  const guid = `tag:${new URL(shared.site.data.baseUrl).hostname},2026:${id}`;
  feed.addItem({
    title: kind === 'rss' ? sewn(post.title) : post.title,
    link: url,
    ...(kind === 'rss' ? { guid } : { id: guid }),
    date: new Date(changeOf(editionPost)),
    published: new Date(time),
    // A description is HTML to readers of RSS.
    description: kind === 'rss' ? escapeXml(post.excerpt) : post.excerpt,
    content: kind === 'rss' ? sewn(html) : html,
    category: [
      {
        name: kind === 'rss' ? escapeAmpersand(post.category.name) : post.category.name,
        domain: `${baseUrl}${post.category.path ?? '/blog'}`,
      },
    ],
    extensions: [
      kind === 'json'
        ? extension('authors', [{ name: post.author }])
        : extension('dc:creator', { _text: escapeAmpersand(post.author) }),
    ],
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
