import { ExitError, exitCodes } from '../terminal/exit-codes.ts';
import { fixContent } from '../terminal/fix-content.ts';
import type { CheckFlags } from '../terminal/flags.ts';
import { publishedSince } from '../terminal/published-since.ts';
import { runBuild } from '../terminal/run-build.ts';

/**
 * `check`: all that `build` does, but no site is written; with `fix`, content files are changed first. With `since` it also reports the
 * addresses of that commit that would be gone.
 */
export async function check(flags: CheckFlags): Promise<void> {
  const before = flags.since === undefined ? undefined : publishedSince(flags.content, flags.since);
  if (flags.dryRun && !flags.fix)
    throw new ExitError(exitCodes.usage, '`--dry-run` shows what `--fix` would change; write both.');
  const more = flags.fix ? { fixed: await fixed(flags) } : {};
  await runBuild(flags, { isCheck: true, before, more });
}

/** What was fixed. Only here is the converter of imports loaded for a check. */
async function fixed(flags: CheckFlags) {
  const { certainMarkdown } = await import('../import/certain-markdown.ts');
  return fixContent(flags, certainMarkdown);
}
