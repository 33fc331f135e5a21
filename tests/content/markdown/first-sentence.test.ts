import { expect, test } from 'vitest';
import { firstSentence } from '../../../cli/content/markdown/paragraphs.ts';

/** Texts, with a bar at the end of what is shown of them. */
test.each([
  'The *ferry* to the [other landing](/ferry) stops at noon.| It is old.',
  '“Nobody knows when the ferry will run again.”| That was on Monday.',
  '“Will the ferry run on Sunday, or will it not?” she asked.| He knew.',
  'The commission voted on Monday to hire Dr. Ada J. Lund of St. Clement.| She',
  'The ferry leaves the landing of Alder at 7:30 p.m. on Monday.| It is old.',
  'El transbordador no saldrá mañana, dijo la Sra. Núñez.| Él no sabía.',
  'No. Not on Sunday, said the owner of the ferry.| It is old.',
  'A paragraph without an end|\n\nAnother one.',
  '## A heading\n\nmedia/map.png\n\nThe first paragraph is the one that counts.| It is old.',
  '|- A list\n- of things',
])('the first sentence of %j', (text) => {
  const shown = text.slice(0, text.indexOf('|')).replace(/.*\n/g, '');
  expect(firstSentence(text.replace('|', ''))).toBe(shown.replace(/\*|\[|\]\(.*?\)/g, ''));
});
