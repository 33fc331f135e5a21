import { decodeHTMLStrict } from 'entities';
import { isRecord } from '../lib/is-record.ts';
import { parseJson } from '../lib/parse-json.ts';
import type { Feed, FeedItem, ReadOptions } from './feed.ts';
import { readDate } from './feed-date.ts';
import { headline, makeItem, summaryOf, unlessAhead, webAddress, withoutRepeats } from './feed-item.ts';
import { textOfHtml } from './feed-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A JSON Feed; `undefined` if the text is none. Values of the wrong type are ignored. */
export function readJsonFeed(text: string, { url, now }: ReadOptions): Feed | undefined {
  const fields = parseJson(text);
  if (!isRecord(fields) || !/jsonfeed/i.test(textIn(fields, 'version'))) return undefined;
  if (!Array.isArray(fields.items)) return undefined;
  const site = webAddress(textIn(fields, 'home_page_url'), url);
  const list: readonly unknown[] = fields.items;

  function* readItems(): Generator<FeedItem> {
    for (const item of list) {
      if (!isRecord(item)) continue;
      const text = firstIn(item, ['summary', 'content_text']);
      const summary = summaryOf(text ? decodeHTMLStrict(text) : textOfHtml(textIn(item, 'content_html')));
      const title = titleIn(item);
      if (title === '' && summary === '') continue;
      const link = webAddress(firstIn(item, ['url', 'external_url']), site ?? url);
      const [published, changed] = ['date_published', 'date_modified'].map((name) =>
        readDate(textIn(item, name)),
      );
      const read = makeItem(title, summary, { link, published: unlessAhead(published ?? changed, now) });
      if (read) yield read;
    }
  }

  const title = titleIn(fields);
  return { ...(title !== '' && { title }), ...(site && { link: site }), items: withoutRepeats(readItems()) };
}

function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

const firstIn = (fields: Fields, names: readonly string[]): string =>
  names.map((name) => textIn(fields, name)).find((text) => text.trim() !== '') ?? '';

const titleIn = (fields: Fields): string => headline(decodeHTMLStrict(textIn(fields, 'title')));
