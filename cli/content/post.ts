import * as z from 'zod';
import * as f from './schema/fields.ts';

/** The front matter of a post in `blog/`; the body is Markdown and stands beside it. */
export const postSchema = z
  .strictObject({
    id: f.word().describe('A text that no other post has; it never changes, because feed readers use it.'),
    title: f.title().describe('The headline.'),
    excerpt: f
      .text()
      .optional()
      .describe(
        'One or two sentences for cards, feeds and search results; the first sentence of the text if it is left out.',
      ),
    author: f
      .authorName()
      .optional()
      .describe('Who wrote it; a name of `data/team.yaml`, or another. A post may have none.'),
    authors: z
      .array(f.authorName())
      .default([])
      .describe('Several who wrote it; `author`, if it is there as well, is the first.'),
    publishedDate: f.moment().describe('When it is published; a post to come is left out until then.'),
    updatedDate: f.moment().optional().describe('When it was changed in a way that readers should know of.'),
    category: f.categoryName().describe('One of `categories` in site.yaml.'),
    tags: f.tags().default([]).describe('What it is about; cards show the first two.'),
    series: z
      .strictObject({
        name: f.title().describe('The name of the series, the same in all its parts.'),
        part: f
          .whole(1, 1000)
          .optional()
          .describe('Its number; without it, parts are in the order of their dates.'),
      })
      .optional()
      .describe('The series that it is a part of; each part links to the others.'),
    slug: f
      .slug()
      .optional()
      .describe('The last part of its address; the name of the file if it is left out.'),
    aliases: f
      .formerAddresses()
      .default([])
      .describe('Addresses that the post had before; readers are sent on.'),
    imageUrl: f
      .picture({ alt: 'imageAlt' })
      .optional()
      .describe('The picture; a post without one is shown as words.'),
    imageAlt: f.text().optional().describe('What the picture shows, for people who cannot see it.'),
    decorative: z.boolean().default(false).describe('`true` if the picture shows nothing that matters.'),
    imageCaption: f.text().optional().describe('The words under the picture.'),
    imageCredit: f.title().optional().describe('Who made the picture, in small letters after the caption.'),
    imageFocus: f
      .focus()
      .optional()
      .describe('The part of the picture that stays where it is cropped, such as `top` for a face.'),
    points: z
      .array(f.text())
      .max(8)
      .optional()
      .describe('The main facts in a few words each, under the deck.'),
    related: f
      .newsSlugs(12)
      .optional()
      .describe('Posts that belong to the story: lines with their times under it on the front page.'),
    breaking: z.boolean().optional().describe('`true` marks it as breaking for six hours.'),
    live: z.boolean().optional().describe('`true` marks it as live while it is being reported.'),
    weight: f
      .whole(1, 5)
      .optional()
      .describe(
        'Its size in the `lead` block of the front page, for two days: 5 is a banner across the page, 4 stands beside the lead, 3 is usual, 2 is small and has no picture, 1 is a headline in a list.',
      ),
    draft: z.boolean().default(false).describe('`true` keeps the post from readers.'),
    kicker: f.title().optional().describe('A short label above the headline, in place of the category.'),
    deck: f
      .text()
      .optional()
      .describe('The sentence under the headline of the article; the excerpt if it is left out.'),
    ads: z.literal('none').optional().describe('`none` keeps advertisements out of the story.'),
    source: z
      .strictObject({
        name: f.title().describe('Who has the story.'),
        url: f.url().describe('The address of the story.'),
      })
      .optional()
      .describe('Where the whole story is, if it is elsewhere; such a post needs no text.'),
    sponsored: z
      .union([z.strictObject({ by: f.title().describe('Who paid for it.') }), z.boolean()])
      .optional()
      .describe('`true`, or `by` and a name, if somebody paid for it; it is labeled wherever it appears.'),
    until: f
      .dayOrMoment()
      .optional()
      .describe('The last day, or the moment, after which it is in no list, feed or search engine.'),
    corrections: z
      .array(
        z.strictObject({
          date: f.dayOrMoment().describe('When it was corrected.'),
          text: f.text().describe('What was wrong, and what is right.'),
        }),
      )
      .optional()
      .describe('What was corrected; each counts as an update of the post.'),
  })
  .superRefine(({ imageUrl, imageCaption, imageCredit, imageFocus }, context) => {
    for (const [key, value] of Object.entries({ imageCaption, imageCredit, imageFocus })) {
      if (value === undefined || imageUrl !== undefined) continue;
      f.issueAt(context, [key], {
        rule: 'missing-key',
        message: 'This belongs to a picture, but `imageUrl` is missing: no picture is named.',
        hint: 'Add `imageUrl: media/…`, or remove this line.',
      });
    }
  })
  .superRefine(f.inOrder(['updatedDate', 'publishedDate'], ['until', 'publishedDate']))
  .superRefine(({ publishedDate, corrections = [] }, context) => {
    for (const [i, { date }] of corrections.entries())
      f.checkOrder(context, ['corrections', i, 'date'], date, publishedDate, 'publishedDate');
  });

export type PostFile = z.infer<typeof postSchema>;

/** The last part of a post's address: what it says, else the name of its file. */
export const slugOf = ({ data, fileSlug }: { readonly data: PostFile; readonly fileSlug: string }): string =>
  data.slug ?? fileSlug;
