import * as z from 'zod';
import { address, date, formerAddresses, markdown, text, title } from './schema/fields.ts';

/** What every file of `pages/` may say, whatever its template. */
export const pageFields = z.strictObject({
  template: z.string().describe('The kind of the page.'),
  path: address().describe('The address of the page.'),
  aliases: formerAddresses().default([]).describe('Addresses that the page had before; readers are sent on.'),
  title: title().describe('The title in the browser’s tab and in search results.'),
  description: text().optional().describe('One or two sentences for search results.'),
  keywords: z.array(text()).default([]).describe('Words that people may search for.'),
  headline: text().optional().describe('The large heading; the title if it is left out.'),
  tagline: title().optional().describe('A line under the heading.'),
  noindex: z.boolean().default(false).describe('`true` keeps the page out of search engines.'),
  imported: z
    .boolean()
    .optional()
    .describe(
      '`true` for a page that came with an archive: its old mistakes are counted, as those of old posts.',
    ),
  updated: date().optional().describe('When the text was changed last.'),
});

/** A file of `pages/`, as far as all of them are alike. */
export type PageFile = z.infer<typeof pageFields>;

export const titledText = z.strictObject({
  title: title().describe('The heading.'),
  body: markdown().describe('The text below it.'),
});
