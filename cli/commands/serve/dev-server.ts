import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import pLimit from 'p-limit';
import { openContentFolder } from '../../content/content-folder.ts';
import { createBuildCache } from '../../lib/build-cache.ts';
import { expectedError } from '../../lib/errors.ts';
import { printableLines } from '../../lib/printable.ts';
import { home } from '../../pages/kinds/home.ts';
import type { Day } from '../../pages/placing.ts';
import { type Composed, compose } from '../../pipeline/compose.ts';
import { createPageRenderer } from '../../pipeline/render-pages.ts';
import { createRun } from '../../pipeline/run.ts';
import { printPretty, summarize } from '../../problems/print.ts';
import { bundleFolder } from '../../program/bundle.ts';
import { buildInput } from '../run/build-input.ts';
import { findings } from '../run/run-build.ts';
import { type BuildFlags, feedsFolder, type ServerFlags } from '../terminal/flags.ts';
import { paintFor } from '../terminal/log.ts';
import { contentLines, printReport } from '../terminal/report.ts';
import { type BuildState, createLiveReload } from './live-reload.ts';
import { openSite } from './serve-site.ts';
import { watchFolders } from './watch.ts';

/** Builds, serves, and builds again after each save, until Ctrl+C. Errors in content or code are shown and do not end it. */
export async function serveAndWatch(given: BuildFlags & ServerFlags): Promise<void> {
  const flags = { ...given, isDev: true };
  const paint = paintFor(process.stderr);
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const client = readFileSync(join(bundleFolder(), 'live-reload.js'), 'utf8');
  let state: BuildState = { build: '0', report: 'The first build is still running.' };
  let builds = 0;
  const liveReload = createLiveReload(flags.out, client, state, (day) => frontPage(flags, day));
  const { address, stopped, close } = await openSite(flags, liveReload.handle);
  let over = false;

  /** Tells open pages of a new site, or of problems. */
  function show(report: string, isNew: boolean) {
    if (isNew) builds += 1;
    state = { build: `${process.pid}-${builds}`, report };
    liveReload.send(state);
  }

  async function build() {
    if (over) return;
    try {
      const start = performance.now();
      const report = await findings(flags, {});
      if (over) return;
      if (!report.isSame || builds === 0) printReport(report, flags, performance.now() - start, 'built');
      const hasErrors = report.problems.some(({ severity }) => severity === 'error');
      const text = hasErrors
        ? `${printPretty(report.problems, contentLines(flags.content))}\n${summarize(report.problems)}`
        : '';
      // A mistake that was taken back, or a file that was saved as it was, leaves the site as it is.
      const isNew = report.written !== undefined && (!report.isSame || builds === 0);
      if (isNew || text !== state.report) show(text, isNew);
    } catch (error) {
      const text = expectedError(error)?.message ?? inspect(error);
      say(`${paint('red', 'error')} ${printableLines(text)}`);
      show(text, false);
    }
  }

  // Saves during a build lead to one more.
  const inTurn = pLimit(1);
  const buildAgain = () => void (inTurn.pendingCount === 0 && inTurn(build));

  const watcher = watchFolders([resolve(flags.content), resolve(feedsFolder(flags))], buildAgain, (error) =>
    say(`${paint('yellow', 'warning')} Some saves may go unnoticed until dev is started again: ${error}`),
  );

  async function begin() {
    await watcher.ready;
    await inTurn(build);
    if (over) return;
    process.stdout.write(
      `serving at ${address}, watching ${flags.content} (Ctrl+C stops)\nthe front page of a quiet day: ${address}/?day=quiet, of a big one: ${address}/?day=big\n`,
    );
  }

  await Promise.race([begin().then(() => stopped), stopped]);
  over = true;
  await watcher.close();
  await close();
}

/** The front page of another day, which is no page of the site; `undefined` if the paper has no front page. */
async function frontPage(flags: BuildFlags, day: Day): Promise<string | undefined> {
  const folder = openContentFolder(flags.content);
  const input = { ...buildInput(flags), buildCache: createBuildCache(), folder };
  return renderFrontPage(await compose(input, createRun()), day);
}

export async function renderFrontPage(composed: Composed, day: Day): Promise<string | undefined> {
  const route = composed.routes.find(({ kind }) => kind.name === home.name);
  if (!route) return undefined;
  const ofDay = { ...route, part: day };
  return createPageRenderer(await composed.loadRenderer(), composed)(composed.draft(ofDay), ofDay)().html;
}
