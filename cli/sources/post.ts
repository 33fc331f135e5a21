import * as z from 'zod';
import { categoryName, formerAddress, issueAt, moment, picture, slug, text, title, word } from './fields.ts';

/** The front matter of a post in `blog/`; the body is Markdown and stands beside it. */
export const postSchema = z
  .strictObject({
    id: word(),
    title: title(),
    excerpt: text(),
    author: title(),
    publishedDate: moment(),
    updatedDate: moment().optional(),
    category: categoryName(),
    tags: z.array(text()).default([]),
    slug: slug().optional(),
    aliases: z.array(formerAddress()).default([]),
    imageUrl: picture({ alt: 'imageAlt' }).optional(),
    imageAlt: text().optional(),
    decorative: z.boolean().default(false),
    draft: z.boolean().default(false),
  })
  .superRefine(({ publishedDate, updatedDate }, context) => {
    if (updatedDate === undefined || Date.parse(updatedDate) >= Date.parse(publishedDate)) return;
    issueAt(context, ['updatedDate'], {
      rule: 'invalid-date',
      message: 'This post was updated before it was published.',
      hint: '`updatedDate` must not be earlier than `publishedDate`. Leave it out if the post has not changed.',
    });
  });

export type PostFile = z.infer<typeof postSchema>;

/** The last part of a post's address: what it says, else the name of its file. */
export const slugOf = ({ data, fileSlug }: { readonly data: PostFile; readonly fileSlug: string }): string =>
  data.slug ?? fileSlug;
