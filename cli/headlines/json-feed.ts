import { decodeHTMLStrict } from 'entities';
import * as z from 'zod';
import { parseJson } from '../lib/parse-json.ts';
import type { Feed, FeedItem, ReadOptions } from './feed.ts';
import { readDate } from './feed-date.ts';
import { cutLine, textOf } from './feed-text.ts';
import { maxItems, maxTitle, maxTitleFromText, unlessAhead, webAddress } from './xml-feed.ts';

/** Values of the wrong type are ignored. */
const text = z.string().default('').catch('');

const itemSchema = z.object({
  ...{ title: text, summary: text, content_text: text, content_html: text },
  ...{ url: text, external_url: text, date_published: text, date_modified: text },
});

const feedSchema = z.object({
  version: z.string().regex(/jsonfeed/i),
  title: text,
  home_page_url: text,
  items: z.array(z.unknown()),
});

/** A JSON Feed; `undefined` if the text is none. */
export function readJsonFeed(written: string, { url, now }: ReadOptions): Feed | undefined {
  const feed = feedSchema.safeParse(parseJson(written)).data;
  if (!feed) return undefined;
  const site = webAddress(feed.home_page_url, url);

  function readItem(found: unknown): FeedItem | undefined {
    const item = itemSchema.safeParse(found).data;
    if (!item) return undefined;
    const start = decodeHTMLStrict(item.summary || item.content_text) || textOf(item.content_html, 'html');
    const title = cutLine(decodeHTMLStrict(item.title), maxTitle) || cutLine(start, maxTitleFromText);
    const date = readDate(item.date_published) ?? readDate(item.date_modified);
    const link = webAddress(item.url || item.external_url, site ?? url);
    return title === '' ? undefined : { title, link, published: unlessAhead(date, now) };
  }

  const title = cutLine(decodeHTMLStrict(feed.title), maxTitle);
  const items = feed.items.slice(0, 5 * maxItems).flatMap((found) => readItem(found) ?? []);
  return { ...(title !== '' && { title }), ...(site && { link: site }), items: items.slice(0, maxItems) };
}
