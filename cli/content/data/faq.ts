import * as z from 'zod';
import { markdown, text, title } from '../schema/fields.ts';
import { distinct } from '../schema/references.ts';

const category = z.strictObject({
  title: title().optional().describe('The heading of the questions.'),
  items: z
    .array(z.strictObject({ q: text().describe('A question.'), a: markdown().describe('Its answer.') }))
    .min(1)
    .describe('Questions and answers.'),
});

/** `data/faq.yaml`: questions of readers with their answers. */
export const faq = z.strictObject({
  categories: distinct(z.array(category).min(1), {
    names: ({ items }) => items.map(({ q }, i) => [q, 'items', i, 'q']),
    message: () => 'This question is in the file twice.',
  }).describe('Questions by subject.'),
});
