import * as z from 'zod';
import { picture, text, title } from '../schema/fields.ts';
import { distinct } from '../schema/references.ts';
import { slugify } from '../schema/slugs.ts';

const member = z.strictObject({
  name: title().describe('The name of the person.'),
  role: title().optional().describe('What they do.'),
  bio: text().optional().describe('Who they are.'),
  image: picture({ alt: 'imageAlt' }).optional().describe('A picture; their initials if it is left out.'),
  imageAlt: text().optional().describe('What the picture shows.'),
  decorative: z.boolean().default(false).describe('`true` if the picture shows nothing that matters.'),
});

/** `data/team.yaml`: who makes the paper. */
export const team = z.strictObject({
  team: distinct(z.array(member).min(1), {
    names: ({ name }) => [[slugify(name) || name, 'name']],
    message: (name) => `Another member has this name, or one that is the same in addresses: \`${name}\`.`,
  }).describe('The people, in order.'),
});
