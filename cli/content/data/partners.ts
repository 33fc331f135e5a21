import * as z from 'zod';
import { embed } from '../embeds.ts';
import { text } from '../schema/fields.ts';
import { distinct } from '../schema/references.ts';

/** `data/partners.yaml`: the documents that the paper shares with its partners. */
export const partners = z.strictObject({
  documents: distinct(z.array(embed({ about: text().optional().describe('What it is.') })).min(1), {
    names: ({ provider, id }) => [[id === 'unset' ? undefined : `${provider} ${id}`, 'id']],
    message: () => 'This document is in the list twice.',
  }).describe('The documents, in order.'),
});
