import { expect, test } from 'vitest';
import { createSearchIndex, type Entry } from '../../templates/client/search-index.ts';

const entry = (
  title: string,
  more: { excerpt?: string; author?: string; tags?: string; names?: string } = {},
): Entry => {
  const { excerpt = 'What happened.', author = 'Ada Lund', tags = '', names = '' } = more;
  return [`/blog/${title}`, title, excerpt, author, tags, '2026-11-20', names];
};

async function titlesFor(query: string, ...files: readonly (readonly Entry[])[]) {
  const index = createSearchIndex();
  for (const entries of files) await index.add(entries);
  return index.find(query).map(([, title]) => title);
}

const posts = [
  entry('El alcalde prometió árboles', { author: 'María Peña', tags: 'parques, Río Trinidad' }),
  entry('Ferry toll ends', { excerpt: 'The bridge is free from Monday.' }),
  entry('Herons counted at the bridge', { tags: 'birds', names: 'Water, Otis Landing' }),
];

test.each<[query: string, titles: readonly string[]]>([
  ['arbol', ['El alcalde prometió árboles']],
  ['PENA', ['El alcalde prometió árboles']],
  ['río trin', ['El alcalde prometió árboles']],
  ['her', ['Herons counted at the bridge']],
  ['hrons', ['Herons counted at the bridge']],
  ['bridge toll', ['Ferry toll ends']],
  ['bridge', ['Herons counted at the bridge', 'Ferry toll ends']],
  ['landing otis', ['Herons counted at the bridge']],
  ['lighthouse', []],
  ['…', []],
])('%s finds %j', async (query, titles) => {
  expect(await titlesFor(query, posts)).toEqual(titles);
});

test('of two stories that fit alike, the newer one comes first, whatever file it is in', async () => {
  const [newer, older] = [entry('Toll talks on Monday'), entry('Toll talks on Sunday')];
  expect(await titlesFor('toll talks', [newer], [older])).toEqual([newer[1], older[1]]);
});
