import * as z from 'zod';
import { type FieldIssue, moment, picturePath, slug, text, title, word } from './fields.ts';

/** The front matter of a post in `blog/`; the body is Markdown and stands beside it. */
export const postSchema = z
  .strictObject({
    id: word(),
    title: title(),
    excerpt: text(),
    author: title(),
    publishedDate: moment(),
    updatedDate: moment().optional(),
    category: title(),
    tags: z.array(text()).default([]),
    slug: slug().optional(),
    imageUrl: picturePath().optional(),
    imageAlt: text().optional(),
    decorative: z.boolean().default(false),
    draft: z.boolean().default(false),
  })
  .superRefine(({ publishedDate, updatedDate }, context) => {
    if (updatedDate === undefined || Date.parse(updatedDate) >= Date.parse(publishedDate)) return;
    const issue: FieldIssue = {
      rule: 'invalid-date',
      message: 'This post was updated before it was published.',
      hint: '`updatedDate` must not be earlier than `publishedDate`. Leave it out where the post has not changed.',
    };
    context.addIssue({ code: 'custom', path: ['updatedDate'], message: issue.message, params: { ...issue } });
  });

export type PostFile = z.infer<typeof postSchema>;
