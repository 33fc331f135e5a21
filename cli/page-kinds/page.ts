import * as z from 'zod';
import { embedSchema, feedBlockSchema } from '../sources/embeds.ts';
import {
  address,
  date,
  email,
  link,
  markdown,
  picturePath,
  text,
  title,
  url,
  word,
  year,
} from '../sources/fields.ts';

const common = {
  path: address(),
  title: title(),
  description: text(),
  keywords: z.array(text()).min(1),
  headline: text().optional(),
  tagline: title().optional(),
  noindex: z.boolean().default(false),
  updated: date().optional(),
};

const form = embedSchema.extend({ category: title() });
const titled = z.strictObject({ title: title(), body: markdown() });
const newsletter = z.strictObject({ title: title(), text: text(), form });
const button = z.strictObject({ label: title(), url: url() });

/**
 * One schema per template. `body` is the Markdown under the front matter of a `.md` page, or a field of a `.yaml` one.
 */
export const pageSchemas = {
  home: z.strictObject({
    template: z.literal('home'),
    ...common,
    lead: word().optional(),
    featured: feedBlockSchema,
    video: embedSchema.extend({ poster: picturePath().optional() }),
    latest: feedBlockSchema,
    categoryFeeds: z.array(feedBlockSchema.extend({ title: title(), path: link() })).min(1),
    updates: feedBlockSchema,
    newsletter,
  }),
  category: z.strictObject({
    template: z.literal('category'),
    ...common,
    feeds: z.array(feedBlockSchema).min(1),
    body: markdown().optional(),
  }),
  events: z.strictObject({ template: z.literal('events'), ...common, wall: embedSchema }),
  archives: z.strictObject({ template: z.literal('archives'), ...common }),
  blog: z.strictObject({ template: z.literal('blog'), ...common }),
  'not-found': z.strictObject({ template: z.literal('not-found'), ...common }),
  contact: z.strictObject({ template: z.literal('contact'), ...common, form, location: titled }),
  about: z.strictObject({
    template: z.literal('about'),
    ...common,
    sections: z.array(titled).min(1),
    details: z.array(z.strictObject({ label: title(), value: text() })).min(1),
    awards: z.array(z.strictObject({ year: year(), title: title(), by: title() })).min(1),
    join: titled.extend({ email: email() }),
  }),
  subscribe: z.strictObject({
    template: z.literal('subscribe'),
    ...common,
    why: z.strictObject({ title: title(), items: z.array(text()).min(1) }),
    signIn: z.strictObject({ text: text(), label: title(), path: link() }),
    newsletter,
    plans: z.strictObject({ department: title() }).optional(),
    corporate: z.strictObject({ title: title(), text: text(), label: title(), department: title() }),
  }),
  text: z.strictObject({ template: z.literal('text'), ...common, body: markdown() }),
  partners: z.strictObject({ template: z.literal('partners'), ...common }),
  faq: z.strictObject({ template: z.literal('faq'), ...common }),
  rss: z.strictObject({ template: z.literal('rss'), ...common }),
  radio: z.strictObject({ template: z.literal('radio'), ...common, tip: text() }),
  books: z.strictObject({
    template: z.literal('books'),
    ...common,
    banner: z.strictObject({ title: title(), text: text(), apply: button, learn: button }),
    allLabel: title(),
  }),
  'embed-form': z.strictObject({
    template: z.literal('embed-form'),
    ...common,
    category: title(),
    body: markdown(),
    email: email(),
    /** Whether it asks for words as well as for an address. */
    message: z.boolean().default(true),
  }),
  'embed-document': z.strictObject({ template: z.literal('embed-document'), ...common, body: markdown() }),
  'embed-wall': z.strictObject({ template: z.literal('embed-wall'), ...common }),
};

/** The word a page's `template` may be. */
export type TemplateName = keyof typeof pageSchemas;

/** A file of `pages/`, as parsed. */
export type PageFile = { [K in TemplateName]: z.infer<(typeof pageSchemas)[K]> }[TemplateName];

/** A file of `pages/` drawn by template `K`. */
export type PageFileOf<K extends TemplateName> = Extract<PageFile, { template: K }>;
