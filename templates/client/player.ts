/** What the radio player is doing: after a broken stream it is `waiting` for the next attempt to connect. */
export type Phase = 'stopped' | 'connecting' | 'playing' | 'waiting';

export interface Player {
  readonly phase: Phase;
  /** Whether it has played since it was last stopped: only then is a broken stream connected again. */
  readonly heard: boolean;
  /** Attempts to connect again since it last played. */
  readonly attempt: number;
  readonly muted: boolean;
  /** From 0 to 1. */
  readonly volume: number;
  readonly error?: PlayerError;
}

/** `playback`: the browser refused to play. `stream`: nothing, or nothing more, came from the station. */
export type PlayerError = 'playback' | 'stream';

export type PlayerEvent =
  /** Clicks. */
  | { readonly type: 'play' | 'pause' | 'mute' }
  | { readonly type: 'volume'; readonly volume: number }
  /** What became of it. */
  | { readonly type: 'played' | 'refused' | 'starved' | 'broken' }
  /** The time to wait is over, or the network is back. */
  | { readonly type: 'retry' };

/** The player before its first click, with what is remembered of the last visit as long as it makes sense. */
export function createPlayer(
  remembered?: { readonly volume?: unknown; readonly muted?: unknown } | null,
): Player {
  const { volume, muted } = remembered ?? {};
  const known = typeof volume === 'number' && volume >= 0 && volume <= 1;
  return { phase: 'stopped', heard: false, attempt: 0, muted: muted === true, volume: known ? volume : 0.9 };
}

/** The player after an event. What comes too late, after a click has stopped it, changes nothing. */
export function reduce(player: Player, event: PlayerEvent): Player {
  const { phase } = player;
  switch (event.type) {
    case 'play':
      return phase === 'stopped' ? { ...player, phase: 'connecting' } : player;
    case 'pause':
      return stopped(player);
    case 'mute':
      return { ...player, muted: !player.muted };
    case 'volume': {
      const volume = Math.min(1, Math.max(0, event.volume));
      return { ...player, volume, muted: player.muted && volume === 0 };
    }
    case 'played':
      return phase === 'connecting'
        ? { ...player, phase: 'playing', heard: true, attempt: 0, error: undefined }
        : player;
    case 'refused':
      return phase === 'connecting' ? { ...stopped(player), error: 'playback' } : player;
    case 'starved':
      return phase === 'playing' ? { ...player, phase: 'connecting' } : player;
    case 'broken':
      if (phase !== 'connecting' && phase !== 'playing') return player;
      return player.heard
        ? { ...player, phase: 'waiting', attempt: player.attempt + 1, error: 'stream' }
        : { ...stopped(player), error: 'stream' };
    case 'retry':
      return phase === 'waiting' ? { ...player, phase: 'connecting' } : player;
  }
}

const stopped = (player: Player): Player => ({ ...player, phase: 'stopped', heard: false, attempt: 0 });

/** What the player says of itself. */
export function status({ phase, attempt }: Player): string {
  if (phase === 'stopped') return 'Stopped';
  if (phase === 'playing') return 'Playing';
  return attempt === 0 ? 'Connecting…' : 'Reconnecting…';
}

/** The longest wait before an attempt to connect again, in milliseconds. */
const longestDelay = 30_000;

/** How long to wait before an attempt, in milliseconds: a second, doubling; of it a chance half, so that not all listeners come at once. */
export const retryDelay = (attempt: number, chance: number): number =>
  Math.min(longestDelay, 1000 * 2 ** (attempt - 1)) * (0.5 + chance / 2);
