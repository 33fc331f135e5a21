import { expect, it } from 'vitest';
import { parse } from '../../cli/pipeline/parse.ts';

it('reports an invisible character in the text of a page at its place', () => {
  const front = '---\ntemplate: text\npath: /a\ntitle: A\ndescription: A.\nkeywords: [a]\n---\n';
  const found = parse({
    files: [{ path: 'pages/a.md', file: 'content/pages/a.md', text: `${front}One.\n\nTwo\u200bthree.\n` }],
    media: [],
    publicFiles: [],
    refused: new Set(),
    shownAs: 'content',
  }).problems.filter(({ file }) => file === 'content/pages/a.md');
  expect(found.map(({ line, column, rule }) => [line, column, rule])).toEqual([[10, 4, 'invalid-text']]);
});
