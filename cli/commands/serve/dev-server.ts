import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { hashOfFile } from '../../lib/content-hash.ts';
import { orUndefined } from '../../lib/or-undefined.ts';
import { printableLines } from '../../lib/printable.ts';
import { printPretty, summarize } from '../../problems/print.ts';
import { bundleFolder } from '../../program/bundle.ts';
import type { BuildFlags, ServerFlags } from '../terminal/flags.ts';
import { feedsFolder, requireContent } from '../terminal/folders.ts';
import { paintFor } from '../terminal/log.ts';
import { contentLines, printReport } from '../terminal/report.ts';
import { createDevBuilder, type DevBuilder, type ProgramSources, type Saved } from './dev-builder.ts';
import { type BuildState, createLiveReload } from './live-reload.ts';
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
  const { address, radio, stopped, close } = await openSite(flags, liveReload.handle);

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
    (paths, isOver) => {
      if (saves.add(paths, isOver)) void buildAgain();
    },
    (error) =>
      say(
        `${paint('yellow', 'warning')} Some saves may go unnoticed until dev is started again: ${String(error)}`,
      ),
  );

  async function begin() {
    await watcher.ready;
    await buildAgain();
    if (over) return;
    process.stdout.write(
      `serving at ${address}, watching ${flags.content} (Ctrl+C stops)\nthe front page of a quiet day: ${address}/?day=quiet, of a big one: ${address}/?day=big\n`,
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
  /** The hash of each file of content when it was saved last; `''` if it was deleted. */
  const hashes = new Map<string, string>();

  /** One save is announced several times, and some editors save a file that has not changed. */
  function hasChanged(file: string): boolean {
    const before = hashes.get(file);
    const hash = hashIfThere(file);
    hashes.set(file, hash);
    return before !== hash;
  }

  function collect(next: Saved) {
    const all = saved ? saved.content && next.content && [...saved.content, ...next.content] : next.content;
    saved = { content: all, program: next.program || saved?.program === true };
  }

  return {
    take() {
      const taken = saved;
      saved = undefined;
      return taken;
    },
    /** A failed build leaves what it has taken to the next one: templates that do not compile stay a mistake until they do. */
    giveBack: collect,
    /** Adds what `watchFolders` found, and ends a build that runs; gives whether there is something to build. */
    add(paths: readonly string[] | undefined, isOver: boolean): boolean {
      const files = paths?.filter((path) => isBelow(content, path)) ?? [];
      const sources = paths?.filter((path) => program.some((folder) => isBelow(folder, path))) ?? [];
      // Feeds are saved in several steps, and folders with what is in them.
      const isWhole = !paths || files.length + sources.length < paths.length;
      const changed = files.filter(hasChanged);
      const isProgram = sources.length > 0 && builder.isProgramNew();
      if (isWhole ? !isOver : changed.length === 0 && !isProgram) return false;
      const inside = changed.map((path) => relative(content, path).split(sep).join('/'));
      collect({ content: isWhole ? undefined : inside, program: isWhole || isProgram });
      builder.stop();
      return true;
    },
  };
}

const isBelow = (folder: string, path: string) => path.startsWith(folder + sep);

const hashIfThere = (file: string): string => orUndefined(() => hashOfFile(file)) ?? '';

/** Runs `task`, which never rejects, one at a time: calls during a run resolve at once and lead to one more; others resolve after all. */
function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running = false;
  let again = false;
  return async () => {
    again = running;
    if (running) return;
    running = true;
    do {
      again = false;
      await task();
    } while (again);
    running = false;
  };
}
