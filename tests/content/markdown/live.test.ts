import { expect, it } from 'vitest';
import { liveText } from '../../../cli/content/markdown/live.ts';

const read = (body: string, isOpen = true) =>
  liveText(body, { publishedDate: '2026-11-24T18:00:00-06:00', isOpen }, 'America/Chicago');

it('reads entries, newest first, with times of both languages, pins and authors', () => {
  const text =
    'Intro.\n\n## 19:02 One\n\nA.\n— Ana Ruiz\n\n## 9 p.m. Two [pinned]\n\nB.\n\n## 25 de noviembre, 0:10 Tres\n\nC.\n';
  const { intro, entries, findings } = read(text);
  expect(findings).toEqual([]);
  expect(intro).toBe('Intro.\n\n');
  expect(entries.map(({ time, title, isPinned, author }) => [time, title, isPinned, author])).toEqual([
    ['2026-11-24T21:00:00-06:00', 'Two', true, undefined],
    ['2026-11-25T00:10:00-06:00', 'Tres', false, undefined],
    ['2026-11-24T19:02:00-06:00', 'One', false, 'Ana Ruiz'],
  ]);
  for (const { markdown, offset, title } of entries)
    expect(markdown.indexOf(title)).toBe(text.indexOf(title) - offset);
});

it.each([
  ['## 25:70 What', 'invalid-date', '25:70'],
  ['## 13:02 p.m. What', 'invalid-date', '13:02 p.m.'],
  ['## 2026-02-30 7:02 p.m. What', 'invalid-date', '2026-02-30 7:02 p.m.'],
  ['## 7:02 p.m. One\n\n## 19:02 Two', 'invalid-date', '19:02'],
  ['## 7 p.m. One\n\n## Two', 'markdown-slip', '## Two'],
  ['No entry.', 'markdown-slip', 'No entry.'],
])('tells at its place what is wrong: %j', (text, rule, place) => {
  const [finding] = read(text).findings;
  expect([finding?.rule, text.slice(finding?.start, finding?.end)]).toEqual([rule, place]);
});

it('has nothing against a closed story without entries', () =>
  expect(read('Text.', false).findings).toEqual([]));
