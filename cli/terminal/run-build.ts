import type { PublishedBefore } from '../checks/gone-addresses.ts';
import { type BuildReport, buildSite } from '../pipeline/build-site.ts';
import { createCountingWriter, createWriter } from '../pipeline/write.ts';
import { buildInput } from './build-input.ts';
import { exitCodes } from './exit-codes.ts';
import type { BuildFlags } from './flags.ts';
import { createProgress } from './log.ts';
import { printReport } from './report.ts';

/** Builds the site into the output folder, or writes nothing (`check`); prints progress and a report, and sets the exit code. */
export async function runBuild(
  flags: BuildFlags,
  {
    isCheck = false,
    before,
    more,
  }: {
    readonly isCheck?: boolean;
    readonly before?: PublishedBefore | undefined;
    /** Goes into a report as JSON. */
    readonly more?: Readonly<Record<string, unknown>>;
  } = {},
): Promise<void> {
  const start = performance.now();
  const progress = createProgress(process.stderr);
  const { out, content, force } = flags;
  let report: BuildReport;
  try {
    report = await buildSite(
      {
        ...buildInput(flags),
        before,
        onPicture: (path) => progress.show(`making ${path}`),
        onPage: (done, all) => progress.show(`${done} of ${all} pages`),
      },
      () => (isCheck ? createCountingWriter() : createWriter(out, [content], { force })),
    );
  } finally {
    progress.clear();
  }
  printReport(report, flags, performance.now() - start, isCheck ? 'checked' : 'built', more);
  if (!report.written) process.exitCode = exitCodes.problems;
}
