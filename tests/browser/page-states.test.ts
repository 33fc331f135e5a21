import { describe, expect, test } from 'vitest';
import { looks } from './browser-window.ts';
import { templatesOfDemo } from './built-pages.ts';
import { inspect } from './check-page-state.ts';
import { states, statesOf } from './page-states.ts';

// What stands on every page alike is looked at on one.
const templates = templatesOfDemo().map((route) => ({
  ...route,
  states: statesOf(route).filter(
    ({ shared, auditOnly }) => !auditOnly && (!shared || route.template === 'not-found'),
  ),
}));

describe.each(templates)('$template, at $address', ({ address, states }) => {
  test.each(states)('is for everyone: $name', async (state) => {
    // At rest and narrow, routes.test.ts looks at every page; the audit looks at every page in every state and look.
    const seen =
      state.name === 'at rest'
        ? [looks.dark, looks.large, looks.spaced]
        : [state.only === 'narrow' ? looks.narrow : looks.dark];
    expect(await inspect(address, state, seen)).toEqual([]);
  });
});

test('every state is one of some page', () => {
  const met = templates.flatMap(({ states }) => states);
  expect(states.filter((state) => !state.auditOnly && !met.includes(state))).toEqual([]);
});
