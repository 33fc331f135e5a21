import type { Stretch } from '../problems/locate.ts';
import type { Feed, FeedItem, Flaw, ReadOptions } from './feed.ts';
import { readDate } from './feed-date.ts';
import { headline, makeItem, momentOf, summaryOf, webAddress, withoutRepeats } from './feed-item.ts';
import { type Channel, type Item, itemsOf, type Part, type Parts } from './feed-outline.ts';
import { type Markup, textOf } from './feed-text.ts';

/** Elements in the order of preference: the day of publication comes before the day of a change. */
const titleNames = 'title dc:title itunes:title'.split(' ');
const textNames = 'description summary content:encoded content'.split(' ');
const dateNames = (
  'pubdate published issued dcterms:issued dc:date dcterms:created dcterms:date created ' +
  'updated modified dcterms:modified'
).split(' ');

/** An RSS or Atom feed; `isNamed` if its root says so. `undefined` if there is nothing of a feed in the text. */
export function readXmlFeed(
  text: string,
  { url, now, onFlaw }: ReadOptions,
): { readonly feed: Feed; readonly isNamed: boolean } | undefined {
  const channel: Channel = { parts: new Map() };
  let site: string | undefined;
  const report = (kind: Flaw['kind'], { start, end }: Stretch) =>
    onFlaw?.({ kind, start, end, text: text.slice(start, end) });

  function* readItems(): Generator<FeedItem> {
    for (const item of itemsOf(text, channel, url)) {
      const read = readItem(item);
      if (read) yield read;
      else report('no-title', item.tag);
    }
  }

  function readItem(item: Item): FeedItem | undefined {
    const title = firstLine(item.parts, titleNames, headline, item.name);
    const summary = firstLine(item.parts, textNames, summaryOf, item.name);
    if (title === '' && summary === '') return undefined;
    site ??= siteOf(text, channel.parts, url);
    const address = linkOf(text, item.parts) ?? linkOfRdf(text, item);
    const link = address && webAddress(readAt(text, address), address.base ?? site ?? url);
    if (address && !link) report('bad-link', address);
    return makeItem(title, summary, { link, published: momentOf(dateOf(item.parts), now) });
  }

  /** The first of these elements that is not empty, on one line. */
  function firstLine(
    parts: Parts,
    names: readonly string[],
    toLine: (text: string) => string,
    itemName?: string,
  ): string {
    const isAtom = channel.root === undefined ? itemName === 'entry' : channel.root === 'feed';
    for (const part of partsOf(parts, names)) {
      const line = toLine(textOf(text.slice(part.start, part.end), markupOf(part, isAtom)));
      if (line !== '') return line;
    }
    return '';
  }

  function dateOf(parts: Parts): Date | undefined {
    for (const part of partsOf(parts, dateNames)) {
      const date = readDate(readAt(text, part));
      if (date) return date;
      if (!isEmpty(part)) report('bad-date', part);
    }
    return undefined;
  }

  const items = withoutRepeats(readItems());
  if (items.length === 0 && channel.root === undefined) return undefined;
  const title = firstLine(channel.parts, titleNames, headline);
  const link = site ?? siteOf(text, channel.parts, url);
  const ttl = ttlOf(text, channel.parts);
  const feed = { ...(title !== '' && { title }), ...(link && { link }), ...(ttl && { ttl }), items };
  return { feed, isNamed: channel.root !== undefined };
}

type Written = Stretch & Pick<Part, 'base'>;

const partsOf = (parts: Parts, names: readonly string[]): readonly Part[] =>
  names.flatMap((name) => parts.get(name) ?? []);

/** What is written there, with its entities decoded. */
const readAt = (text: string, { start, end }: Stretch): string =>
  textOf(text.slice(start, end), 'text').trim();

const isEmpty = ({ start, end }: Stretch) => start === end;

/** Atom says what is HTML. RSS does not, but most of it is. */
function markupOf({ name, tag }: Part, isAtom: boolean): Markup {
  const type = tag.attributes.get('type');
  if (type !== undefined) return /html/i.test(type) && !/xhtml/i.test(type) ? 'html' : 'text';
  return isAtom && ['title', 'summary', 'content'].includes(name) ? 'text' : 'html';
}

/** The link of an item or channel: in RSS between tags, in Atom in an attribute; else its permanent link. */
function linkOf(text: string, parts: Parts): Written | undefined {
  const links = parts.get('link') ?? [];
  const isAlternate = ({ tag }: Part) =>
    /^\s*$|(?:^|[\s/])alternate(?:\s|$)/i.test(tag.attributes.get('rel') ?? '');
  const alternates = links.filter(isAlternate);
  const page = alternates.find(({ tag }) => /html/i.test(tag.attributes.get('type') ?? 'html'));
  return (
    links.find((link) => !link.tag.attributes.has('href') && !isEmpty(link)) ??
    attributeOf(text, page ?? alternates[0], 'href') ??
    parts.get('guid')?.find((guid) => isPermalink(text, guid))
  );
}

const isPermalink = (text: string, guid: Part): boolean =>
  guid.tag.attributes.get('ispermalink')?.trim().toLowerCase() !== 'false' &&
  webAddress(readAt(text, guid), undefined) !== undefined;

const linkOfRdf = (text: string, item: Item): Written | undefined =>
  attributeOf(text, item, 'rdf:about') ?? attributeOf(text, item, 'about');

function attributeOf(
  text: string,
  element: Pick<Part, 'tag' | 'base'> | undefined,
  name: string,
): Written | undefined {
  const value = element?.tag.attributes.get(name)?.trim();
  if (!element || !value) return undefined;
  const { tag, base } = element;
  const start = text.indexOf(value, tag.start + tag.name.length);
  return { start, end: start + value.length, base };
}

/** The site of a feed; its link is relative to the address of the feed. */
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

/** Minutes for which a feed may be cached: `ttl`, or the update period of RSS 1.0. */
function ttlOf(text: string, parts: Parts): number | undefined {
  const valueIn = (name: string) => parts.get(name)?.map((part) => readAt(text, part))[0];
  const period = minutesIn.get(valueIn('sy:updateperiod')?.toLowerCase());
  const frequency = Number(valueIn('sy:updatefrequency') ?? 1);
  const minutes = Math.round(Number(valueIn('ttl')) || (period ?? 0) / frequency);
  return Number.isSafeInteger(minutes) && minutes > 0 ? minutes : undefined;
}
