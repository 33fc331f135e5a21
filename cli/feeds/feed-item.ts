import { isWebAddress } from '../lib/web-address.ts';
import type { FeedItem } from './feed.ts';
import { oneLine, withoutInvisible } from './feed-text.ts';

const mostItems = 200;
const longestTitle = 300;
const longestMadeTitle = 100;
const longestSummary = 600;
const longestAddress = 4096;

/** How far ahead of the reader's clock a date may be, in milliseconds. */
const tolerance = 60 * 60 * 1000;

/** A headline on one line; empty where nothing of the text can be shown. */
export const headline = (text: string): string => oneLine(text, longestTitle);

/** The beginning of an item's text on one line. */
export const summaryOf = (text: string): string => oneLine(text, longestSummary, 'between-words');

/** An item of its headline and summary; without a headline, the summary begins one. `undefined` where there is neither. */
export function makeItem(
  title: string,
  summary: string,
  { link, published }: Omit<FeedItem, 'title' | 'summary'>,
): FeedItem | undefined {
  const heading = title || oneLine(summary, longestMadeTitle, 'between-words');
  if (heading === '') return undefined;
  return {
    title: heading,
    ...(link !== undefined && { link }),
    ...(published !== undefined && { published }),
    ...(summary !== '' && summary !== heading && { summary }),
  };
}

/** Each item once: two with the same title and link are one. */
export function withoutRepeats(items: Iterable<FeedItem>): readonly FeedItem[] {
  const known = new Map<string, FeedItem>();
  for (const item of items) {
    const key = JSON.stringify([item.title, item.link]);
    if (!known.has(key)) known.set(key, item);
    if (known.size === mostItems) break;
  }
  return [...known.values()];
}

/** An address of the web, absolute; `undefined` where it is none, and where it holds a name or a password. */
export function webAddress(written: string, base: string | undefined): string | undefined {
  if (written.length > longestAddress) return undefined;
  const lines = withoutInvisible(written).split(/[\r\n]/);
  const address = lines.map((line) => line.trim()).join('');
  if (address === '') return undefined;
  try {
    const { href } = new URL(address, base);
    return isWebAddress(href) ? href : undefined;
  } catch {
    return undefined;
  }
}

/** A date as items hold it; none where it is ahead of `now`, for then it is wrong. */
export const momentOf = (date: Date | undefined, now: Date): string | undefined =>
  date && date.getTime() <= now.getTime() + tolerance ? date.toISOString().replace(/\.\d+/, '') : undefined;
