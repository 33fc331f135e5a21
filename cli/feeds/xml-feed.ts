import type { Feed, FeedItem } from './feed.ts';
import { readDate } from './feed-date.ts';
import { headline, makeItem, momentOf, summaryOf, webAddress, withoutRepeats } from './feed-item.ts';
import { type Item, itemsOf, type Part, type Parts } from './feed-outline.ts';
import type { Tag } from './feed-tags.ts';
import { type Markup, textOf } from './feed-text.ts';
import type { Flaw, ReadOptions } from './read-feed.ts';

/** Where each is looked for, in this order: the day something was published before the day it was changed. */
const titleNames = ['title', 'dc:title', 'itunes:title'];
const textNames = ['description', 'summary', 'content:encoded', 'content'];
const dateNames = [
  ...[
    'pubdate',
    'published',
    'issued',
    'dcterms:issued',
    'dc:date',
    'dcterms:created',
    'dcterms:date',
    'created',
  ],
  ...['updated', 'modified', 'dcterms:modified'],
];

/** An RSS or Atom feed; `isNamed` where it calls itself one. `undefined` where nothing in the text is. */
export function readXmlFeed(
  text: string,
  { url, now, onFlaw }: ReadOptions,
): { readonly feed: Feed; readonly isNamed: boolean } | undefined {
  const channel = { isFeed: false, parts: new Map<string, Part[]>() };
  let site: string | undefined;
  const tell = (kind: Flaw['kind'], { start, end }: Stretch) =>
    onFlaw?.({ kind, start, end, text: text.slice(start, end) });

  function* readItems(): Generator<FeedItem> {
    for (const item of itemsOf(text, channel, url)) {
      site ??= siteOf(text, channel.parts, url);
      const read = readItem(item);
      if (read) yield read;
      else tell('no-title', item.tag);
    }
  }

  function readItem(item: Item): FeedItem | undefined {
    const title = firstLine(text, partsOf(item.parts, titleNames), item, headline);
    const summary = firstLine(text, partsOf(item.parts, textNames), item, summaryOf);
    if (title === '' && summary === '') return undefined;
    const address = linkOf(text, item.parts) ?? aboutOf(text, item);
    const link = address && webAddress(readAt(text, address), address.base ?? site ?? url);
    if (address && !link) tell('bad-link', address);
    return makeItem(title, summary, { link, published: momentOf(dateOf(item.parts), now) });
  }

  function dateOf(parts: Parts): Date | undefined {
    for (const part of partsOf(parts, dateNames)) {
      const written = contentOf(text, part);
      const date = readDate(readAt(text, written));
      if (date) return date;
      if (!isEmpty(written)) tell('bad-date', written);
    }
    return undefined;
  }

  const items = withoutRepeats(readItems());
  if (items.length === 0 && !channel.isFeed) return undefined;
  const title = firstLine(text, partsOf(channel.parts, titleNames), undefined, headline);
  const link = site ?? siteOf(text, channel.parts, url);
  const ttl = ttlOf(text, channel.parts);
  const feed = { ...(title !== '' && { title }), ...(link && { link }), ...(ttl && { ttl }), items };
  return { feed, isNamed: channel.isFeed };
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}
type Written = Stretch & Pick<Part, 'base'>;

const partsOf = (parts: Parts, names: readonly string[]): readonly Part[] =>
  names.flatMap((name) => parts.get(name) ?? []);

/** An element's content without the white space around it. */
function contentOf(text: string, { content, base }: Part): Written {
  const written = text.slice(content.start, content.end);
  const start = content.start + (written.length - written.trimStart().length);
  return { start, end: start + written.trim().length, base };
}

/** What is written there, as it is meant. */
const readAt = (text: string, { start, end }: Stretch): string =>
  textOf(text.slice(start, end), 'text').trim();

const isEmpty = ({ start, end }: Stretch) => start === end;

/** The first of these parts that says anything, on one line. */
function firstLine(
  text: string,
  parts: readonly Part[],
  item: Item | undefined,
  toLine: (text: string) => string,
): string {
  for (const part of parts) {
    const line = toLine(textOf(text.slice(part.content.start, part.content.end), markupOf(part, item)));
    if (line !== '') return line;
  }
  return '';
}

/** Atom says what is HTML. RSS does not, and most of it is. */
function markupOf({ name, tag }: Part, item: Item | undefined): Markup {
  const type = tag.attributes.get('type');
  if (type !== undefined) return /html/i.test(type) && !/xhtml/i.test(type) ? 'html' : 'text';
  return item?.name === 'entry' && ['title', 'summary', 'content'].includes(name) ? 'text' : 'html';
}

/** Where an item or a channel says that it leads: RSS between tags, Atom in an attribute; else its permanent link. */
function linkOf(text: string, parts: Parts): Written | undefined {
  const links = parts.get('link') ?? [];
  const written = links.map((part) => contentOf(text, part)).find((content) => !isEmpty(content));
  if (written) return written;
  const attribute = (name: string) => (part: Part) => part.tag.attributes.get(name) ?? '';
  const alternates = links.filter((part) =>
    /^\s*$|(?:^|[\s/])alternate(?:\s|$)/i.test(attribute('rel')(part)),
  );
  const best = alternates.find((part) => /^$|html/i.test(attribute('type')(part))) ?? alternates[0];
  return (
    (best && attributeOf(text, best, 'href')) ??
    parts.get('guid')?.flatMap((part) => permalinkOf(text, part))[0]
  );
}

function permalinkOf(text: string, part: Part): readonly Written[] {
  const written = contentOf(text, part);
  const isPermalink = part.tag.attributes.get('ispermalink')?.trim().toLowerCase() !== 'false';
  return isPermalink && webAddress(readAt(text, written), undefined) ? [written] : [];
}

/** RDF names what it describes. */
const aboutOf = (text: string, item: Item) =>
  attributeOf(text, item, 'rdf:about') ?? attributeOf(text, item, 'about');

function attributeOf(
  text: string,
  { tag, base }: { readonly tag: Tag; readonly base: string | undefined },
  name: string,
): Written | undefined {
  const value = tag.attributes.get(name)?.trim();
  if (!value) return undefined;
  const start = text.indexOf(value, tag.start + tag.name.length);
  return { start, end: start + value.length, base };
}

/** The site of a feed, whose own links are relative to the address it was read from. */
function siteOf(text: string, parts: Parts, url: string | undefined): string | undefined {
  const address = linkOf(text, parts);
  return address && webAddress(readAt(text, address), address.base ?? url);
}

const minutesIn: ReadonlyMap<string | undefined, number> = new Map([
  ['hourly', 60],
  ['daily', 24 * 60],
  ['weekly', 7 * 24 * 60],
  ['monthly', 30 * 24 * 60],
  ['yearly', 365 * 24 * 60],
]);

/** How long a feed asks to be kept, in whole minutes: `ttl`, or how often RSS 1.0 says that it is updated. */
function ttlOf(text: string, parts: Parts): number | undefined {
  const valueIn = (name: string) =>
    partsOf(parts, [name]).map((part) => readAt(text, contentOf(text, part)))[0];
  const period = minutesIn.get(valueIn('sy:updateperiod')?.toLowerCase());
  const frequency = Number(valueIn('sy:updatefrequency') ?? 1);
  const minutes = Math.round(Number(valueIn('ttl')) || (period ?? 0) / frequency);
  return Number.isSafeInteger(minutes) && minutes > 0 ? minutes : undefined;
}
