import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { sumOfImported } from '../../checks/imported.ts';
import { count, countOf } from '../../lib/counts.ts';
import { attempt, exitCodes, usageError } from '../../lib/errors.ts';
import { cacheFolderOf, makeOwnFolder, ownFolderOf } from '../../lib/galley-folder.ts';
import { printable } from '../../lib/printable.ts';
import { day, removeOld } from '../../lib/remove-old.ts';
import type { BuildReport } from '../../pipeline/build-site.ts';
import { sortProblems } from '../../problems/problem.ts';
import { bundleFolder } from '../../program/bundle.ts';
import { removeOldManifests } from '../../site/manifest.ts';
import { requireReplaceable } from '../../site/site-folder.ts';
import { recover } from '../../site/swap.ts';
import { surroundingsOf } from '../run/last-build.ts';
import { type BuildFlags, feedsFolder, nowOf, requireFolders } from '../terminal/flags.ts';
import { createProgress, paintFor } from '../terminal/log.ts';
import { printReport } from '../terminal/report.ts';
import { sharedName } from './overlay.ts';
import { findPapers } from './papers.ts';
import { onceIfShared } from './shared-problems.ts';
import type { PaperResult, WorkerTask } from './worker.ts';

type Result = PaperResult & { readonly name: string };
type Reported = Extract<Result, { readonly report: unknown }>;

/** Builds or checks every paper of a network, on all cores; prints one report, and sets the exit code. */
export async function buildNetwork(network: string, flags: BuildFlags, isCheck: boolean): Promise<void> {
  const begun = performance.now();
  requireFolders({ content: network, cache: flags.cache });
  if (flags.baseUrl !== undefined) throw usageError('`--base-url` is for one paper: name it with --content.');
  const { shard } = flags;
  const { names, problems, save } = findPapers(network, flags);
  const cache = cacheFolderOf(network, flags.cache);
  const feeds = feedsFolder({ ...flags, content: network });
  const store = ownFolderOf(network, 'store', flags.cache);
  if (!isCheck) {
    // No paper has this name.
    requireReplaceable(join(flags.out, sharedName), [network]);
    for (const folder of [store, join(cache, 'builds')])
      attempt(folder, 'written', () => makeOwnFolder(folder));
    recoverAll(flags.out, new Set(names));
  }
  const task: WorkerTask = {
    ...{ network, isCheck, store },
    flags: { ...flags, cache, feeds, now: nowOf(flags) },
    surroundings: surroundingsOf({ content: join(network, sharedName), feeds }),
  };
  const progress = createProgress(process.stderr);
  const results: Result[] = [];
  await deal(names, task, (result) => {
    results.push(result);
    progress.show(`${count(results.length)} of ${countOf(names.length, 'paper')}`);
  });
  progress.clear();
  if (!isCheck) {
    // Another shard may be filling it.
    removeOld(store, day);
    removeOldManifests(join(cache, 'builds'));
    save();
  }

  const failed = results.flatMap((result) => ('message' in result ? result : []));
  const reports = results.flatMap((result) => ('report' in result ? result : []));
  const good = reports.filter(({ report }) => report.written);
  const papers = { good: good.length, same: good.filter(({ report }) => report.isSame).length };
  const verb = isCheck ? 'checked' : 'built';
  const { written, ...sum } = sumOf(good);
  const found = reports.flatMap(({ name, report }) => report.problems.map((problem) => ({ name, problem })));
  const areDistinct = problems.every(({ severity }) => severity === 'warning');
  const all = {
    ...sum,
    // A shard may have no papers.
    written: good.length > 0 || (names.length === 0 && areDistinct) ? written : undefined,
    problems: sortProblems([...problems, ...onceIfShared(found, network, reports.length)]),
  };
  printReport(all, { ...flags, content: network }, performance.now() - begun, verb, { papers, failed });
  for (const { name, message } of failed)
    process.stderr.write(`${paintFor(process.stderr)('red', 'error')} ${printable(`${name}: ${message}`)}\n`);
  const inShard = shard ? ` in shard ${shard.number}/${shard.of}` : '';
  if (flags.format !== 'json')
    process.stdout.write(
      `${countOf(names.length, 'paper')}${inShard}: ${count(papers.good)} ${verb}, ${count(papers.same)} of them as before\n`,
    );
  const isGood = good.length === names.length && areDistinct;
  if (!isGood) process.exitCode = Math.max(exitCodes.problems, ...failed.map(({ code }) => code));
}

/** Completes what a killed build left undone. The folder of all sites is listed once, and not for each of them. */
function recoverAll(out: string, names: ReadonlySet<string>) {
  const entries = existsSync(out) ? readdirSync(out) : [];
  const left = entries.flatMap((name) => /^\.(.+)\.next\./.exec(name)?.[1] ?? []);
  for (const name of new Set(left)) if (names.has(name)) recover(join(out, name));
}

/** A worker takes about as long to start, and to compile its code, as it does to build so many papers. */
const papersPerWorker = 4;

/** Deals the papers to workers, the next one to each that is ready. */
async function deal(names: readonly string[], task: WorkerTask, onResult: (result: Result) => void) {
  const idle: Worker[] = [];
  const start = () =>
    new Worker(join(bundleFolder(), 'load.cjs'), { argv: ['network-worker'], workerData: task });
  async function tryTo(name: string): Promise<PaperResult> {
    const worker = idle.pop() ?? start();
    try {
      const result = await build(worker, name);
      idle.push(worker);
      return result;
    } catch (error) {
      return { message: `Its worker ended early: ${error}`, code: exitCodes.environment };
    }
  }
  const workers = Math.min(availableParallelism(), Math.ceil(names.length / papersPerWorker));
  const inPool = pLimit(Math.max(1, workers));
  await Promise.all(names.map((name) => inPool(async () => onResult({ name, ...(await tryTo(name)) }))));
  await Promise.all(idle.map((worker) => worker.terminate()));
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

function sumOf(reports: readonly Reported[]): Omit<BuildReport, 'problems'> {
  const sum = (countIn: (report: BuildReport) => number | undefined) =>
    reports.reduce((total, { report }) => total + (countIn(report) ?? 0), 0);
  const [next] = reports
    .flatMap(({ report }) => report.leftOut.next ?? [])
    .sort((a, b) => Date.parse(a.iso) - Date.parse(b.iso));
  const stages = new Set(reports.flatMap(({ report }) => Object.keys(report.timings)));
  const written = {
    files: sum(({ written }) => written?.files),
    bytes: sum(({ written }) => written?.bytes),
    unchanged: sum(({ written }) => written?.unchanged),
    removed: reports.flatMap(
      ({ name, report }) => report.written?.removed?.map((path) => `${name}/${path}`) ?? [],
    ),
  };
  return {
    pages: sum(({ pages }) => pages),
    posts: sum(({ posts }) => posts),
    leftOut: {
      drafts: sum(({ leftOut }) => leftOut.drafts),
      toCome: sum(({ leftOut }) => leftOut.toCome),
      ...(next && { next }),
    },
    imported: sumOfImported(reports.flatMap(({ report }) => report.imported ?? [])),
    timings: Object.fromEntries([...stages].map((stage) => [stage, sum(({ timings }) => timings[stage])])),
    written,
  };
}
