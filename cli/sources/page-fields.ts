import * as z from 'zod';
import { address, date, formerAddress, markdown, text, title } from './fields.ts';

/** What every file of `pages/` may say, whatever its template. */
export const pageFields = z.strictObject({
  template: z.string(),
  path: address(),
  aliases: z.array(formerAddress()).default([]),
  title: title(),
  description: text().optional(),
  keywords: z.array(text()).default([]),
  headline: text().optional(),
  tagline: title().optional(),
  noindex: z.boolean().default(false),
  updated: date().optional(),
});

/** A file of `pages/`, as far as all of them are alike. */
export type PageFile = z.infer<typeof pageFields>;

/** A heading with the text below it. */
export const titledText = z.strictObject({ title: title(), body: markdown() });
