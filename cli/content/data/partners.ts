import * as z from 'zod';
import { embed } from '../embeds.ts';
import { text } from '../schema/fields.ts';

/** `data/partners.yaml`: the documents that the paper shares with its partners. */
export const partners = z.strictObject({
  documents: z
    .array(embed({ about: text().optional().describe('What it is.') }))
    .min(1)
    .describe('The documents, in order.'),
});
