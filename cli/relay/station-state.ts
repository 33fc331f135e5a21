/**
 * | phase | what is open | what listeners hear |
 * | --- | --- | --- |
 * | closed | nothing | there are none |
 * | opening | the source | nothing yet: they wait for its first sound or failure |
 * | playing | the source | the source |
 * | lost | the source, or its retry | nothing: they wait until `limits.grace` is over |
 * | fallback | the fallback, and the source or its retry | the fallback |
 * | silent | the source, or its retry | nothing: they were ended, and newcomers are refused |
 */
export type Phase = 'closed' | 'opening' | 'playing' | 'lost' | 'fallback' | 'silent';

export interface StationState {
  readonly phase: Phase;
  /** How often the source failed since it was last proven, and the fallback since it last played. */
  readonly failures: number;
  readonly fallbackFailures: number;
}

export type StationEvent =
  | 'open'
  /** The source begins with sound that may be an old burst; never in `fallback` and `silent`. */
  | 'burst'
  /** The source has sent new sound. */
  | 'proven'
  | 'failed'
  | 'graceOver'
  | 'fallbackSound'
  | 'fallbackFailed'
  | 'close';

export type StationEffect =
  | 'connect'
  | 'retry'
  | 'startGrace'
  | 'stopGrace'
  | 'openFallback'
  | 'closeFallback'
  /** Disconnects all listeners, and refuses those who wait. */
  | 'endListeners'
  | 'close';

export const closed: StationState = { phase: 'closed', failures: 0, fallbackFailures: 0 };

/** The next state and the effects of an event. Events without a meaning in a phase are ignored. */
export function reduce(
  state: StationState,
  event: StationEvent,
  hasFallback: boolean,
): readonly [StationState, readonly StationEffect[]] {
  const { phase, failures, fallbackFailures } = state;
  const nothing = [state, []] as const;
  const giveUp = (next: StationState, ...effects: readonly StationEffect[]) =>
    [
      { ...next, phase: hasFallback ? 'fallback' : 'silent' },
      [...effects, hasFallback ? 'openFallback' : 'endListeners'],
    ] as const;

  if (event === 'open') return phase === 'closed' ? [{ ...closed, phase: 'opening' }, ['connect']] : nothing;
  if (phase === 'closed') return nothing;
  switch (event) {
    case 'burst':
    case 'proven':
      return [
        { ...state, phase: 'playing', failures: event === 'proven' ? 0 : failures },
        phase === 'lost' ? ['stopGrace'] : phase === 'fallback' ? ['closeFallback'] : [],
      ];
    case 'failed': {
      const next = { ...state, failures: failures + 1 };
      if (phase === 'playing') return [{ ...next, phase: 'lost' }, ['startGrace', 'retry']];
      if (phase === 'opening' || (phase === 'silent' && hasFallback)) return giveUp(next, 'retry');
      return [next, ['retry']];
    }
    case 'graceOver':
      return phase === 'lost' ? giveUp(state) : nothing;
    case 'fallbackSound':
      return [{ ...state, fallbackFailures: 0 }, []];
    case 'fallbackFailed':
      return phase === 'fallback'
        ? [{ ...state, phase: 'silent', fallbackFailures: fallbackFailures + 1 }, ['endListeners']]
        : nothing;
    case 'close':
      return [closed, ['close']];
  }
}
