import { join } from 'node:path';
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { paragraphsOf } from '../../../cli/content/markdown/paragraphs.ts';
import { buildInMemory, sites, smallContent } from '../../helpers.ts';
import { textsOf, valuesOf } from '../../parsed-pages.ts';

test('the paper edition has the stories of the front page, in its order, then the others', async () => {
  const blocks =
    'blocks:\n  - { block: lead, story: ice-on-the-landing, stories: 0 }\n  - { block: stories, title: River, category: River Life, stories: 1 }\n  - { block: text, body: "A [link](/about)." }\n';
  const content = smallContent({
    'pages/home.yaml': (text) => text.slice(0, text.indexOf('blocks:')) + blocks,
    'pages/paper.yaml': 'template: print\npath: /paper\ntitle: The paper edition\n',
  });
  const { files } = await buildInMemory(content);
  const $ = load(files.get('paper.html') ?? '');
  expect(valuesOf($, 'main h2 a', 'href')).toEqual([
    '/blog/ice-on-the-landing',
    '/blog/heron-count',
    '/blog/bridge-toll-ends',
  ]);
  expect(textsOf($, '.sheet__address')[0]).toBe('alderferry.example/blog/ice-on-the-landing');
  expect(textsOf($, '.masthead__name')).toEqual(['The Alder Ferry Post']);
  expect($('main :is(nav, img)')).toHaveLength(0);
  expect($('meta[name=robots]').attr('content')).toBe('noindex');
  expect(files.get('sitemap.xml')).not.toContain('/paper');
  expect([...files.keys()].filter((path) => /^assets\/print-\w+\.(?:css|js)$/.test(path))).toHaveLength(2);
});

test('a paper without such a page publishes nothing for it', async () => {
  const { files } = await buildInMemory(join(sites, 'small', 'content'));
  expect([...files.keys()].filter((path) => path.includes('print'))).toEqual([]);
});

test('the paragraphs of a text as plain words', () => {
  const text =
    '![A bridge](media/a.jpg)\n\n## Where\n\nThe *“old”* [bridge](/blog/bridge)\nis "closed" from `May`.\n\nhttps://video.example/watch?v=1\n\n> A quote\n\nTo [come][plan] are:\n\n- a list\n\nThe end of it.\n\n[plan]: /plan\n';
  expect(paragraphsOf(text)).toEqual(['The “old” bridge is “closed” from May.', 'The end of it.']);
  expect(paragraphsOf('One line.\n\n---\n\nTwo\\\nlines.')).toEqual(['One line.', 'Two lines.']);
});
