import { describe, expect, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { displays } from './browser-window.ts';
import { pageOfEachKind } from './built-pages.ts';
import { checkPageState } from './check-page-state.ts';
import { statesOf } from './page-states.ts';

// Each state is checked on one page: what all pages have, on the one for unknown addresses. Pages at rest are in demo/html.test.ts.
const checked = new Set(['at rest']);
const templates = pageOfEachKind()
  .map((route) => {
    const states = statesOf(route).filter(
      ({ name, shared }) => !checked.has(name) && (!shared || route.template === 'not-found'),
    );
    for (const { name } of states) checked.add(name);
    return { ...route, states };
  })
  .filter(({ states }) => states.length > 0);

describe.each(atLeastOne(templates))('$template, at $address', ({ address, states }) => {
  test.each(atLeastOne(states))('has no fault: $name', async (state) => {
    // The audit has every page in every state and display.
    const wide = state.shared ? [displays.dark, displays.narrow] : [displays.dark];
    const shown = state.only === 'narrow' ? [displays.narrow] : wide;
    expect(await checkPageState(address, state, shown)).toEqual([]);
  });
});
