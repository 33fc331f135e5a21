import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildInMemory, sites, temporaryFolder } from '../helpers.ts';
import { articleText, writeCorpus } from './corpus.ts';
import { quotedShapes, type Shape, shapes, writeFields } from './front-matter-shapes.ts';

const fields = {
  id: '7',
  title: "Council river: the residents' own market",
  excerpt: `${'Neighbors asked for a bridge, and the council answered with a budget. '.repeat(3)}So they wait.`,
  author: 'Marisol Vega',
  publishedDate: '2025-01-01T00:00:00.000Z',
  category: 'Arts & Culture',
  tags: ['bridge', 'budget', 'market'],
};

describe('front matter', () => {
  it.each(shapes)('of the shape "%s" says what it was given', (shape) => {
    const given = quotedShapes.has(shape) ? fields : { ...fields, title: 'Council river' };
    expect(parse(writeFields[shape](given))).toEqual(given);
  });

  it('is written in as many ways as there are shapes', () => {
    expect(new Set(shapes.map((shape) => writeFields[shape](fields))).size).toBe(6);
  });
});

describe('a corpus', () => {
  const folder = temporaryFolder();
  const post = (content: string, i: number) =>
    readFileSync(join(folder, content, 'blog', `post-${i}.md`), 'utf8').split(/^---$/m);
  const write = (content: string, options?: { readonly shapes: readonly Shape[] }) =>
    writeCorpus(join(folder, content), join(sites, 'small', 'content'), 12, options);

  beforeAll(() => {
    write('flow');
    write('all', { shapes });
  });

  it('has flow lists and plain text unless it is told otherwise', () => {
    expect(post('flow', 3)[1]).toMatch(/^tags: \[\w+(?:, \w+)+\]$/m);
  });

  it('is given the shapes in turn, around the same articles', () => {
    for (const i of [0, 3, 9, 11]) expect(post('all', i)[2]).toBe(`\n${articleText(i)}\n`);
    expect(post('all', 3)[1]).toContain('excerpt: >-\n');
    expect(post('all', 9)[1]).toContain('excerpt: >-\n');
  });

  it('is a paper without problems', async () => {
    const { report, files } = await buildInMemory(join(folder, 'all'));
    expect(report.problems).toEqual([]);
    expect(files.get('blog/post-3.html')).toContain('<h1>');
  });
});
