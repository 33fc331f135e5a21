import { describe, expect, it } from 'vitest';
import { type KeyPath, placeAt } from '../../cli/problems/locate.ts';

const file = 'content/pages/x.md';
const text = `---
title: "Quoted: text"
banner:
  label: Go
feeds:
  - feedTitle: One
    rssUrl: https://a.example
body: |
  Long
  text
---
Body
`;

/** What stands at a place, with its line. */
function at(path: KeyPath, what?: 'value' | 'key') {
  const { line, column, endColumn } = placeAt({ file, text }, what === 'key' ? { key: path } : path);
  return [line, text.split('\n')[line - 1]?.slice(column - 1, endColumn - 1)];
}

describe('placeAt', () => {
  it.each<[string, KeyPath, 'value' | 'key', number, string]>([
    ['a value, with its quotes', ['title'], 'value', 2, '"Quoted: text"'],
    ['a key', ['title'], 'key', 2, 'title'],
    ['a value in a map', ['banner', 'label'], 'value', 4, 'Go'],
    ['a map, by its key', ['banner'], 'value', 3, 'banner'],
    ['a list item, by its first key', ['feeds', 0], 'value', 6, 'feedTitle'],
    ['a value in a list item', ['feeds', 0, 'rssUrl'], 'value', 7, 'https://a.example'],
    ['a block of text, by its first line', ['body'], 'value', 8, '|'],
    ['what is missing in a map, at the map', ['banner', 'url'], 'value', 3, 'banner'],
    ['what is missing at the top, at the first key', ['tagline'], 'value', 2, 'title'],
  ])('finds %s', (_name, path, what, line, words) => {
    expect(at(path, what)).toEqual([line, words]);
  });
});
