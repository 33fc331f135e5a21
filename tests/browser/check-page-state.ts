import { type Look, lookAt, newViewer, type Viewer } from './browser-window.ts';
import { axeFaults, collisionFaults, overflowFaults, targetFaults } from './page-checks.ts';
import type { State } from './page-states.ts';

const viewers = new Map<string, Promise<Viewer>>();

/** The one window of a test file for states like this. */
function viewerFor({ embeds, otherPaper }: State): Promise<Viewer> {
  const key = `${embeds} ${otherPaper}`;
  const viewer = viewers.get(key) ?? newViewer({ embeds, otherPaper });
  viewers.set(key, viewer);
  return viewer;
}

/**
 * Brings a page into a state by doing what readers do, once for each width, and checks it under every look. Each fault, with the
 * looks it shows under.
 */
export async function inspect(
  address: string,
  state: State,
  looks: readonly Look[],
): Promise<readonly string[]> {
  const { page, open } = await viewerFor(state);
  const found = new Map<string, string[]>();
  const fitting = looks.filter(({ width }) => !state.only || (state.only === 'wide') === width >= 768);
  for (const width of new Set(fitting.map(({ width }) => width))) {
    const [first, ...others] = fitting.filter((look) => look.width === width);
    if (!first) continue;
    await open(address, first);
    await state.reach(page);
    for (const look of [first, ...others]) {
      if (look !== first) await lookAt(page, look);
      const faults = [
        ...(await axeFaults(page, look, { covered: state.covers })),
        ...(await overflowFaults(page)),
        ...(await targetFaults(page)),
        ...(look.spaced ? await collisionFaults(page) : []),
      ];
      for (const fault of faults) found.set(fault, [...(found.get(fault) ?? []), look.name]);
    }
  }
  return [...found].map(([fault, where]) => `${fault} (${where.join(', ')})`);
}
