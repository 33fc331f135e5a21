import { expect, test } from 'vitest';
import { firstSentence } from '../../../cli/content/markdown/paragraphs.ts';

test.each([
  [
    'The *ferry* to the [other landing](/ferry) stops at noon. It',
    'The ferry to the other landing stops at noon.',
  ],
  ['“Nobody knows when the ferry will run again.” That', '“Nobody knows when the ferry will run again.”'],
  [
    '“Will the ferry run on Sunday, or will it not?” she asked. He',
    '“Will the ferry run on Sunday, or will it not?” she asked.',
  ],
  [
    'The commission voted on Monday to hire Dr. Ada J. Lund of St. Clement. She',
    'The commission voted on Monday to hire Dr. Ada J. Lund of St. Clement.',
  ],
  [
    'The ferry leaves the landing of Alder at 7:30 p.m. on Monday. It',
    'The ferry leaves the landing of Alder at 7:30 p.m. on Monday.',
  ],
  [
    'El transbordador no saldrá mañana, dijo la Sra. Núñez. Él',
    'El transbordador no saldrá mañana, dijo la Sra. Núñez.',
  ],
  ['No. Not on Sunday, said the owner of the ferry. It', 'No. Not on Sunday, said the owner of the ferry.'],
  ['A paragraph without an end', 'A paragraph without an end'],
  [
    '## A heading\n\nmedia/map.png\n\nThe first paragraph of words is the one that counts. It',
    'The first paragraph of words is the one that counts.',
  ],
  ['- A list\n- of things', ''],
])('the first sentence of %j', (text, expected) => {
  expect(firstSentence(`${text}\n\nMore.`)).toBe(expected);
});
