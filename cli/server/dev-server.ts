import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { bundleFolder } from '../bundle.ts';
import { printableLines } from '../lib/printable.ts';
import { printPretty, summarize } from '../problems/print.ts';
import type { BuildFlags, ServerFlags } from '../terminal/flags.ts';
import { feedsFolder, requireContent } from '../terminal/folders.ts';
import { paintFor } from '../terminal/log.ts';
import { contentLines, printReport } from '../terminal/report.ts';
import { createDevBuilder, type DevBuilder, type ProgramSources, type Saved } from './dev-builder.ts';
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
  const builder = createDevBuilder(flags, sources, () => show('', true));
  /** Whether the last new site is not, or not yet, on the disk. */
  let isAhead = false;
  const nothing: ReadonlySet<string> = new Set();
  const news = { ...builder, files: () => (isAhead ? builder.files() : nothing) };
  const liveReload = createLiveReload(flags.out, client, state, news);
  const openWords = createWordsOpener(flags.content);
  const { address, radio, stopped, close } = await openSite(
    flags,
    (...request) => openWords(...request) || liveReload.handle(...request),
  );

  function show(report: string, built: boolean) {
    if (built) {
      builds += 1;
      isAhead = true;
    }
    state = { build: built ? `${process.pid}-${builds}` : state.build, report };
    liveReload.send(state);
  }

  async function build(after: Saved) {
    const start = performance.now();
    const report = await builder.build(after);
    if (!report) return;
    printReport(report, flags, performance.now() - start, 'built');
    if (report.written) {
      isAhead = false;
      // A mistake that was taken back leaves the site as it was.
      if (state.report !== '') show('', false);
    } else {
      const problems = `${printPretty(report.problems, contentLines(flags.content))}\n${summarize(report.problems)}`;
      show(problems, false);
    }
    if (report.written && radio.reload())
      say('The stations of radio.yaml changed: the radio has the new ones.');
  }

  const content = resolve(flags.content);
  const program = ['templates', 'cli'].map((name) => join(sources.root, name));
  const saves = createSaves(content, program, builder);
  const buildAgain = oneAtATime(async () => {
    const after = saves.take();
    if (over || !after) return;
    try {
      await build(after);
    } catch (error) {
      if (over) return;
      saves.giveBack(after);
      const text = error instanceof Error ? error.message : String(error);
      say(`${paint('red', 'error')} ${printableLines(text)}`);
      show(text, false);
    }
  });

  const watcher = watchFolders(
    [content, resolve(feedsFolder(flags)), ...program],
    async (paths, isOver) => {
      if (await saves.add(paths, isOver)) await buildAgain();
    },
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

/** Collects what is saved in the folder `content`, in those of the program and elsewhere until the next build takes it. */
function createSaves(content: string, program: readonly string[], builder: DevBuilder) {
  let saved: Saved | undefined = { content: undefined, program: true };

  function collect(next: Saved) {
    const all = saved ? saved.content && next.content && [...saved.content, ...next.content] : next.content;
    saved = { content: all, program: next.program || saved?.program === true };
  }

  function stopFor(next: Saved): true {
    collect(next);
    builder.stop();
    return true;
  }

  return {
    take() {
      const taken = saved;
      saved = undefined;
      return taken;
    },
    /** What a failed build has taken is for the next one: templates that do not compile stay a mistake until they do. */
    giveBack: collect,
    /** Adds what `watchFolders` tells; gives whether there is something to build. */
    async add(paths: readonly string[] | undefined, isOver: boolean): Promise<boolean> {
      const saved = paths?.filter((path) => isBelow(content, path)) ?? [];
      const compiled = paths?.filter((path) => program.some((folder) => isBelow(folder, path))) ?? [];
      // Feeds are saved in several steps, and folders with what is in them.
      if (!paths || saved.length + compiled.length < paths.length)
        return isOver && stopFor({ content: undefined, program: true });
      const inside = saved.map((path) => relative(content, path).split(sep).join('/'));
      const isProgram = compiled.length > 0;
      const isNew =
        (isProgram && builder.isProgramNew()) || (inside.length > 0 && (await builder.isNew(inside)));
      return isNew && stopFor({ content: inside, program: isProgram });
    },
  };
}

const isBelow = (folder: string, path: string) => path.startsWith(folder + sep);
