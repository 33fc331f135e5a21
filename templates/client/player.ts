import type { ScriptWords } from '../words/words.ts';

export interface Player {
  /** `waiting`: the stream broke, and the next attempt to connect is due later. */
  readonly phase: 'stopped' | 'connecting' | 'playing' | 'waiting';
  /** Whether it has played since it was last stopped: only then a broken stream is connected again. */
  readonly hasPlayed: boolean;
  /** Attempts to connect again since it last played. */
  readonly attempt: number;
  readonly muted: boolean;
  /** From 0 to 1. */
  readonly volume: number;
  /** The browser refused to play; or the station sent nothing, or stopped sending. */
  readonly error?: 'playback' | 'stream';
}

export type PlayerEvent =
  /** From the controls. */
  | { readonly type: 'play' | 'pause' | 'mute' }
  | { readonly type: 'volume'; readonly volume: number }
  /** From the audio element. */
  | { readonly type: 'played' | 'refused' | 'stalled' | 'broken' }
  /** The wait is over, or the network is back. */
  | { readonly type: 'retry' };

const off = { phase: 'stopped', hasPlayed: false, attempt: 0 } as const;

export const newPlayer: Player = { ...off, muted: false, volume: 0.9 };

/** The player after an event. Late events of a player that was stopped change nothing. */
export function reduce(player: Player, event: PlayerEvent): Player {
  const { phase } = player;
  switch (event.type) {
    case 'play':
      return phase === 'stopped' ? { ...player, phase: 'connecting' } : player;
    case 'pause':
      return { ...player, ...off };
    case 'mute':
      return { ...player, muted: !player.muted };
    case 'volume': {
      const volume = Math.min(1, Math.max(0, event.volume));
      return { ...player, volume, muted: player.muted && volume === 0 };
    }
    case 'played':
      return phase === 'connecting'
        ? { ...player, phase: 'playing', hasPlayed: true, attempt: 0, error: undefined }
        : player;
    case 'refused':
      return phase === 'connecting' ? { ...player, ...off, error: 'playback' } : player;
    case 'stalled':
      return phase === 'playing' ? { ...player, phase: 'connecting' } : player;
    case 'broken':
      if (phase !== 'connecting' && phase !== 'playing') return player;
      return player.hasPlayed
        ? { ...player, phase: 'waiting', attempt: player.attempt + 1, error: 'stream' }
        : { ...player, ...off, error: 'stream' };
    case 'retry':
      return phase === 'waiting' ? { ...player, phase: 'connecting' } : player;
  }
}

export function status({ phase, attempt }: Player, words: ScriptWords['status']): string {
  if (phase === 'stopped') return words.stopped;
  if (phase === 'playing') return words.playing;
  return attempt === 0 ? words.connecting : words.reconnecting;
}

/** The wait before an attempt, in milliseconds: doubles from 1 s; half of it is random, so that not all listeners connect at once. */
export const retryDelay = (attempt: number, chance: number): number =>
  Math.min(30_000, 1000 * 2 ** (attempt - 1)) * (0.5 + chance / 2);
