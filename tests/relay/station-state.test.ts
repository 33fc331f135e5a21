import { describe, expect, it } from 'vitest';
import {
  closed,
  type Phase,
  reduce,
  type StationEffect,
  type StationEvent,
} from '../../cli/relay/station-state.ts';

/** With a fallback: what each event leads to in each phase; what is not listed changes nothing. */
const table: readonly (readonly [Phase, StationEvent, Phase, readonly StationEffect[]])[] = [
  ['closed', 'open', 'opening', ['connect']],
  ['opening', 'burst', 'playing', []],
  ['opening', 'proven', 'playing', []],
  ['opening', 'failed', 'fallback', ['retry', 'openFallback']],
  ['opening', 'close', 'closed', ['close']],
  ['playing', 'burst', 'playing', []],
  ['playing', 'proven', 'playing', []],
  ['playing', 'failed', 'lost', ['startGrace', 'retry']],
  ['playing', 'close', 'closed', ['close']],
  ['lost', 'burst', 'playing', ['stopGrace']],
  ['lost', 'proven', 'playing', ['stopGrace']],
  ['lost', 'failed', 'lost', ['retry']],
  ['lost', 'graceOver', 'fallback', ['openFallback']],
  ['lost', 'close', 'closed', ['close']],
  ['fallback', 'burst', 'playing', ['closeFallback']],
  ['fallback', 'proven', 'playing', ['closeFallback']],
  ['fallback', 'failed', 'fallback', ['retry']],
  ['fallback', 'fallbackFailed', 'silent', ['endListeners']],
  ['fallback', 'close', 'closed', ['close']],
  ['silent', 'proven', 'playing', []],
  ['silent', 'burst', 'playing', []],
  ['silent', 'failed', 'fallback', ['retry', 'openFallback']],
  ['silent', 'close', 'closed', ['close']],
];

const phases: readonly Phase[] = ['closed', 'opening', 'playing', 'lost', 'fallback', 'silent'];
const events: readonly StationEvent[] = [
  ...(['open', 'burst', 'proven', 'failed', 'graceOver'] as const),
  ...(['fallbackSound', 'fallbackFailed', 'close'] as const),
];

describe('a station with a fallback', () => {
  it.each(phases.flatMap((phase) => events.map((event) => [phase, event] as const)))(
    'that is %s: %s',
    (phase, event) => {
      const [, , next, effects] = table.find(([from, on]) => from === phase && on === event) ?? [
        phase,
        event,
        phase,
        [],
      ];
      const [state, found] = reduce({ phase, failures: 0, fallbackFailures: 0 }, event, true);
      expect([state.phase, found]).toEqual([next, effects]);
    },
  );
});

/** What a station does from its start on. */
function story(hasFallback: boolean, ...events: readonly StationEvent[]) {
  let state = closed;
  const effects: StationEffect[] = [];
  for (const event of events) {
    const [next, found] = reduce(state, event, hasFallback);
    state = next;
    effects.push(...found);
  }
  return { ...state, effects };
}

describe('a source without a fallback', () => {
  it('that never answers ends those who wait, and is tried again', () => {
    expect(story(false, 'open', 'failed', 'failed')).toEqual({
      ...{ phase: 'silent', failures: 2, fallbackFailures: 0 },
      effects: ['connect', 'retry', 'endListeners', 'retry'],
    });
  });

  it('that is lost for longer than the grace ends its listeners', () => {
    expect(story(false, 'open', 'burst', 'proven', 'failed', 'failed', 'graceOver')).toMatchObject({
      phase: 'silent',
      effects: ['connect', 'startGrace', 'retry', 'retry', 'endListeners'],
    });
  });
});

it('bursts without new sound after them clear no failures, and the grace goes on', () => {
  const hung = story(true, 'open', 'burst', 'proven', 'failed', 'burst', 'failed', 'burst', 'failed');
  expect(hung).toMatchObject({ phase: 'lost', failures: 3 });
  expect(reduce(hung, 'graceOver', true)[0].phase).toBe('fallback');
});

it('a source that is proven starts with no failures', () => {
  expect(story(true, 'open', 'failed', 'failed', 'proven')).toMatchObject({
    ...{ phase: 'playing', failures: 0 },
    effects: ['connect', 'retry', 'openFallback', 'retry', 'closeFallback'],
  });
});

it('a fallback that plays again has no failures', () => {
  expect(story(true, 'open', 'failed', 'fallbackFailed', 'failed')).toMatchObject({
    ...{ phase: 'fallback', fallbackFailures: 1 },
  });
  expect(story(true, 'open', 'failed', 'fallbackFailed', 'failed', 'fallbackSound')).toMatchObject({
    fallbackFailures: 0,
  });
});
