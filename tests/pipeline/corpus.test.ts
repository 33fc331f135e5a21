import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildInMemory, sites, temporaryFolder } from '../helpers.ts';
import { writeCorpus } from './corpus.ts';
import { quotedShapes, shapes, writeFields } from './front-matter-shapes.ts';

const fields = {
  id: '7',
  title: "Council river: the residents' own market",
  excerpt: `${'Neighbors asked for a bridge, and the council answered with a budget. '.repeat(3)}So they wait.`,
  author: 'Marisol Vega',
  publishedDate: '2025-01-01T00:00:00.000Z',
  category: 'Arts & Culture',
  tags: ['bridge', 'budget', 'market'],
};

it.each(shapes)('front matter of the shape "%s" parses to the fields it was given', (shape) => {
  const given = quotedShapes.has(shape) ? fields : { ...fields, title: 'Council river' };
  expect(parse(writeFields[shape](given))).toEqual(given);
});

it('a generated paper with front matter of all shapes has no problems', async () => {
  const content = join(temporaryFolder(), 'content');
  writeCorpus(content, join(sites, 'small', 'content'), 12, { shapes });
  const { report, files } = await buildInMemory(content);
  expect(report.problems).toEqual([]);
  expect(files.get('blog/post-3.html')).toContain('<h1>');
});
