import { openContentFolder } from '../../content/content-folder.ts';
import { exitCodes } from '../../lib/errors.ts';
import type { BuildReport } from '../../pipeline/build-site.ts';
import { requireReplaceable } from '../../site/site-folder.ts';
import { recover } from '../../site/swap.ts';
import { type BuildFlags, type PaperFlags, protectedFolders, requireFolders } from '../terminal/flags.ts';
import { printReport } from '../terminal/report.ts';
import type { FindOptions } from './build-whole.ts';
import { isWhole, readLastBuild, sameFindings, sizeOf, startOf, surroundingsOf } from './last-build.ts';

type RunOptions = FindOptions & {
  /** Goes into a report as JSON. */
  readonly more?: Readonly<Record<string, unknown>>;
};

/** Builds the site into the output folder, or only checks it (`check`); prints progress and a report, and sets the exit code. */
export async function runBuild(flags: BuildFlags, options: RunOptions = {}): Promise<void> {
  const begun = performance.now();
  const report = await findings(flags, options);
  const verb = options.isCheck ? 'checked' : 'built';
  printReport(report, flags, performance.now() - begun, verb, options.more);
  if (!report.written) process.exitCode = exitCodes.problems;
}

/** The same without a report on the terminal. If nothing has changed since the last build, no stage is loaded. */
export async function findings(flags: PaperFlags, options: FindOptions): Promise<BuildReport> {
  const { isCheck, before, network } = options;
  const begun = performance.now();
  if (!isCheck && !network) recover(flags.out);
  requireFolders(flags);
  const folder = network?.folder ?? openContentFolder(flags.content);
  const start = startOf(flags, folder, network?.surroundings ?? surroundingsOf(flags));
  const manifest = readLastBuild(flags, start);
  const read = performance.now() - begun;
  const same = manifest && !before ? sameFindings(manifest, start) : undefined;
  if (manifest && same && (isCheck || isWhole(manifest, flags.out))) {
    const size = sizeOf(manifest);
    const written = { ...size, unchanged: isCheck ? 0 : size.files };
    return { ...same, written, timings: { read }, isSame: true };
  }
  // Refused before the stages take their time; the writer checks again.
  if (!isCheck && !manifest?.outputs.size)
    requireReplaceable(flags.out, protectedFolders(flags), flags.force);
  const { buildWhole } = await import('./build-whole.ts');
  return buildWhole(flags, { ...options, folder, start, manifest });
}
