import * as z from 'zod';
import { markdown, text, title } from '../fields.ts';
import { distinct } from '../references.ts';

const category = z.strictObject({
  title: title().optional(),
  items: z.array(z.strictObject({ q: text(), a: markdown() })).min(1),
});

/** `data/faq.yaml`: questions of readers with their answers. */
export const faq = z.strictObject({
  categories: distinct(z.array(category).min(1), {
    names: ({ items }) => items.map(({ q }, i) => [q, 'items', i, 'q']),
    message: () => 'This question is in the file twice.',
  }),
});
