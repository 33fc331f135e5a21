import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bundleFolder } from '../bundle.ts';
import { cacheFolderOf, makeOwnFolder, ownFolderOf } from '../lib/galley-folder.ts';
import { printable } from '../lib/printable.ts';
import { removeUnlinked } from '../output/file-store.ts';
import { removeOldManifests } from '../output/manifest.ts';
import { requireReplaceable } from '../output/replaceable.ts';
import { recover } from '../output/swap.ts';
import { type Problem, sortProblems } from '../problems/problem.ts';
import { ExitError, exitCodes } from '../terminal/exit-codes.ts';
import { type BuildFlags, nowOf } from '../terminal/flags.ts';
import { feedsFolder, requireContent } from '../terminal/folders.ts';
import { surroundingsOf } from '../terminal/last-build.ts';
import { count, countOf, createProgress, paintFor } from '../terminal/log.ts';
import { printReport } from '../terminal/report.ts';
import { findPapers } from './papers.ts';
import { sharedName } from './shared-files.ts';
import type { FoundProblem, PaperResult, WorkerTask } from './worker.ts';

/** Builds or checks every paper of a network, on all cores; prints one report, and sets the exit code. */
export async function buildNetwork(network: string, flags: BuildFlags, isCheck: boolean): Promise<void> {
  const begun = performance.now();
  requireContent(network);
  if (flags.baseUrl !== undefined)
    throw new ExitError(exitCodes.usage, '`--base-url` is for one paper: name it with --content.');
  const { names, problems } = findPapers(network);
  const cache = cacheFolderOf(network, flags.cache);
  const feeds = feedsFolder({ ...flags, content: network });
  const store = ownFolderOf(network, 'store', flags.cache);
  if (!isCheck) {
    // No paper has this name.
    requireReplaceable(join(flags.out, sharedName), [network]);
    for (const folder of [store, join(cache, 'builds')]) makeOwnFolder(folder);
    recoverAll(flags.out, new Set(names));
  }
  const task: WorkerTask = {
    ...{ network, isCheck, store },
    flags: { ...flags, cache, feeds, now: nowOf(flags) },
    surroundings: surroundingsOf({ content: join(network, sharedName), feeds }),
  };
  const sum = createSum(problems);
  const progress = createProgress(process.stderr);
  let done = 0;
  await deal(names, task, (name, result) => {
    sum.add(name, result);
    done += 1;
    progress.show(`${count(done)} of ${countOf(names.length, 'paper')}`);
  });
  progress.clear();
  if (!isCheck) {
    removeUnlinked(store);
    removeOldManifests(join(cache, 'builds'));
  }

  const { report, papers, failed } = sum.total();
  const verb = isCheck ? 'checked' : 'built';
  const milliseconds = performance.now() - begun;
  printReport(report, { ...flags, content: network }, milliseconds, verb, { papers, failed });
  for (const { name, message } of failed)
    process.stderr.write(`${paintFor(process.stderr)('red', 'error')} ${printable(`${name}: ${message}`)}\n`);
  if (flags.format !== 'json')
    process.stdout.write(
      `${countOf(names.length, 'paper')}: ${count(papers.good)} ${verb}, ${count(papers.same)} of them as before\n`,
    );
  const isGood = papers.good === names.length && problems.every(({ severity }) => severity === 'warning');
  if (!isGood) process.exitCode = Math.max(exitCodes.problems, ...failed.map(({ code }) => code));
}

/** Completes what a killed build left undone. The folder of all sites is listed once, and not for each of them. */
function recoverAll(out: string, names: ReadonlySet<string>) {
  const found = existsSync(out) ? readdirSync(out) : [];
  const left = new Set(found.map((name) => name.replace(/^\.(.+)\.(?:old|next|lock)\b.*$/, '$1')));
  for (const name of left) if (names.has(name) && !found.includes(name)) recover(join(out, name));
}

/** How often a paper is given to a worker: once more if the first one dies. */
const maxTries = 2;

/** Deals the papers to workers, the next one to each that is ready. */
async function deal(
  names: readonly string[],
  task: WorkerTask,
  onResult: (name: string, result: PaperResult) => void,
): Promise<void> {
  const queue = names.values();
  const start = () => new Worker(join(bundleFolder(), 'network-worker.js'), { workerData: task });
  async function work() {
    let worker: Worker | undefined;
    for (const name of queue) {
      let result: PaperResult | undefined;
      for (let tries = 1; !result; tries += 1) {
        worker ??= start();
        result = await build(worker, name).catch((error) => {
          worker = undefined;
          const message = `Its worker ended early ${maxTries} times: ${error}`;
          return tries < maxTries ? undefined : { message, code: exitCodes.environment };
        });
      }
      onResult(name, result);
    }
    await worker?.terminate();
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), names.length) }, work));
}

/** The result of a paper. Rejects if the worker ends before. */
const build = (worker: Worker, name: string) =>
  new Promise<PaperResult>((done, fail) => {
    worker.removeAllListeners();
    worker.once('message', done);
    worker.once('error', fail);
    worker.once('exit', (code) => fail(new Error(`exit code ${code}`)));
    worker.postMessage(name);
  });

/** How many of the papers with a problem are named. */
const maxNamed = 3;

/** Adds up the results of papers. A problem of a shared file is one problem. */
function createSum(problems: readonly Problem[]) {
  const listed: Problem[] = [...problems];
  const shared = new Map<string, { problem: Problem; names: string[] }>();
  const failed: { readonly name: string; readonly message: string; readonly code: number }[] = [];
  const papers = { good: 0, same: 0 };
  const sums = { pages: 0, posts: 0, drafts: 0, toCome: 0, files: 0, bytes: 0, unchanged: 0 };
  const timings: Record<string, number> = {};
  const removed: string[] = [];

  function addProblem(name: string, { isShared, ...problem }: FoundProblem) {
    if (!isShared) return listed.push(problem);
    const { file, line, column, rule, severity } = problem;
    // The words may have something of the paper.
    const key = [file, line, column, rule, severity].join(' ');
    const known = shared.get(key) ?? { problem, names: [] };
    shared.set(key, known);
    return known.names.at(-1) === name || known.names.push(name);
  }

  return {
    add(name: string, result: PaperResult) {
      if ('message' in result) return void failed.push({ name, ...result });
      const { report } = result;
      const { written, isSame, leftOut } = report;
      for (const problem of report.problems) addProblem(name, problem);
      if (!written) return;
      papers.good += 1;
      if (isSame) papers.same += 1;
      const counts = { ...report, ...leftOut, ...written };
      for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += counts[key];
      for (const [stage, time] of Object.entries(report.timings))
        timings[stage] = (timings[stage] ?? 0) + time;
      for (const path of written.removed ?? []) removed.push(`${name}/${path}`);
    },
    total() {
      const { pages, posts, drafts, toCome, files, bytes, unchanged } = sums;
      const inPapers = Array.from(shared.values(), ({ problem, names }) => ({
        ...problem,
        papers: { count: names.length, first: names.sort().slice(0, maxNamed) },
      }));
      const report = {
        problems: sortProblems([...listed, ...inPapers]),
        ...{ pages, posts, timings },
        leftOut: { drafts, toCome },
        written: papers.good > 0 ? { files, bytes, unchanged, removed } : undefined,
      };
      return { report, papers, failed };
    },
  };
}
