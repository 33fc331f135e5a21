import * as z from 'zod';
import { moment, picturePath, slug, text, word } from './fields.ts';

/** The front matter of a post in `blog/`; the body is Markdown and stands beside it. */
export const postSchema = z.strictObject({
  id: word(),
  title: text(),
  excerpt: text(),
  author: text(),
  publishedDate: moment(),
  category: text(),
  tags: z.array(text()).default([]),
  slug: slug().optional(),
  imageUrl: picturePath().optional(),
  imageAlt: text().optional(),
  decorative: z.boolean().default(false),
  draft: z.boolean().default(false),
});

export type PostFile = z.infer<typeof postSchema>;
