import { isWebAddress, parseUrl } from '../lib/web-address.ts';
import type { FeedItem } from './feed.ts';
import { cutLine, withoutInvisible } from './feed-text.ts';

const maxItems = 200;
const maxTitle = 300;
const maxTitleFromText = 100;
const maxSummary = 600;
const maxAddress = 4096;

/** Milliseconds that a date may be ahead of our clock. */
const tolerance = 60 * 60 * 1000;

/** A headline on one line; empty if nothing of the text can be shown. */
export const headline = (text: string): string => cutLine(text, maxTitle);

export const summaryOf = (text: string): string => cutLine(text, maxSummary, 'between-words');

/** An item. Without a title, the start of the summary becomes the title; `undefined` if there is neither. */
export function makeItem(
  title: string,
  summary: string,
  { link, published }: Omit<FeedItem, 'title' | 'summary'>,
): FeedItem | undefined {
  const heading = title || cutLine(summary, maxTitleFromText, 'between-words');
  if (heading === '') return undefined;
  const isNew = summary !== '' && summary !== heading;
  return { title: heading, link, published, summary: isNew ? summary : undefined };
}

/** Each item once: items with the same title and link are one. */
export function withoutRepeats(items: Iterable<FeedItem>): readonly FeedItem[] {
  const known = new Map<string, FeedItem>();
  for (const item of items) {
    const key = JSON.stringify([item.title, item.link]);
    if (!known.has(key)) known.set(key, item);
    if (known.size === maxItems) break;
  }
  return [...known.values()];
}

/** An absolute web address; `undefined` if it is none, or has a name or a password in it. */
export function webAddress(written: string, base: string | undefined): string | undefined {
  if (written.length > maxAddress) return undefined;
  const lines = withoutInvisible(written).split(/[\r\n]/);
  const address = lines.map((line) => line.trim()).join('');
  const href = address && parseUrl(address, base)?.href;
  return href && isWebAddress(href) ? href : undefined;
}

/** A date; `undefined` if it is ahead of `now`, because then it is wrong. */
export const unlessAhead = (date: string | undefined, now: Date): string | undefined =>
  date && Date.parse(date) <= now.getTime() + tolerance ? date : undefined;
