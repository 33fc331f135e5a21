import { describe, expect, it, test } from 'vitest';
import {
  createPlayer,
  type Phase,
  type Player,
  type PlayerEvent,
  reduce,
  retryDelay,
  status,
} from '../../templates/client/player.ts';
import { en } from '../../templates/words/en.ts';

/** The player after some events, from its first moment on. */
const playerAfter = (...events: readonly (PlayerEvent | Exclude<PlayerEvent['type'], 'volume'>)[]): Player =>
  events.reduce<Player>(
    (player, event) => reduce(player, typeof event === 'string' ? { type: event } : event),
    createPlayer(),
  );

describe('a fresh player', () => {
  it('is stopped, at nine tenths, with sound, and has nothing to complain of', () => {
    expect(createPlayer()).toEqual({
      phase: 'stopped',
      hasPlayed: false,
      attempt: 0,
      muted: false,
      volume: 0.9,
    });
  });

  test.each([
    [{ volume: 0.35, muted: true }, 0.35, true],
    [{ volume: 0, muted: false }, 0, false],
    [{ volume: 1 }, 1, false],
    [{ volume: 7, muted: 'yes' }, 0.9, false],
    [{ volume: -1 }, 0.9, false],
    [{ volume: Number.NaN }, 0.9, false],
    [{ volume: '0.5' }, 0.9, false],
    [null, 0.9, false],
    [{}, 0.9, false],
  ])('takes from %j what makes sense', (remembered, volume, muted) => {
    expect(createPlayer(remembered)).toMatchObject({ volume, muted });
  });
});

describe('playing', () => {
  it('goes from a click by way of connecting to sound', () => {
    expect(playerAfter('play').phase).toBe('connecting');
    expect(playerAfter('play', 'played')).toMatchObject({ phase: 'playing', hasPlayed: true });
  });

  test.each<[Phase, Player]>([
    ['connecting', playerAfter('play')],
    ['playing', playerAfter('play', 'played')],
    ['waiting', playerAfter('play', 'played', 'broken')],
  ])('stops at a click on pause while %s', (phase, player) => {
    expect(player.phase).toBe(phase);
    expect(reduce(player, { type: 'pause' })).toMatchObject({
      phase: 'stopped',
      hasPlayed: false,
      attempt: 0,
    });
  });

  it('connects when the sound runs dry, and is back when there is more', () => {
    expect(playerAfter('play', 'played', 'stalled').phase).toBe('connecting');
    expect(playerAfter('play', 'played', 'stalled', 'played').phase).toBe('playing');
  });

  it('is not begun again by a second click', () => {
    const playing = playerAfter('play', 'played');
    expect(reduce(playing, { type: 'play' })).toBe(playing);
  });
});

describe('errors', () => {
  it('says that playback could not start when the browser refuses', () => {
    expect(playerAfter('play', 'refused')).toMatchObject({ phase: 'stopped', error: 'playback' });
  });

  it('says that the stream is unavailable when nothing comes of a click', () => {
    expect(playerAfter('play', 'broken')).toMatchObject({ phase: 'stopped', error: 'stream' });
  });

  test.each<[string, Player]>([
    ['a refusal', playerAfter('play', 'refused')],
    ['a broken stream', playerAfter('play', 'broken')],
  ])('keeps what it says of %s until it plays again', (_, failed) => {
    const again = reduce(failed, { type: 'play' });
    expect(again).toMatchObject({ phase: 'connecting', error: failed.error });
    expect(reduce(again, { type: 'pause' }).error).toBe(failed.error);
    expect(reduce(again, { type: 'played' }).error).toBeUndefined();
  });

  it('says nothing of what ends after a pause', () => {
    for (const late of ['refused', 'broken', 'stalled', 'played', 'retry'] as const)
      expect(playerAfter('play', 'played', 'pause', late)).toEqual(playerAfter('play', 'played', 'pause'));
  });
});

describe('a stream that breaks while it plays', () => {
  it('waits, says so, and connects when the time has come', () => {
    const broken = playerAfter('play', 'played', 'broken');
    expect(broken).toMatchObject({ phase: 'waiting', attempt: 1, error: 'stream' });
    expect(reduce(broken, { type: 'retry' })).toMatchObject({ phase: 'connecting', error: 'stream' });
  });

  it('counts its attempts until it plays, and then from the beginning', () => {
    const twice = playerAfter('play', 'played', 'broken', 'retry', 'broken');
    expect(twice).toMatchObject({ phase: 'waiting', attempt: 2 });
    const back = [{ type: 'retry' }, { type: 'played' }] as const;
    expect(back.reduce(reduce, twice)).toMatchObject({ phase: 'playing', attempt: 0, error: undefined });
    expect(playerAfter('play', 'played', 'broken', 'retry', 'played', 'broken').attempt).toBe(1);
  });

  it('also counts as broken when it ran dry for too long', () => {
    expect(playerAfter('play', 'played', 'stalled', 'broken')).toMatchObject({
      phase: 'waiting',
      error: 'stream',
    });
  });

  it('breaks once, whatever is heard of it while it waits', () => {
    expect(playerAfter('play', 'played', 'broken', 'broken', 'refused')).toEqual(
      playerAfter('play', 'played', 'broken'),
    );
  });

  it('stops with the other text when the browser refuses to go on', () => {
    expect(playerAfter('play', 'played', 'broken', 'retry', 'refused')).toMatchObject({
      phase: 'stopped',
      error: 'playback',
    });
  });

  it('does not connect because the network is back when nobody listens', () => {
    expect(playerAfter('retry').phase).toBe('stopped');
    expect(playerAfter('play', 'played', 'retry').phase).toBe('playing');
  });
});

describe('volume and mute', () => {
  it('mutes and unmutes, playing or not', () => {
    expect(playerAfter('mute').muted).toBe(true);
    expect(playerAfter('mute', 'mute').muted).toBe(false);
    expect(playerAfter('play', 'played', 'mute')).toMatchObject({ phase: 'playing', muted: true });
  });

  it('unmutes when the volume is moved above nothing', () => {
    expect(playerAfter('mute', { type: 'volume', volume: 0.01 })).toMatchObject({
      muted: false,
      volume: 0.01,
    });
    expect(playerAfter('mute', { type: 'volume', volume: 0 })).toMatchObject({ muted: true, volume: 0 });
    expect(playerAfter({ type: 'volume', volume: 0 }).muted).toBe(false);
  });

  it('keeps the volume between nothing and all', () => {
    expect(playerAfter({ type: 'volume', volume: 1.5 }).volume).toBe(1);
    expect(playerAfter({ type: 'volume', volume: -0.5 }).volume).toBe(0);
  });

  it('leaves both alone when it plays, stops and breaks', () => {
    const set = playerAfter(
      'mute',
      { type: 'volume', volume: 0 },
      'play',
      'played',
      'broken',
      'retry',
      'pause',
    );
    expect(set).toMatchObject({ muted: true, volume: 0 });
  });
});

test.each<[string, Player]>([
  ['Stopped', playerAfter()],
  ['Connecting…', playerAfter('play')],
  ['Playing', playerAfter('play', 'played')],
  ['Connecting…', playerAfter('play', 'played', 'stalled')],
  ['Reconnecting…', playerAfter('play', 'played', 'broken')],
  ['Reconnecting…', playerAfter('play', 'played', 'broken', 'retry')],
  ['Stopped', playerAfter('play', 'played', 'pause')],
])('says %s', (words, player) => {
  expect(status(player, en.scripts.status)).toBe(words);
});

describe('the wait before an attempt', () => {
  it('is a second at most, then two, and never more than thirty', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 99].map((attempt) => retryDelay(attempt, 1))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('is left to chance by half', () => {
    expect(retryDelay(3, 0)).toBe(2000);
    expect(retryDelay(3, 0.5)).toBe(3000);
  });
});

it('changes no player that it is given', () => {
  const player = Object.freeze(playerAfter('play', 'played', 'mute'));
  const types = ['play', 'pause', 'mute', 'played', 'refused', 'stalled', 'broken', 'retry'] as const;
  for (const type of types) expect(() => reduce(player, { type })).not.toThrow();
});
