import { join } from 'node:path';
import { bundleFolder } from '../bundle.ts';
import { type BuildReport, buildSite, type PrepareFinishing } from '../pipeline/build-site.ts';
import { finishHere } from '../pipeline/finish.ts';
import { type FinishPlace, startFinishThread } from '../pipeline/finish-thread.ts';
import { createCountingWriter, createWriter } from '../pipeline/write.ts';
import { buildInput } from './build-input.ts';
import { exitCodes } from './exit-codes.ts';
import type { BuildFlags } from './flags.ts';
import { createProgress } from './log.ts';
import { printReport } from './report.ts';

/** From this many content files on, a thread of its own for finished pages costs less than it saves. */
const threadedFrom = 500;

/** Builds the site with progress and a report, and sets the exit code. Without `place.out` nothing is written. */
export async function runBuild(flags: BuildFlags, place: FinishPlace): Promise<void> {
  const start = performance.now();
  const progress = createProgress(process.stderr);
  const input = buildInput(flags);
  const openWriter = () =>
    place.out === undefined ? createCountingWriter() : createWriter(place.out, place.protect, place);
  const prepare: PrepareFinishing = (files) =>
    files < threadedFrom
      ? finishHere(openWriter)
      : startFinishThread(join(bundleFolder(), 'finish-thread.js'), place);
  let report: BuildReport;
  try {
    report = await buildSite(
      { ...input, onPage: (done, all) => progress.show(`${done} of ${all} pages`) },
      prepare,
    );
  } finally {
    progress.clear();
  }
  printReport(report, flags, performance.now() - start, place.out === undefined ? 'checked' : 'built');
  if (!report.written) process.exitCode = exitCodes.problems;
}

/** Builds the site into the output folder. */
export const buildIntoOutput = (flags: BuildFlags): Promise<void> =>
  runBuild(flags, { out: flags.out, protect: [flags.content], force: flags.force });
