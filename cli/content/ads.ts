import * as z from 'zod';
import * as f from './schema/fields.ts';
import { distinct } from './schema/references.ts';

export const places = ['front', 'section', 'article', 'letter', 'print'] as const;

const pair = z.strictObject({
  wide: f.picture().describe('Four times as wide as high, such as 970 by 250 pixels.'),
  narrow: f.picture().describe('Instead of it on phones: such as 300 by 250 pixels.'),
});

const campaign = z
  .strictObject({
    id: f.word().describe('A word that no other campaign has.'),
    picture: z
      .union([f.picture(), pair])
      .describe('One that is wide, or one each for `wide` and `narrow` windows.'),
    alt: f.text().describe('What it says, for people who cannot see it.'),
    url: f.link().describe('Where it leads.'),
    sponsor: f.title().optional().describe('Who pays for it, if anybody does; only then is it labeled.'),
    from: f.dayOrMoment().optional().describe('Its first day; at once if it is left out.'),
    until: f.dayOrMoment().optional().describe('Its last day, or the moment when it ends.'),
    places: z.array(z.enum(places)).min(1).describe('Where it stands.'),
    sections: z
      .array(f.categoryName())
      .min(1)
      .optional()
      .describe('The categories whose pages and stories have it.'),
    share: f.whole(1, 100).default(1).describe('How often it is shown, compared with others of its place.'),
  })
  .superRefine(f.inOrder(['until', 'from']));

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
