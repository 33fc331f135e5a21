import { afterAll, describe, expect, test } from 'vitest';
import { type Display, displays, openWindow } from '../browser/browser-window.ts';
import { builtPages } from '../browser/built-pages.ts';
import { checkPageState } from '../browser/check-page-state.ts';
import { overflowFaults } from '../browser/page-checks.ts';
import { statesOf } from '../browser/page-states.ts';
import { auditStates } from './more-states.ts';
import { listed, widths, writeSection } from './page.ts';

const everyLook: readonly Display[] = [
  ...Object.values(displays),
  { name: '320 px, dark', width: 320, dark: true },
  { name: '320 px, forced colors', width: 320, forcedColors: true },
];

const routes = builtPages();
const missed: string[] = [];
let inspected = 0;
let fitted = 0;

afterAll(() =>
  writeSection(
    'States and looks',
    inspected === routes.flatMap((route) => statesOf(route, auditStates)).length && fitted === widths.length,
    `
${routes.length} pages in ${inspected} states under up to ${everyLook.length} displays (${everyLook.map(({ name }) => name).join('; ')}): axe-core with best practices, width, targets.
Width at ${widths.join(', ')} px as well.

${listed(missed)}`,
  ),
);

describe.each(routes)('$address', (route) => {
  test.each(statesOf(route, auditStates))('is for everyone: $name', async (state) => {
    const faults = await checkPageState(route.address, state, everyLook);
    inspected++;
    missed.push(...faults.map((fault) => `${route.address}, ${state.name}: ${fault}`));
    expect(faults).toEqual([]);
  });
});

test.each(widths)('every page fits a window %i px wide', async (width) => {
  const { page, open } = await openWindow();
  const faults: string[] = [];
  for (const { address } of routes) {
    await open(address, { name: `${width} px`, width });
    faults.push(...(await overflowFaults(page)).map((fault) => `${address}, ${width} px: ${fault}`));
  }
  fitted++;
  missed.push(...faults);
  expect(faults).toEqual([]);
});
