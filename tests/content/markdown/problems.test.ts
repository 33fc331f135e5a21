import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { markdownProblems } from '../../../cli/content/markdown/problems.ts';
import { placed } from '../../../cli/problems/problem.ts';

it.each([
  ['plain', 'a: one two [x](/a) two [x](/a)'],
  ['plain on lines', 'a: one two\n   [x](/a) two\n\n   [x](/a)'],
  ['folded', 'a: >-\n  one two\n  [x](/a) two\n  [x](/a)\nb: 1'],
  ['literal', 'a: |\n  one two\n\n  [x](/a) two [x](/a)\n'],
  ['in double quotes', 'a: "one\\ttwo \\"it\\" [x](/a) \\\\ two \\\n   [x](/a)"'],
  ['in single quotes', "a: 'it''s one two [x](/a)\n\n  two [x](/a)'"],
])('a mistake in the Markdown of a YAML value is found where it is written: %s', (_, yaml) => {
  const markdown: string = parse(yaml).a;
  const source = { path: 'pages/x.yaml', file: 'content/pages/x.yaml', text: yaml };
  const findings = [...markdown.matchAll(/\/a/g)].map(
    ({ index }) => ({ start: index, end: index + 2, rule: 'dead-link', message: 'Dead.' }) as const,
  );
  const lines = yaml.split('\n');
  const words = markdownProblems(findings, { source, at: ['a'], markdown })
    .map(placed)
    .map(({ line, column, endColumn }) => lines[line - 1]?.slice(column - 1, endColumn - 1));
  expect(words).toEqual(['/a', '/a']);
});
