import { describe, expect, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { type Display, displays } from './browser-window.ts';
import { pageOfEachKind } from './built-pages.ts';
import { checkPageState } from './check-page-state.ts';
import { statesOf } from './page-states.ts';

// What is the same on every page is checked on one.
const templates = pageOfEachKind().map((route) => ({
  ...route,
  states: statesOf(route).filter(({ shared }) => !shared || route.template === 'not-found'),
}));

describe.each(atLeastOne(templates))('$template, at $address', ({ address, states }) => {
  test.each(atLeastOne(states))('has no fault: $name', async (state) => {
    // every-page.test.ts checks every page at rest, narrow and light, the audit every page in every state and display. What axe-core
    // finds depends on the colors and on the state.
    const runsAxe = (display: Display) => display === displays.dark || state.name !== 'at rest';
    const seen =
      state.name === 'at rest'
        ? [displays.dark, displays.large, displays.spaced]
        : [state.only === 'narrow' ? displays.narrow : displays.dark];
    expect(await checkPageState(address, state, seen, runsAxe)).toEqual([]);
  });
});
