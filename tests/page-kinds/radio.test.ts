import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildInMemory, spoiledContent } from '../helpers.ts';

const source = 'source: http://radio.example:8000/live';

/** What is wrong with the small site's radio.yaml when one stretch of it reads otherwise. */
async function problemsWith(stretch: string, instead: string) {
  const content = spoiledContent('nothing is laid over it');
  const file = join(content, 'radio.yaml');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(stretch);
  writeFileSync(file, text.replace(stretch, instead));
  const { report } = await buildInMemory(content);
  return report.problems.map(({ file, line, column, rule, message }) => [
    `${file}:${line}:${column} ${rule}`,
    message,
  ]);
}

it.each([
  [
    'a player that names a missing station',
    'port: 8000',
    'port: 8001',
    'content/radio.yaml:3:7 unknown-reference',
    'There is no station `8001`.',
  ],
  [
    'a sound that is missing',
    source,
    'source: file:media/harbour.mp3',
    'content/radio.yaml:12:13 missing-media',
    'There is no file `media/harbour.mp3`.',
  ],
  [
    'a fallback that is missing',
    source,
    `${source}\n    fallback: file:media/harbour.mp3`,
    'content/radio.yaml:13:15 missing-media',
    'There is no file `media/harbour.mp3`.',
  ],
  [
    'a sound outside media/',
    source,
    'source: file:../harbour.mp3',
    'content/radio.yaml:12:13 invalid-value',
    '`file:../harbour.mp3` is not a stream or a sound file.',
  ],
  [
    'an address that is neither http nor https',
    source,
    'source: rtmp://radio.example/live',
    'content/radio.yaml:12:13 invalid-value',
    '`rtmp://radio.example/live` is not a stream or a sound file.',
  ],
])('refuses %s', async (_, stretch, instead, where, message) => {
  expect(await problemsWith(stretch, instead)).toEqual([[where, message]]);
});

it('takes a station on https, and a second one', async () => {
  const second =
    'source: https://radio.example/live\n  - port: 8001\n    source: http://radio.example:8001/night';
  expect(await problemsWith(source, second)).toEqual([]);
});
