import { describe, expect, it } from 'vitest';
import { tagsOf } from '../../cli/headlines/markup.ts';

describe('the tags of a text', () => {
  it('have names and attributes in lower case, with entities as they are written', () => {
    const [tag] = tagsOf(`<Link HREF="/a?b&amp;c" rel=next disabled HREF="/d" title='e > "f"'>`);
    expect(tag?.name).toBe('link');
    expect([...(tag?.attributes ?? [])]).toEqual([
      ['href', '/a?b&amp;c'],
      ['rel', 'next'],
      ['title', 'e > "f"'],
    ]);
  });

  it.each([
    ['<a><b/></a>', ['<a>', '<b/>', 'close', '</a>']],
    ['<a b=c/><d/>', ['<a b=c/>', '<d/>', 'close']],
    ['<a><!-- <b> --><![CDATA[<c>]]></a>', ['<a>', '</a>']],
    ['<a><![CDATA[<b></a><c>', ['<a>', '</a>', '<c>']],
    ['<a><!-- <b>', ['<a>', '<b>']],
    ['<a>1 < 2 <3</a>', ['<a>', '</a>']],
    ['<a b="c>d</a>', ['<a b="c>', '</a>']],
  ])('are found in %j', (text, found) => {
    const tags = [...tagsOf(text)];
    expect(tags.map(({ kind, start, end }) => (end > start ? text.slice(start, end) : kind))).toEqual(found);
  });
});
