import { describe, expect, test } from 'vitest';
import { ofType, textsOf, thingsOf, valuesOf } from '../parsed-pages.ts';
import { frontPage } from './front-page.ts';

const river = 'category: River Life';

describe('an article ends', () => {
  const tagged = {
    a: 'tags: [ferry, ice]',
    c: `${river}\ntags: [ice, ice]`,
    d: `${river}\ntags: [Ferry, ICE]`,
  };
  test.each([
    ['those with the most tags in common, then of its category', 'a b c d e', tagged, 'dc'],
    ['those that it names', 'a b c d', { ...tagged, a: 'related: [d]', c: river }, 'db'],
    ['pictures first', 'a b c* d', {}, 'cb'],
    ['one if there are no more', 'a b c d', { c: river, d: river }, 'b'],
    ['none that somebody paid for, or of its series', 'a~ b$ c~', {}, ''],
  ])('with %s', async (_, stories, lines, related) => {
    const $ = (await frontPage(stories, [], { lines })).pageAt('/blog/a');
    expect(textsOf($, '.related .headline').join('')).toBe(related);
    expect($('.related')).toHaveLength(related ? 1 : 0);
  });

  test('with its tags, those of the team who wrote it, the newsletter, its series and what is related, in this order', async () => {
    const lines = { a: 'author: ben ortiz and Ada Lund\ntags: [ice]', b: 'author: Ada Lundquist' };
    const { pageAt } = await frontPage('a~ b c~', [], { lines });
    const $ = pageAt('/blog/a');
    const end = '.article :is(.tags, .article__author, .panel, .series, .related)';
    expect(
      valuesOf($, end, 'class').map((name) => name?.match(/tags|author|panel|series|related/)?.[0]),
    ).toEqual(['tags', 'author', 'author', 'panel', 'series', 'related']);
    expect(textsOf($, '.article__author')).toEqual([
      expect.stringMatching(/Ben Ortiz Reporter.*Ben writes about the river\./),
      expect.stringContaining('Ada Lund'),
    ]);
    expect(valuesOf($, '.article__author:last a, .panel a', 'href')).toEqual([
      '/about#Team',
      '/subscribe#Newsletter',
    ]);
    expect(pageAt('/blog/b')('.article__author')).toHaveLength(0);
  });
});

test('a section is above its articles, and the blog above those of a category without a page, for programs', async () => {
  const { pageAt } = await frontPage('a b', [], { lines: { b: river } });
  const above = (path: string) => {
    const [crumbs] = ofType(thingsOf(pageAt(path)), 'BreadcrumbList');
    return JSON.stringify(crumbs).match(/(?<=example)\/[^"]*/g);
  };
  expect(above('/blog/a')).toEqual(['/', '/business', '/blog/a']);
  expect(above('/blog/b')).toEqual(['/', '/blog', '/blog/b']);
});
