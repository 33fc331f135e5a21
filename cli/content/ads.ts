import * as z from 'zod';
import {
  categoryName,
  dayOrMoment,
  inOrder,
  link,
  picture,
  text,
  title,
  whole,
  word,
} from './schema/fields.ts';
import { distinct } from './schema/references.ts';

export const places = ['front', 'section', 'article', 'letter', 'print'] as const;

const pair = z.strictObject({
  wide: picture().describe('Four times as wide as high, such as 970 by 250 pixels.'),
  narrow: picture().describe('Instead of it on phones: such as 300 by 250 pixels.'),
});

const campaign = z
  .strictObject({
    id: word().describe('A word that no other campaign has.'),
    picture: z
      .union([picture(), pair])
      .describe('One that is wide, or one each for `wide` and `narrow` windows.'),
    alt: text().describe('What it says, for people who cannot see it.'),
    url: link().describe('Where it leads.'),
    sponsor: title().optional().describe('Who pays for it, if anybody does; only then is it labeled.'),
    from: dayOrMoment().optional().describe('Its first day; at once if it is left out.'),
    until: dayOrMoment().optional().describe('Its last day, or the moment when it ends.'),
    places: z.array(z.enum(places)).min(1).describe('Where it stands.'),
    sections: z
      .array(categoryName())
      .min(1)
      .optional()
      .describe('The categories whose pages and stories have it.'),
    share: whole(1, 100).default(1).describe('How often it is shown, compared with others of its place.'),
  })
  .superRefine(inOrder(['until', 'from']));

/** `ads.yaml`: the pictures that advertisers have booked, and those by which the paper promotes itself. */
export const adsSchema = z.strictObject({
  campaigns: distinct(z.array(campaign), {
    names: ({ id }) => [[id, 'id']],
    message: (id) => `Another campaign already has the id \`${id}\`.`,
    hint: 'Give one of the two another id.',
    isError: true,
  })
    .default([])
    .describe('Each with its picture, its days and its places.'),
});

export type AdsFile = z.infer<typeof adsSchema>;
