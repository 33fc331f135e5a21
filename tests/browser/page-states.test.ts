import { describe, expect, test } from 'vitest';
import { atLeastOne } from '../at-least-one.ts';
import { displays } from './browser-window.ts';
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
    // every-page.test.ts checks every page at rest, narrow and light, the audit every page in every state and display.
    const display = state.only === 'narrow' ? displays.narrow : displays.dark;
    expect(await checkPageState(address, state, [display])).toEqual([]);
  });
});
