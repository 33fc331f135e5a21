import { decodeXML } from 'entities';
import type { Feed, ReadOptions } from './feed.ts';
import { readJsonFeed } from './json-feed.ts';
import { tagsOf } from './markup.ts';
import { readXmlFeed, webAddress } from './xml-feed.ts';

export type Reading =
  | { readonly kind: 'feed'; readonly feed: Feed }
  /** An HTML page, and the absolute addresses of the feeds it names. */
  | { readonly kind: 'page'; readonly alternates: readonly string[] }
  | { readonly kind: 'unknown' };

/**
 * Reads RSS 0.9 to 2.0, RSS 1.0, Atom and JSON Feed, even if damaged. Never throws.
 *
 * The title of an item without one is the start of its text; an item without either is left out.
 */
export function readFeed(text: string, options: ReadOptions): Reading {
  const json = readJsonFeed(text, options);
  if (json) return { kind: 'feed', feed: json };
  const xml = readXmlFeed(text, options);
  const isPage = startsAsPage(text);
  if (xml && (!isPage || (xml.isNamed && xml.feed.items.length > 0))) return { kind: 'feed', feed: xml.feed };
  return isPage ? { kind: 'page', alternates: alternatesOf(text, options.url) } : { kind: 'unknown' };
}

/** Whether something of a page comes before anything of a feed. */
function startsAsPage(text: string): boolean {
  const first = /<(?:(!doctype\s+html|html)|(?:[\w-]+:)?(?:rss|feed|rdf|channel|item|entry))\b/i.exec(text);
  return first?.[1] !== undefined;
}

/** Not `application/json`, with which WordPress links to its pages. */
const feedTypes = /^\s*application\/(?:(?:rss|atom|feed)\+xml|feed\+json)\s*(?:;|$)/i;

const maxAlternates = 20;

function alternatesOf(text: string, url: string | undefined): readonly string[] {
  const written: string[] = [];
  let base: string | undefined;
  for (const { kind, name, attributes } of tagsOf(text)) {
    const href = decodeXML(attributes.get('href') ?? '');
    if (kind === 'close' || href === '') continue;
    if (name === 'base') base ??= webAddress(href, url);
    const isAlternate = /(?:^|\s)alternate(?:\s|$)/i.test(attributes.get('rel') ?? '');
    if (name === 'link' && isAlternate && feedTypes.test(attributes.get('type') ?? '')) written.push(href);
    if (written.length === maxAlternates) break;
  }
  return [...new Set(written.flatMap((href) => webAddress(href, base ?? url) ?? []))];
}
