import * as z from 'zod';
import {
  authorName,
  categoryName,
  formerAddresses,
  issueAt,
  moment,
  picture,
  slug,
  text,
  title,
  whole,
  word,
} from './schema/fields.ts';

/** The front matter of a post in `blog/`; the body is Markdown and stands beside it. */
export const postSchema = z
  .strictObject({
    id: word().describe('A text that no other post has; it never changes, because feed readers use it.'),
    title: title().describe('The headline.'),
    excerpt: text().describe('One or two sentences for cards, feeds and search results.'),
    author: authorName().describe('Who wrote it; a name of `data/team.yaml`, or another.'),
    publishedDate: moment().describe('When it is published; a post to come is left out until then.'),
    updatedDate: moment().optional().describe('When it was changed in a way that readers should know of.'),
    category: categoryName().describe('One of `categories` in site.yaml.'),
    tags: z.array(text()).default([]).describe('What it is about; cards show the first two.'),
    slug: slug().optional().describe('The last part of its address; the name of the file if it is left out.'),
    aliases: formerAddresses()
      .default([])
      .describe('Addresses that the post had before; readers are sent on.'),
    imageUrl: picture({ alt: 'imageAlt' })
      .optional()
      .describe('The picture; the cover of the category if it is left out.'),
    imageAlt: text().optional().describe('What the picture shows, for people who cannot see it.'),
    decorative: z.boolean().default(false).describe('`true` if the picture shows nothing that matters.'),
    weight: whole(1, 5)
      .optional()
      .describe(
        'Its size in the `lead` block of the front page, for two days: 5 is a banner across the page, 4 is large, 3 is usual, 2 has no picture, 1 is a headline in a list.',
      ),
    draft: z.boolean().default(false).describe('`true` keeps the post from readers.'),
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
