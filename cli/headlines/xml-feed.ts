import { isWebAddress, parseUrl } from '../lib/web-address.ts';
import type { Stretch } from '../problems/locate.ts';
import type { Feed, FeedItem, Flaw, ReadOptions } from './feed.ts';
import { readDate } from './feed-date.ts';
import { type Channel, type Item, itemsOf, type Part, type Parts } from './feed-outline.ts';
import { cutLine, textOf, withoutInvisible } from './feed-text.ts';

export const maxItems = 200;
export const maxTitle = 300;
export const maxTitleFromText = 100;
const maxAddress = 4096;

/** Milliseconds that a date may be ahead of our clock. */
const tolerance = 60 * 60 * 1000;

/** Elements in the order of preference. */
const titleNames = ['title', 'dc:title', 'itunes:title', 'media:title'];
const textNames = ['description', 'summary', 'content:encoded', 'content'];
const publishedNames = ['pubdate', 'published', 'issued', 'dc:issued', 'dc:date', 'dc:created', 'created'];
const changedNames = ['updated', 'modified', 'dc:modified'];

/** An RSS or Atom feed; `isNamed` if its root says so. `undefined` if there is nothing of a feed in the text. */
export function readXmlFeed(text: string, { url, now, onFlaw }: ReadOptions) {
  const channel: Channel = { parts: new Map() };
  let site: string | undefined;
  const report = (kind: Flaw['kind'], { start, end }: Stretch) =>
    onFlaw?.({ kind, start, end, text: text.slice(start, end) });

  function readItem(item: Item): FeedItem | undefined {
    const isAtom = channel.root === undefined ? item.name === 'entry' : channel.root === 'feed';
    const title =
      firstLine(item.parts, titleNames, maxTitle, isAtom) ||
      firstLine(item.parts, textNames, maxTitleFromText, isAtom);
    if (title === '') return undefined;
    site ??= siteOf(channel.parts);
    const about = attributeOf(text, item, 'rdf:about') ?? attributeOf(text, item, 'about');
    const address = linkOf(text, item.parts) ?? about;
    const link = address && webAddress(readAt(text, address), site ?? url);
    if (address && !link) report('bad-link', address);
    return { title, link, published: unlessAhead(dateOf(item.parts), now) };
  }

  /** The first of these elements that is not empty, on one line. */
  function firstLine(parts: Parts, names: readonly string[], max: number, isAtom: boolean): string {
    for (const part of partsOf(parts, names)) {
      const markup = isHtml(part, isAtom) ? 'html' : 'text';
      const line = cutLine(textOf(text.slice(part.start, part.end), markup), max);
      if (line !== '') return line;
    }
    return '';
  }

  /** When it was published, else when it was changed. */
  const dateOf = (parts: Parts): string | undefined =>
    partsOf(parts, [...publishedNames, ...changedNames])
      .map((part) => readDate(readAt(text, part)))
      .find((date) => date !== undefined);

  /** The site of the feed; its link is relative to the address of the feed. */
  function siteOf(parts: Parts): string | undefined {
    const address = linkOf(text, parts);
    return address && webAddress(readAt(text, address), url);
  }

  const items: FeedItem[] = [];
  for (const item of itemsOf(text, channel)) {
    const read = readItem(item);
    if (!read) report('no-title', item.tag);
    else if (items.push(read) === maxItems) break;
  }
  const { root, parts } = channel;
  if (items.length === 0 && root === undefined) return undefined;
  const title = firstLine(parts, titleNames, maxTitle, root === 'feed');
  const link = site ?? siteOf(parts);
  const ttl = partsOf(parts, ['ttl']).map((part) => Number(readAt(text, part)))[0] ?? 0;
  const isTtl = Number.isSafeInteger(ttl) && ttl > 0;
  const feed: Feed = { ...(title !== '' && { title }), ...(link && { link }), ...(isTtl && { ttl }), items };
  return { feed, isNamed: root !== undefined };
}

const partsOf = (parts: Parts, names: readonly string[]): readonly Part[] =>
  names.flatMap((name) => parts.get(name) ?? []);

/** A date; `undefined` if it is ahead of `now`, because then it is wrong. */
export const unlessAhead = (date: string | undefined, now: Date): string | undefined =>
  date && Date.parse(date) <= now.getTime() + tolerance ? date : undefined;

/** An absolute web address; `undefined` if it is none, or has a name or a password in it. */
export function webAddress(written: string, base: string | undefined): string | undefined {
  if (written.length > maxAddress) return undefined;
  const lines = withoutInvisible(written).split(/[\r\n]/);
  const address = lines.map((line) => line.trim()).join('');
  const href = address && parseUrl(address, base)?.href;
  return href && isWebAddress(href) ? href : undefined;
}

/** The text there, with its entities decoded. */
const readAt = (text: string, { start, end }: Stretch): string =>
  textOf(text.slice(start, end), 'text').trim();

/** Whether an element contains HTML. Atom has an attribute for it; RSS has none, but mostly contains HTML. */
function isHtml({ name, tag }: Part, isAtom: boolean): boolean {
  const type = tag.attributes.get('type');
  if (type !== undefined) return /html/i.test(type) && !/xhtml/i.test(type);
  return !isAtom || !['title', 'summary', 'content'].includes(name);
}

/** The link of an item or channel: in RSS between tags, in Atom in an attribute; else its permanent link. */
function linkOf(text: string, parts: Parts): Stretch | undefined {
  const links = parts.get('link') ?? [];
  const alternates = links.filter(({ tag }) => /^$|alternate/i.test(tag.attributes.get('rel') ?? ''));
  const page = alternates.find(({ tag }) => /html/i.test(tag.attributes.get('type') ?? 'html'));
  return (
    links.find((link) => !link.tag.attributes.has('href') && link.start !== link.end) ??
    attributeOf(text, page ?? alternates[0], 'href') ??
    parts.get('guid')?.find((guid) => isPermalink(text, guid))
  );
}

const isPermalink = (text: string, guid: Part): boolean =>
  guid.tag.attributes.get('ispermalink')?.toLowerCase() !== 'false' &&
  webAddress(readAt(text, guid), undefined) !== undefined;

function attributeOf(text: string, element: Pick<Part, 'tag'> | undefined, name: string) {
  const value = element?.tag.attributes.get(name)?.trim();
  if (!element || !value) return undefined;
  const start = text.indexOf(value, element.tag.start + element.tag.name.length);
  return { start, end: start + value.length };
}
