import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultFeedsFolder } from '../feeds/snapshots.ts';
import { printableLines } from '../lib/printable.ts';
import type { PressSources } from '../main.ts';
import { printPretty, summarize } from '../problems/print.ts';
import { createDevPress } from '../server/dev-builder.ts';
import { createDevAnswers } from '../server/live-reload.ts';
import { answerRadio } from '../server/mounted-relay.ts';
import { createRounds } from '../server/rounds.ts';
import { createSiteServer, listen } from '../server/site-server.ts';
import { watchFolders } from '../server/watch.ts';
import type { BuildFlags, ServerFlags } from '../terminal/flags.ts';
import { paintFor } from '../terminal/log.ts';
import { contentLines, printReport, requireContent } from './build.ts';
import { untilStopped } from './preview.ts';

/** What the pages are told: the build that is served, and what was wrong with the last one (empty where nothing was). */
export interface DevState {
  readonly build: string;
  readonly report: string;
}

/** `dev`: builds, serves, watches, and never ends because of what stands in a file. */
export async function dev(
  flags: BuildFlags & ServerFlags,
  { root, ...sources }: PressSources,
): Promise<void> {
  const paint = paintFor(process.stderr);
  const say = (text: string) => process.stderr.write(`${text}\n`);
  let state: DevState = { build: '0', report: 'The first build is still running.' };
  let builds = 0;
  let over = false;

  // What is wrong with the call itself ends it, before anything is started.
  requireContent(flags.content);
  const client = readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'live-reload.js'), 'utf8');
  const answers = createDevAnswers(flags.out, client, state);
  const radio = answerRadio(flags.content);
  const server = createSiteServer(flags.out, {
    names: [flags.host, ...flags.allowHost],
    onMissing: (path) => say(`${paint('yellow', '404')} ${path}`),
    first: (...request) => radio.answer(...request) || answers.answer(...request),
  });
  const stopped = untilStopped();
  const address = await listen(server, flags.host, flags.port);
  const press = createDevPress(flags, sources);

  function show(report: string, built: boolean) {
    if (built) builds += 1;
    state = { build: built ? `${process.pid}-${builds}` : state.build, report };
    answers.tell(state);
  }

  async function build() {
    const start = performance.now();
    const report = await press.build();
    printReport(report, flags, performance.now() - start, 'built');
    const problems = `${printPretty(report.problems, contentLines(flags))}\n${summarize(report.problems)}`;
    show(report.written ? '' : problems, report.written !== undefined);
    if (report.written && radio.renew())
      say('The stations of radio.yaml changed: the radio has the new ones.');
  }

  const buildAgain = createRounds(async () => {
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
    {
      content: resolve(flags.content),
      feeds: resolve(flags.feeds ?? defaultFeedsFolder(flags.content)),
      templates: join(root, 'templates'),
      cli: join(root, 'cli'),
    },
    (change) => {
      press.note(change);
      void buildAgain();
    },
    (error) =>
      say(
        `${paint('yellow', 'warning')} Some saves may go unnoticed until dev is started again: ${String(error)}`,
      ),
  );

  async function begin() {
    await watcher.ready;
    await buildAgain();
    if (!over) process.stdout.write(`serving at ${address}, watching ${flags.content} (Ctrl+C stops)\n`);
  }

  await Promise.race([begin().then(() => stopped), stopped]);
  over = true;
  await Promise.all([radio.stop(), watcher.close(), press.close()]);
  server.closeAllConnections();
  server.close();
}
