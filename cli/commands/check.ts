import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { usageError } from '../lib/errors.ts';
import { printable } from '../lib/printable.ts';
import type { BuildFlags } from './terminal/flags.ts';
import { paintFor } from './terminal/log.ts';
import { building, examples, forNetworks } from './terminal/options.ts';

interface CheckFlags extends BuildFlags {
  readonly since?: string;
  readonly fix: boolean;
  readonly dryRun: boolean;
}

export function addCheck(program: Command): void {
  building(forNetworks(program.command('check')), 'dist')
    .description('does everything that build does, but writes no site')
    .option('--since <commit>', 'also reports addresses that a commit published and that would be gone')
    .option('--fix', 'first fixes what has one certain fix, and shows each change', false)
    .option('--dry-run', 'with --fix: only shows the changes', false)
    .addHelpText('after', examples('check --fix --dry-run', 'check -- --format github'))
    .action(check);
}

async function check(flags: CheckFlags): Promise<void> {
  const { content, network, since, fix, dryRun } = flags;
  if (network !== undefined) {
    if (fix || since !== undefined)
      throw usageError('`--fix` and `--since` are for one paper: name it with --content.');
    const { buildNetwork } = await import('./network/build-papers.ts');
    return buildNetwork(network, flags, true);
  }
  const { publishedSince } = await import('./check/published-since.ts');
  const before = since === undefined ? undefined : publishedSince(content, since);
  if (dryRun && !fix) throw usageError('`--dry-run` shows what `--fix` would change; write both.');
  const { archiveIssue } = await import('./init/project-files.ts');
  const issue = archiveIssue(dirname(resolve(content)));
  if (issue) process.stderr.write(`${paintFor(process.stderr)('yellow', 'warning')} ${printable(issue)}\n`);
  const more = fix ? { fixed: await (await import('./check/fix.ts')).fixContent(flags) } : {};
  const { runBuild } = await import('./run/run-build.ts');
  await runBuild(flags, { isCheck: true, before, more });
}
