import { afterTheFile } from '../cleanup.ts';
import { type BrowserWindow, type Display, openWindow, setDisplay } from './browser-window.ts';
import { axeFaults, collisionFaults, overflowFaults } from './page-checks.ts';
import type { State } from './page-states.ts';

const windows = new Map<string, Promise<BrowserWindow>>();

/** The one window of a test file for states like this. */
function windowFor({ embeds, serve }: State): Promise<BrowserWindow> {
  const key = `${embeds} ${serve?.name}`;
  let window = windows.get(key);
  if (!window) {
    window = openWindow({ embeds, serve });
    windows.set(key, window);
    afterTheFile(() => windows.delete(key));
  }
  return window;
}

/**
 * Brings a page into a state by doing what readers do, once for each width, and checks it on every display. Each fault, with the
 * displays that have it.
 */
export async function checkPageState(
  address: string,
  state: State,
  displays: readonly Display[],
): Promise<readonly string[]> {
  const { page, open } = await windowFor(state);
  const found = new Map<string, string[]>();
  const fitting = displays.filter(({ width }) => !state.only || (state.only === 'wide') === width >= 768);
  for (const width of new Set(fitting.map(({ width }) => width))) {
    const [first, ...others] = fitting.filter((display) => display.width === width);
    if (!first) continue;
    await open(address, first);
    await state.reach(page);
    // The sticky masthead would hide a part of whatever link the page has been scrolled to.
    if (!state.covers) await page.evaluate(() => scrollTo(0, 0));
    for (const display of [first, ...others]) {
      if (display !== first) await setDisplay(page, display);
      const faults = [
        ...(await axeFaults(page, display, { covered: state.covers })),
        ...(await overflowFaults(page)),
        ...(display.spaced ? await collisionFaults(page) : []),
      ];
      for (const fault of faults) found.set(fault, [...(found.get(fault) ?? []), display.name]);
    }
  }
  return [...found].map(([fault, where]) => `${fault} (${where.join(', ')})`);
}
