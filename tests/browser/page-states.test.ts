import { describe, expect, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { displays } from './browser-window.ts';
import { pageOfEachKind } from './built-pages.ts';
import { checkPageState } from './check-page-state.ts';
import { statesOf } from './page-states.ts';

// What is the same on every page is checked on one; pages at rest are in every-page.test.ts.
const templates = pageOfEachKind()
  .map((route) => ({
    ...route,
    states: statesOf(route).filter(
      ({ name, shared }) => name !== 'at rest' && (!shared || route.template === 'not-found'),
    ),
  }))
  .filter(({ states }) => states.length > 0);

describe.each(atLeastOne(templates))('$template, at $address', ({ address, states }) => {
  test.each(atLeastOne(states))('has no fault: $name', async (state) => {
    // The audit has every page in every state and display.
    const display = state.only === 'narrow' ? displays.narrow : displays.dark;
    expect(await checkPageState(address, state, [display])).toEqual([]);
  });
});
