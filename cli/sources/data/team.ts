import * as z from 'zod';
import { picture, text, title } from '../fields.ts';
import { distinct } from '../references.ts';

const member = z.strictObject({
  name: title(),
  role: title().optional(),
  bio: text().optional(),
  image: picture({ alt: 'imageAlt' }).optional(),
  imageAlt: text().optional(),
  decorative: z.boolean().default(false),
});

/** `data/team.yaml`: who makes the paper. */
export const team = z.strictObject({
  team: distinct(z.array(member).min(1), {
    names: ({ name }) => [[name, 'name']],
    message: (name) => `\`${name}\` is in this list twice.`,
  }),
});
