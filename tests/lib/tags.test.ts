import { describe, expect, it } from 'vitest';
import { tagsOf } from '../../cli/lib/tags.ts';

/** Tags as they are in the text, with a `/` for those that end at once. */
const tagsIn = (text: string, language: 'xml' | 'html') =>
  [...tagsOf(text, language)].map(({ kind, start, end }) => (end > start ? text.slice(start, end) : kind));

describe('the tags of a text', () => {
  it('have names and attributes in lower case, with entities as they are written', () => {
    const [tag] = tagsOf('<Link HREF="/a?b&amp;c" rel=next disabled HREF="/d">', 'html');
    expect(tag?.name).toBe('link');
    expect([...(tag?.attributes ?? [])]).toEqual([
      ['href', '/a?b&amp;c'],
      ['rel', 'next'],
      ['disabled', ''],
    ]);
  });

  it.each([
    ['xml', '<a><b/></a>', ['<a>', '<b/>', 'close', '</a>']],
    ['html', '<a><b/></a>', ['<a>', '<b/>', '</a>']],
    ['xml', '<a><!-- <b> --><![CDATA[<c>]]></a>', ['<a>', '</a>']],
    ['xml', '<a>1 < 2 <3</a>', ['<a>', '</a>']],
    ['xml', '<a b="c>d</a>', ['<a b="c>', '</a>']],
    ['html', '<script>"<a>"</script><!-- <b> --><p>', ['<script>', '</script>', '<p>']],
  ] as const)('of %s are found in %j', (language, text, found) => {
    expect(tagsIn(text, language)).toEqual(found);
  });
});
