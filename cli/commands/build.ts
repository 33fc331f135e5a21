import { isUtf8 } from 'node:buffer';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultFeedsFolder } from '../feeds/snapshots.ts';
import type { CompiledAssets } from '../pipeline/assets.ts';
import {
  type BuildInput,
  type BuildReport,
  buildSite,
  type PrepareFinishing,
} from '../pipeline/build-site.ts';
import { finishHere } from '../pipeline/finish.ts';
import { type FinishPlace, startFinishThread } from '../pipeline/finish-thread.ts';
import type { LeftOut } from '../pipeline/link.ts';
import { createCountingWriter, createWriter, mend, requireReplaceable } from '../pipeline/write.ts';
import { type Lines, printGithub, printJson, printPretty, summarize } from '../problems/print.ts';
import { countProblems } from '../problems/problem.ts';
import { ExitError, exitCodes } from '../terminal/exit-codes.ts';
import { type BuildFlags, nowOf } from '../terminal/flags.ts';
import { count, countOf, createProgress, duration, paintFor, size, writeResult } from '../terminal/log.ts';

/** `build`: the whole site, into the output folder. */
export async function build(flags: BuildFlags): Promise<void> {
  prepareOutput(flags);
  await run(flags, { out: flags.out, protect: [flags.content], force: flags.force }, 'built');
}

/**
 * `check`: the same, written nowhere; an output folder that build would refuse is refused here too. Called inside the content folder, it
 * has no output folder to look at unless one is named.
 */
export async function check(flags: BuildFlags, isOutNamed: boolean): Promise<void> {
  if (isOutNamed || !isCalledInside(flags.content)) prepareOutput(flags);
  await run(flags, { protect: [] }, 'checked');
}

/** Puts the output folder in order after a build that was killed, and refuses it before any long work where a build would. */
export function prepareOutput({ out, content, force }: BuildFlags): void {
  mend(out);
  requireReplaceable(out, [content], force);
}

/** From this many content files on, a thread of its own for finished pages costs less than it saves. */
const threadedFrom = 500;

async function run(flags: BuildFlags, place: FinishPlace, verb: string): Promise<void> {
  const start = performance.now();
  const progress = createProgress(process.stderr);
  const input = buildInput(flags);
  const openWriter = () =>
    place.out === undefined ? createCountingWriter() : createWriter(place.out, place.protect, place);
  const prepare: PrepareFinishing = (files) =>
    files < threadedFrom
      ? finishHere(openWriter)
      : startFinishThread(join(pressFolder(), 'finish-thread.js'), place);
  let report: BuildReport;
  try {
    report = await buildSite(
      { ...input, onPage: (done, all) => progress.show(`${done} of ${all} pages`) },
      prepare,
    );
  } finally {
    progress.clear();
  }
  printReport(report, flags, performance.now() - start, verb);
  if (!report.written) process.exitCode = exitCodes.problems;
}

/** Throws, as wrong usage, where there is no such content folder. */
export function requireContent(content: string): void {
  if (!statSync(content, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ExitError(exitCodes.usage, `There is no content folder ${resolve(content)}.`);
  }
}

/** What the flags ask for, of the compiled program in the folder `press`. */
export function buildInput(flags: BuildFlags, press = pressFolder()): BuildInput {
  const { content, feeds, baseUrl, drafts } = flags;
  requireContent(content);
  return {
    content,
    shownAs: shownPath(content),
    feeds: feeds ?? defaultFeedsFolder(content),
    compiled: readCompiled(press),
    drawing: drawing(press),
    loadRenderer: () => import('../pipeline/render.tsx'),
    baseUrl,
    drafts,
    now: nowOf(flags),
  };
}

/** Whether a command is called from a folder or from one below it. */
export function isCalledInside(folder: string): boolean {
  const path = relative(resolve(folder), process.cwd());
  return path.split(sep)[0] !== '..' && !isAbsolute(path);
}

/**
 * A folder as reports show it, with `/`: from the top of the repository it is in, which is where other programs look for the files, else
 * from where the command was called.
 */
export function shownPath(folder: string): string {
  const absolute = resolve(folder);
  const path = relative(repositoryOf(absolute) ?? process.cwd(), absolute)
    .split(sep)
    .join('/');
  return path === '' ? '.' : path;
}

/** The folder with `.git`, which is a file in a second worktree and in a submodule. */
function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : repositoryOf(parent);
}

/** The folder of this compiled program. */
const pressFolder = () => dirname(fileURLToPath(import.meta.url));

/** The stylesheet, its fonts and the browser modules that stand beside this compiled program. */
export function readCompiled(folder = pressFolder()): CompiledAssets {
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  const fonts = readdirSync(folder).filter((name) => name.endsWith('.woff2'));
  return {
    css: text('site.css'),
    js: { site: text('site.js'), radio: text('radio.js') },
    fonts: fonts.sort().map((name) => ({ name, file: join(folder, name) })),
  };
}

/** The fonts of drawings, and where images are cached: beside the compiled programs. */
export function drawing(folder = pressFolder()): BuildInput['drawing'] {
  const face = (name: string) => {
    const file = readdirSync(folder).find((file) => file.startsWith(`${name}-`) && file.endsWith('.ttf'));
    if (!file) throw new Error(`The compiled press in ${folder} has no face for ${name}`);
    return join(folder, file);
  };
  return {
    faces: { display: face('display'), label: face('label') },
    cache: join(folder, '..', '..', 'galley-pictures'),
  };
}

/** Results to stdout, problems to stderr; the formats for programs go to stdout whole. */
export function printReport(
  report: BuildReport,
  flags: BuildFlags,
  milliseconds: number,
  verb: string,
): void {
  const { problems, pages, posts, leftOut, written, timings } = report;
  const stages = Object.fromEntries(
    Object.entries(timings).map(([stage, time]) => [stage, Math.round(time)]),
  );
  if (flags.format === 'json') {
    const summary = {
      ...countProblems(problems),
      pages,
      posts,
      leftOut: { ...leftOut, ...(leftOut.next && { next: leftOut.next.iso }) },
      ...written,
      milliseconds: Math.round(milliseconds),
      stages,
    };
    writeResult(printJson(problems, summary));
    tellRemoved(flags.out, written?.removed);
    return;
  }
  const paint = paintFor(process.stderr);
  if (flags.format === 'github') writeResult(printGithub(problems));
  else if (problems.length > 0)
    process.stderr.write(`${printPretty(problems, contentLines(flags), paint)}\n`);
  if (problems.length > 0) process.stderr.write(`${summarize(problems)}\n`);
  if (!written) {
    if (verb === 'built') process.stderr.write('nothing was written; the last good site stands as it was\n');
    return;
  }
  tellRemoved(flags.out, written.removed);
  const dim = paintFor(process.stdout);
  const same = written.unchanged > 0 ? ` (${countOf(written.unchanged, 'file')} unchanged)` : '';
  const where = verb === 'built' ? ` into ${flags.out}` : '';
  writeResult(
    `${verb} ${countOf(pages, 'page')}${where}: ${countOf(written.files, 'file')}, ${size(written.bytes)}${same} in ${duration(milliseconds)}\n`,
  );
  if (leftOut.drafts + leftOut.toCome > 0)
    writeResult(`${countOf(pages, 'page')}, ${countOf(posts, 'post')}; left out: ${listLeftOut(leftOut)}\n`);
  writeResult(
    `${dim(
      'dim',
      Object.entries(timings)
        .map(([stage, time]) => `${stage} ${duration(time)}`)
        .join(' · '),
    )}\n`,
  );
}

/** `2 drafts, 1 to come (next: Dec 1, 6:00 a.m.)`. */
const listLeftOut = ({ drafts, toCome, next }: LeftOut) =>
  [
    ...(drafts > 0 ? [countOf(drafts, 'draft')] : []),
    ...(toCome > 0 ? [`${count(toCome)} to come${next ? ` (next: ${next.text})` : ''}`] : []),
  ].join(', ');

function tellRemoved(out: string, removed: readonly string[] = []) {
  if (removed.length === 0) return;
  process.stderr.write(`removed from ${out}, because of --force: ${removed.join(', ')}\n`);
}

/** The lines of content files, for code frames. */
export function contentLines(flags: Pick<BuildFlags, 'content'>): Lines {
  const shownAs = shownPath(flags.content);
  const known = new Map<string, readonly string[] | undefined>();
  return (file) => {
    if (!known.has(file)) known.set(file, linesOf(join(flags.content, file.slice(shownAs.length + 1))));
    return known.get(file);
  };
}

function linesOf(path: string): readonly string[] | undefined {
  // Never through a link: a report must not show what stands behind it.
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > 1024 * 1024) return undefined;
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return undefined;
  }
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  return bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/);
}
