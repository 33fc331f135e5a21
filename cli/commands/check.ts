import { dirname, resolve } from 'node:path';
import { printable } from '../lib/printable.ts';
import { ExitError, exitCodes } from '../terminal/exit-codes.ts';
import type { CheckFlags } from '../terminal/flags.ts';
import { paintFor } from '../terminal/log.ts';
import { archiveIssue } from '../terminal/own-archive.ts';
import { publishedSince } from '../terminal/published-since.ts';
import { runBuild } from '../terminal/run-build.ts';
import { fixContent } from './check/fix-content.ts';

/**
 * `check`: all that `build` does, but no site is written; with `fix`, content files are changed first. With `since` it also reports the
 * addresses of that commit that would be gone.
 */
export async function check(flags: CheckFlags): Promise<void> {
  if (flags.network !== undefined) return checkNetwork(flags.network, flags);
  const before = flags.since === undefined ? undefined : publishedSince(flags.content, flags.since);
  if (flags.dryRun && !flags.fix)
    throw new ExitError(exitCodes.usage, '`--dry-run` shows what `--fix` would change; write both.');
  const issue = archiveIssue(dirname(resolve(flags.content)));
  if (issue) process.stderr.write(`${paintFor(process.stderr)('yellow', 'warning')} ${printable(issue)}\n`);
  const more = flags.fix ? { fixed: await fixContent(flags) } : {};
  await runBuild(flags, { isCheck: true, before, more });
}

async function checkNetwork(network: string, flags: CheckFlags): Promise<void> {
  if (flags.fix || flags.since !== undefined)
    throw new ExitError(exitCodes.usage, '`--fix` and `--since` are for one paper: name it with --content.');
  const { buildNetwork } = await import('../network/build-papers.ts');
  return buildNetwork(network, flags, true);
}
