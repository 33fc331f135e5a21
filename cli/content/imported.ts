import * as z from 'zod';
import { date, whole } from './schema/fields.ts';

/** The rules whose problems in imported posts are counted, and what such a problem is called. */
export const countedRules = {
  'dead-link': 'dead link',
  'moved-link': 'outdated link',
  'missing-alt': 'undescribed picture',
  'heading-level': 'wrong heading level',
  'invalid-text': 'empty text',
  shortcode: 'shortcode',
} as const;

export type CountedRule = keyof typeof countedRules;

const counts = Object.fromEntries(
  Object.entries(countedRules).map(([rule, name]) => [
    rule,
    whole(0, 10_000_000).default(0).describe(`How many ${name}s there were.`),
  ]),
) as Record<CountedRule, z.ZodDefault<ReturnType<typeof whole>>>;

/** `imported.yaml`: what was wrong with the posts from before `importedBefore` when they were imported. */
export const importedSchema = z.strictObject({
  date: date().describe('The day of the import.'),
  counts: z
    .strictObject(counts)
    .describe('The problems that are counted instead of listed; a build with more of them fails.'),
});
