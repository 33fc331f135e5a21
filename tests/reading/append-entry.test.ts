import { expect, it } from 'vitest';
import { appendEntry } from '../../cli/reading/append-entry.ts';

it.each<[name: string, before: string, after: string]>([
  ['makes a file', '', 'books:\n  - title: New\n'],
  ['keeps the comments of a file without entries', '# Ours\n', '# Ours\n\nbooks:\n  - title: New\n'],
  ['makes a list', 'shop: x # y\n', 'shop: x # y\nbooks:\n  - title: New\n'],
  ['fills an empty list', 'books: []\n', 'books:\n  - title: New\n'],
  [
    'goes by the indentation of the list, also of none',
    'books:\n- title: Old\nshop: x\n',
    'books:\n- title: Old\n- title: New\nshop: x\n',
  ],
  [
    'keeps comments and long texts',
    'books: # all\n  - title: >-\n      Old\n      and long\n\n  # the shop\nshop: x',
    'books: # all\n  - title: >-\n      Old\n      and long\n  - title: New\n\n  # the shop\nshop: x\n',
  ],
  [
    'adds to a file without an end of line',
    'books:\n  - title: Old',
    'books:\n  - title: Old\n  - title: New\n',
  ],
  [
    'turns a list in brackets into lines',
    'books: [{ title: Old }] # all\n',
    'books:\n  - { title: Old }\n  - title: New\n  # all\n',
  ],
])('appendEntry: %s', (_name, before, after) => {
  const found = appendEntry(before, ['books'], { title: 'New' });
  expect(found).toBe(before.endsWith('shop: x') ? after.trimEnd() : after);
});
