import * as z from 'zod';
import { markdown, text, title } from '../schema/fields.ts';

const category = z.strictObject({
  title: title().optional().describe('The heading of the questions.'),
  items: z
    .array(z.strictObject({ q: text().describe('A question.'), a: markdown().describe('Its answer.') }))
    .min(1)
    .describe('Questions and answers.'),
});

/** `data/faq.yaml`: questions of readers with their answers. */
export const faq = z.strictObject({
  categories: z.array(category).min(1).describe('Questions by subject.'),
});
