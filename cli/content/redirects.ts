import * as z from 'zod';
import { formerAddress, redirectTarget } from './schema/fields.ts';

/** `redirects.yaml`: former addresses that no page names among its `aliases`, and where their readers are sent. It may be left out. */
export const redirectsSchema = z.array(
  z.strictObject({
    from: formerAddress().describe('The former address.'),
    to: redirectTarget().describe('Where its readers are sent.'),
  }),
);

export type RedirectsFile = z.infer<typeof redirectsSchema>;
