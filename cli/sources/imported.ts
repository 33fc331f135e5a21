import * as z from 'zod';
import { date, whole } from './schema/fields.ts';

const count = (what: string) => whole(0, 10_000_000).default(0).describe(`How many ${what} there were.`);

/** `imported.yaml`: what was wrong with the posts from before `importedBefore` when they were imported. */
export const importedSchema = z.strictObject({
  date: date().describe('The day of the import.'),
  counts: z
    .strictObject({
      'dead-link': count('links that lead nowhere'),
      'moved-link': count('links to former addresses'),
      'missing-alt': count('pictures without a description'),
      'heading-level': count('first-level headings in texts'),
      'invalid-text': count('posts without a text'),
    })
    .describe('The problems that are counted instead of listed; a build with more of them fails.'),
});

export type ImportedFile = z.infer<typeof importedSchema>;
export type ImportedRule = keyof ImportedFile['counts'];
