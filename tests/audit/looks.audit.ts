import { describe, expect, test } from 'vitest';
import { type Display, displays, openWindow } from '../browser/browser-window.ts';
import { checkPageState } from '../browser/check-page-state.ts';
import { mainFocusFaults, overflowFaults } from '../browser/page-checks.ts';
import { statesOf } from '../browser/page-states.ts';
import { auditStates } from './more-states.ts';
import { auditedPages, skips, some, widths } from './scope.ts';

const everyDisplay = some<Display>(
  [
    ...Object.values(displays),
    { name: '320 px, dark', width: 320, dark: true },
    { name: '320 px, forced colors', width: 320, forcedColors: true },
  ],
  2,
);

const routes = auditedPages();

describe.skipIf(skips('states and displays', 'chromium'))('every page', () => {
  describe.each(routes.map((route) => [route.address, route] as const))('%s', (address, route) => {
    const states = some(statesOf(route, auditStates)).map((state) => [state.name, state] as const);
    test.each(states)('has no fault of access, width or targets: %s', async (name, state) => {
      // Menus, dialogs and toasts cover other text, and so would collide with it.
      const shown = everyDisplay.filter(({ spaced }) => !spaced || name === 'at rest');
      expect(await checkPageState(address, state, shown)).toEqual([]);
    });
  });

  test.each(
    some([
      { key: 'Tab', display: displays.light },
      { key: 'Shift+Tab', display: displays.narrow },
    ] as const),
  )('shows where the focus is, all through its main part: $key, $display.name', async ({ key, display }) => {
    const { page, open } = await openWindow();
    const faults: string[] = [];
    for (const { address, html } of routes) {
      const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html;
      if (!/<(?:a|button|input|summary)\b/.test(main)) continue;
      await open(address, display);
      faults.push(...(await mainFocusFaults(page, key)).map((fault) => `${address}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  test.each(some(widths))('fits a window %i px wide', async (width) => {
    const { page, open } = await openWindow();
    const faults: string[] = [];
    for (const { address } of routes) {
      await open(address, { name: `${width} px`, width });
      faults.push(...(await overflowFaults(page)).map((fault) => `${address}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});
