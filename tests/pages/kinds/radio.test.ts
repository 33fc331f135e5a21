import { expect, it } from 'vitest';
import { problemsWith, replace, where } from '../../changed-site.ts';

const source = 'source: http://radio.example:8000/live';

it.each([
  ['a sound outside media/', 'source: file:../harbour.mp3', ['radio.yaml:12 invalid-value']],
  ['an address that is not http', 'source: rtmp://radio.example/live', ['radio.yaml:12 invalid-value']],
  ['a missing fallback', `${source}\n    fallback: file:media/x.mp3`, ['radio.yaml:13 missing-media']],
  [
    'nothing in a second station, on https',
    'source: https://radio.example/live\n  - port: 8001\n    source: http://radio.example:8001/night',
    [],
  ],
])('reports %s', async (_, instead, expected) => {
  expect((await problemsWith({ 'radio.yaml': replace(source, instead) })).map(where)).toEqual(expected);
});
