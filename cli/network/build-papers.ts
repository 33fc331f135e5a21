import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bundleFolder } from '../bundle.ts';
import { makeOwnFolder, requireNoLink } from '../lib/galley-folder.ts';
import { printable } from '../lib/printable.ts';
import { removeUnlinked } from '../output/file-store.ts';
import { realPath } from '../output/replaceable.ts';
import { recover } from '../output/swap.ts';
import { printGithub, printJson, printPretty, summarize } from '../problems/print.ts';
import { countProblems, type Problem, sortProblems } from '../problems/problem.ts';
import { ExitError, exitCodes } from '../terminal/exit-codes.ts';
import { type BuildFlags, nowOf } from '../terminal/flags.ts';
import { requireContent } from '../terminal/folders.ts';
import { surroundingsOf } from '../terminal/last-build.ts';
import { count, countOf, createProgress, duration, paintFor, size, writeResult } from '../terminal/log.ts';
import { contentLines } from '../terminal/report.ts';
import { findPapers } from './papers.ts';
import { sharedName } from './shared-files.ts';
import type { FoundProblem, PaperResult, WorkerTask } from './worker.ts';

/** Builds or checks every paper of a network, on all cores; prints one report, and sets the exit code. */
export async function buildNetwork(network: string, flags: BuildFlags, isCheck: boolean): Promise<void> {
  const begun = performance.now();
  const { names, problems } = findNetwork(network, flags);
  const cache = resolve(flags.cache ?? join(dirname(resolve(network)), '.galley'));
  const feeds = flags.feeds ?? join(cache, 'feeds');
  const store = join(cache, 'store');
  for (const folder of [feeds, store]) requireNoLink(folder);
  const task: WorkerTask = {
    ...{ network, isCheck, store },
    flags: { ...flags, cache, feeds, now: nowOf(flags) },
    surroundings: surroundingsOf({ content: join(network, sharedName), feeds }),
  };
  if (!isCheck) {
    makeOwnFolder(store);
    recoverAll(flags.out, new Set(names));
  }
  const report = createReport(problems);
  const progress = createProgress(process.stderr);
  await deal(names, task, (name, result) => {
    report.add(name, result);
    progress.show(`${count(report.total.papers)} of ${countOf(names.length, 'paper')}`);
  });
  progress.clear();
  if (!isCheck) removeUnlinked(store);
  printNetwork(report, network, flags, isCheck, performance.now() - begun);
}

/** The papers of a network. Throws, as wrong usage, where flags do not fit. */
function findNetwork(network: string, { out, baseUrl }: BuildFlags) {
  requireContent(network);
  const refuse = (message: string) => {
    throw new ExitError(exitCodes.usage, message);
  };
  if (baseUrl !== undefined) refuse('`--base-url` is the address of one paper, and `--network` builds many.');
  const isWithin = (around: string, path: string) => {
    const way = relative(realPath(around), realPath(path));
    return way.split(sep)[0] !== '..' && !isAbsolute(way);
  };
  if (isWithin(network, out)) refuse(`The output folder ${resolve(out)} must be outside of the network.`);
  return findPapers(network);
}

/** Finishes the swaps of a killed build. Looks once into the folder of all papers, and not once for each. */
function recoverAll(out: string, papers: ReadonlySet<string>) {
  let left: readonly string[] = [];
  try {
    left = readdirSync(out).flatMap((name) => /^\.(.+?)\.(?:old|next|lock)\b/.exec(name)?.[1] ?? []);
  } catch {
    // The first build.
  }
  for (const name of new Set(left)) if (papers.has(name)) recover(join(out, name));
}

/** How often a paper is given to a worker: once more if the first one died. */
const maxTries = 2;

/** Deals the papers to workers, each the next as soon as it is ready. */
async function deal(
  names: readonly string[],
  task: WorkerTask,
  onResult: (name: string, result: PaperResult) => void,
): Promise<void> {
  const queue = names.values();
  const file = join(bundleFolder(), 'network-worker.js');
  async function work() {
    let worker: Worker | undefined;
    for (const name of queue) {
      let result: PaperResult | undefined;
      for (let tries = 1; !result; tries += 1) {
        worker ??= new Worker(file, { workerData: task });
        try {
          result = await ask(worker, name);
        } catch (error) {
          worker = undefined;
          const failed = `Its worker ended early, ${maxTries} times: ${String(error)}`;
          if (tries === maxTries) result = { failed, code: exitCodes.environment };
        }
      }
      onResult(name, result);
    }
    await worker?.terminate();
  }
  const workers = Math.min(availableParallelism(), names.length);
  await Promise.all(Array.from({ length: workers }, work));
}

/** The result of a paper. Rejects if the worker ends before. */
const ask = (worker: Worker, name: string) =>
  new Promise<PaperResult>((done, fail) => {
    worker.removeAllListeners();
    worker.once('message', done);
    worker.once('error', fail);
    worker.once('exit', (code) => fail(new Error(`exit code ${code}`)));
    worker.postMessage(name);
  });

type Report = ReturnType<typeof createReport>;

/** How many of the papers with a problem are named. */
const maxNamed = 3;

/** Adds up the reports of papers. A problem of a shared file is listed once. */
function createReport(problems: readonly Problem[]) {
  const listed: Problem[] = [...problems];
  const shared = new Map<string, { problem: Problem; papers: number; first: string[] }>();
  const failed: { readonly paper: string; readonly message: string; readonly code: number }[] = [];
  const total = { papers: 0, built: 0, same: 0, pages: 0, posts: 0, files: 0, bytes: 0, unchanged: 0 };
  const removed: string[] = [];

  function addProblem(name: string, { isShared, ...problem }: FoundProblem, seen: Map<string, number>) {
    if (!isShared) return listed.push(problem);
    const { file, line, column, rule, severity } = problem;
    // The words may name something of the paper; a paper may have two problems in one place.
    const place = [file, line, column, rule, severity].join(' ');
    const nth = (seen.get(place) ?? 0) + 1;
    seen.set(place, nth);
    const key = `${place} ${nth}`;
    const known = shared.get(key) ?? { problem, papers: 0, first: [] };
    known.papers += 1;
    if (known.first.length < maxNamed) known.first.push(name);
    shared.set(key, known);
    return undefined;
  }

  return {
    total,
    failed,
    removed,
    add(name: string, result: PaperResult) {
      total.papers += 1;
      if ('failed' in result) {
        failed.push({ paper: name, message: result.failed, code: result.code });
        return;
      }
      const { problems, pages, posts, written, isSame } = result.report;
      const seen = new Map<string, number>();
      for (const problem of problems) addProblem(name, problem, seen);
      if (!written) return;
      total.built += 1;
      total.same += isSame ? 1 : 0;
      total.pages += pages;
      total.posts += posts;
      for (const key of ['files', 'bytes', 'unchanged'] as const) total[key] += written[key];
      for (const path of written.removed ?? []) removed.push(`${name}/${path}`);
    },
    problems: () =>
      sortProblems([
        ...listed,
        ...Array.from(shared.values(), ({ problem, papers, first }) => ({
          ...problem,
          papers: { count: papers, first: first.sort() },
        })),
      ]),
  };
}

/** Prints the report as `build` of one paper does, and sets the exit code. */
function printNetwork(
  report: Report,
  network: string,
  { format, out }: Pick<BuildFlags, 'format' | 'out'>,
  isCheck: boolean,
  milliseconds: number,
) {
  const problems = report.problems();
  const { total, failed, removed } = report;
  const paint = paintFor(process.stderr);
  if (format === 'json')
    writeResult(
      printJson(
        problems,
        { ...countProblems(problems), ...total, milliseconds: Math.round(milliseconds) },
        { failed },
      ),
    );
  if (format === 'github') writeResult(printGithub(problems));
  if (format === 'pretty' && problems.length > 0)
    process.stderr.write(`${printPretty(problems, contentLines(network), paint)}\n`);
  for (const { paper, message } of failed)
    process.stderr.write(`${paint('red', 'error')} ${printable(`${paper}: ${message}`)}\n`);
  if (problems.length > 0 && format !== 'json') process.stderr.write(`${summarize(problems)}\n`);
  if (removed.length > 0)
    process.stderr.write(`removed from ${out}, because of --force: ${removed.join(', ')}\n`);
  if (format !== 'json') writeResult(`${describe(total, isCheck ? undefined : out, milliseconds)}\n`);
  const hasErrors = total.built < total.papers || problems.some(({ severity }) => severity === 'error');
  if (hasErrors) process.exitCode = Math.max(exitCodes.problems, ...failed.map(({ code }) => code));
}

/** `built 3,000 papers into dist (2,990 unchanged): 144,000 pages, 451,000 files, 3.2 GB in 412 s; 2 papers were not built`. */
function describe(total: Report['total'], out: string | undefined, milliseconds: number): string {
  const done = out === undefined ? 'checked' : 'built';
  const left = total.papers - total.built;
  return [
    `${done} ${countOf(total.built, 'paper')}${out === undefined ? '' : ` into ${out}`}`,
    total.same > 0 ? ` (${count(total.same)} unchanged)` : '',
    `: ${countOf(total.pages, 'page')}, ${countOf(total.files, 'file')}, ${size(total.bytes)}`,
    ` in ${duration(milliseconds)}`,
    left === 0
      ? ''
      : out === undefined
        ? `; ${countOf(left, 'paper')} failed`
        : `; ${countOf(left, 'paper')} not built`,
  ].join('');
}
