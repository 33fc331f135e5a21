import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { locateIn } from '../../cli/problems/locate.ts';
import { createAligner } from '../../cli/problems/written.ts';

describe('a stretch of a YAML text is found where it is written', () => {
  it.each([
    ['plain', 'a: one two [x](/a) two [x](/a)'],
    ['plain on lines', 'a: one two\n   [x](/a) two\n\n   [x](/a)'],
    ['folded', 'a: >-\n  one two\n  [x](/a) two\n  [x](/a)\nb: 1'],
    ['literal', 'a: |\n  one two\n\n  [x](/a) two [x](/a)\n'],
    ['in double quotes', 'a: "one\\ttwo \\"it\\" [x](/a) \\\\ two \\\n   [x](/a)"'],
    ['in single quotes', "a: 'it''s one two [x](/a)\n\n  two [x](/a)'"],
  ])('%s', (_, yaml) => {
    const { a } = parse(yaml);
    const { start, end } = locateIn(yaml).value(['a']);
    const written = yaml.slice(start, end);
    const align = createAligner(written, a);
    const wanted = [...a.matchAll(/\/a/g)].map(({ index }) => index);
    const found = wanted.map((at) => align({ start: at, end: at + 2 }));
    expect(found.map((place) => place?.start)).toEqual(
      [...written.matchAll(/\/a/g)].map(({ index }) => index),
    );
    expect(found.map((place) => place && written.slice(place.start, place.end))).toEqual(['/a', '/a']);
  });

  it('but not an escape that stands for another letter', () => {
    const align = createAligner('"a \\x41 b"', 'a A b');
    expect(align({ start: 2, end: 3 })).toBeUndefined();
    expect(align({ start: 4, end: 5 })).toEqual({ start: 8, end: 9 });
  });
});
