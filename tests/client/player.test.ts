import { describe, expect, it, test } from 'vitest';
import {
  newPlayer,
  type Player,
  type PlayerEvent,
  reduce,
  retryDelay,
  status,
} from '../../templates/client/player.ts';
import { en } from '../../templates/words/en.ts';

/** Events by their types; a number is a volume. */
type Events = readonly (number | Exclude<PlayerEvent['type'], 'volume'>)[];

/** The player after some events, from its first moment on. */
const playerAfter = (...events: Events): Player =>
  events.reduce<Player>(
    (player, event) =>
      reduce(player, typeof event === 'number' ? { type: 'volume', volume: event } : { type: event }),
    newPlayer,
  );

describe('a player', () => {
  it.each<[string, Events, object]>([
    ['connects after a click', ['play'], { phase: 'connecting' }],
    ['plays', ['play', 'played'], { phase: 'playing', hasPlayed: true }],
    ['is not started again by a second click', ['play', 'played', 'play'], { phase: 'playing' }],
    ['connects when the stream stalls', ['play', 'played', 'stalled'], { phase: 'connecting' }],
    ['goes on when there is more', ['play', 'played', 'stalled', 'played'], { phase: 'playing' }],
    ['stops while it connects', ['play', 'pause'], { phase: 'stopped' }],
    ['stops while it plays', ['play', 'played', 'pause'], { phase: 'stopped', hasPlayed: false }],
    ['stops while it waits', ['play', 'played', 'broken', 'pause'], { phase: 'stopped', attempt: 0 }],
    ['says that playback could not start', ['play', 'refused'], { phase: 'stopped', error: 'playback' }],
    ['says that the stream is unavailable', ['play', 'broken'], { phase: 'stopped', error: 'stream' }],
    ['keeps an error until it plays', ['play', 'broken', 'play'], { phase: 'connecting', error: 'stream' }],
    ['keeps it after a pause', ['play', 'refused', 'play', 'pause'], { error: 'playback' }],
    ['drops it when it plays', ['play', 'broken', 'play', 'played'], { error: undefined }],
    ['waits after a break', ['play', 'played', 'broken'], { phase: 'waiting', attempt: 1, error: 'stream' }],
    ['then connects again', ['play', 'played', 'broken', 'retry'], { phase: 'connecting', error: 'stream' }],
    ['counts attempts', ['play', 'played', 'broken', 'retry', 'broken'], { phase: 'waiting', attempt: 2 }],
    ['counts from 0 once it played', ['play', 'played', 'broken', 'retry', 'played'], { attempt: 0 }],
    ['counts a long stall as a break', ['play', 'played', 'stalled', 'broken'], { phase: 'waiting' }],
    [
      'counts a break once',
      ['play', 'played', 'broken', 'broken', 'refused'],
      { attempt: 1, error: 'stream' },
    ],
    [
      'stops when the browser refuses to go on',
      ['play', 'played', 'broken', 'retry', 'refused'],
      { phase: 'stopped', error: 'playback' },
    ],
    ['does not connect by itself', ['retry'], { phase: 'stopped' }],
    ['plays on when the network is back', ['play', 'played', 'retry'], { phase: 'playing' }],
    ['mutes', ['play', 'played', 'mute'], { phase: 'playing', muted: true }],
    ['unmutes', ['mute', 'mute'], { muted: false }],
    ['unmutes when the volume is moved above 0', ['mute', 0.01], { muted: false, volume: 0.01 }],
    ['stays muted at 0', ['mute', 0], { muted: true, volume: 0 }],
    ['has a volume of at most 1', [1.5], { volume: 1 }],
    ['has a volume of at least 0', [-0.5], { volume: 0 }],
    [
      'keeps both when it breaks and stops',
      ['mute', 0, 'play', 'played', 'broken', 'pause'],
      { muted: true, volume: 0 },
    ],
  ])('%s', (_, events, player) => {
    expect(playerAfter(...events)).toMatchObject(player);
  });

  it.each(['refused', 'broken', 'stalled', 'played', 'retry'] as const)(
    'ignores %s after a pause',
    (late) => {
      expect(playerAfter('play', 'played', 'pause', late)).toEqual(playerAfter('play', 'played', 'pause'));
    },
  );
});

test.each<[string, Player]>([
  ['Stopped', playerAfter()],
  ['Connecting…', playerAfter('play')],
  ['Playing', playerAfter('play', 'played')],
  ['Connecting…', playerAfter('play', 'played', 'stalled')],
  ['Reconnecting…', playerAfter('play', 'played', 'broken')],
  ['Reconnecting…', playerAfter('play', 'played', 'broken', 'retry')],
])('says %s', (words, player) => {
  expect(status(player, en.scripts.status)).toBe(words);
});

it('waits up to a second before an attempt, then two, never more than thirty; half of it is random', () => {
  expect([1, 2, 3, 5, 6, 99].map((attempt) => retryDelay(attempt, 1))).toEqual([
    1000, 2000, 4000, 16_000, 30_000, 30_000,
  ]);
  expect([retryDelay(3, 0), retryDelay(3, 0.5)]).toEqual([2000, 3000]);
});
