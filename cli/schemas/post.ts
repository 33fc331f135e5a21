import * as z from 'zod';
import { moment, picturePath, slug, text, title, word } from './fields.ts';

/** The front matter of a post in `blog/`; the body is Markdown and stands beside it. */
export const postSchema = z.strictObject({
  id: word(),
  title: title(),
  excerpt: text(),
  author: title(),
  publishedDate: moment(),
  category: title(),
  tags: z.array(text()).default([]),
  slug: slug().optional(),
  imageUrl: picturePath().optional(),
  imageAlt: text().optional(),
  decorative: z.boolean().default(false),
  draft: z.boolean().default(false),
});

export type PostFile = z.infer<typeof postSchema>;
