import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundleFolder } from '../bundle.ts';
import { defaultFeedsFolder } from '../feeds/snapshots.ts';
import { printableLines } from '../lib/printable.ts';
import { printPretty, summarize } from '../problems/print.ts';
import type { BuildFlags, ServerFlags } from '../terminal/flags.ts';
import { requireContent } from '../terminal/folders.ts';
import { paintFor } from '../terminal/log.ts';
import { contentLines, printReport } from '../terminal/report.ts';
import { createDevBuilder, type ProgramSources } from './dev-builder.ts';
import { type BuildState, createLiveReload } from './live-reload.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { createWordsOpener } from './open-words.ts';
import { openSite } from './serve-site.ts';
import { watchFolders } from './watch.ts';

/** Builds, serves, and builds again after each save, until Ctrl+C. Errors in content, templates or code are shown and do not end it. */
export async function serveAndWatch(flags: BuildFlags & ServerFlags, sources: ProgramSources): Promise<void> {
  const paint = paintFor(process.stderr);
  const say = (text: string) => process.stderr.write(`${text}\n`);
  let state: BuildState = { build: '0', report: 'The first build is still running.' };
  let builds = 0;
  let over = false;

  // Wrong usage ends the command before anything is started.
  requireContent(flags.content);
  const client = readFileSync(join(bundleFolder(), 'live-reload.js'), 'utf8');
  const liveReload = createLiveReload(flags.out, client, state);
  const openWords = createWordsOpener(flags.content);
  const { address, radio, stopped, close } = await openSite(
    flags,
    (...request) => openWords(...request) || liveReload.handle(...request),
  );
  const builder = createDevBuilder(flags, sources);

  function show(report: string, built: boolean) {
    if (built) builds += 1;
    state = { build: built ? `${process.pid}-${builds}` : state.build, report };
    liveReload.send(state);
  }

  async function build() {
    const start = performance.now();
    const report = await builder.build();
    printReport(report, flags, performance.now() - start, 'built');
    const problems = `${printPretty(report.problems, contentLines(flags.content))}\n${summarize(report.problems)}`;
    show(report.written ? '' : problems, report.written !== undefined);
    if (report.written && radio.reload())
      say('The stations of radio.yaml changed: the radio has the new ones.');
  }

  const buildAgain = oneAtATime(async () => {
    if (over) return;
    try {
      await build();
    } catch (error) {
      if (over) return;
      const text = error instanceof Error ? error.message : String(error);
      say(`${paint('red', 'error')} ${printableLines(text)}`);
      show(text, false);
    }
  });

  const watcher = watchFolders(
    [
      resolve(flags.content),
      resolve(flags.feeds ?? defaultFeedsFolder(flags.content)),
      join(sources.root, 'templates'),
      join(sources.root, 'cli'),
    ],
    () => void buildAgain(),
    (error) =>
      say(
        `${paint('yellow', 'warning')} Some saves may go unnoticed until dev is started again: ${String(error)}`,
      ),
  );

  async function begin() {
    await watcher.ready;
    await buildAgain();
    if (!over)
      process.stdout.write(
        `serving at ${address}, watching ${flags.content} (Ctrl+C stops; a click with Alt on any words opens their file)\n`,
      );
  }

  await Promise.race([begin().then(() => stopped), stopped]);
  over = true;
  await Promise.all([watcher.close(), builder.close()]);
  await close();
}
