import type { Command } from 'commander';
import type { PullFlags } from './pull/pull-feeds.ts';
import { contentOption, examples, feedsOption, formatOption, forNetworks } from './terminal/options.ts';

/** How long all requests may take, in milliseconds; feeds that were not read by then are due at the next pull. */
const maxWait = 5 * 60_000;

export function addPull(program: Command): void {
  forNetworks(program.command('pull'))
    .description('requests the feeds that content names, and saves their headlines for the next build')
    .addOption(contentOption)
    .addOption(feedsOption)
    .option('--force', 'also requests feeds that are not due yet', false)
    .option('--only <host>', 'requests the feeds of one host')
    .option('--list', 'shows the headlines that were pulled before, and requests nothing', false)
    .option('--allow-private', 'also allows hosts in private networks, such as the newsroom’s own', false)
    .addOption(formatOption)
    .addHelpText('after', examples('pull', 'pull -- --only feeds.example.com --force'))
    .action(pull);
}

async function pull({ network, shard, ...own }: PullFlags): Promise<void> {
  const { feedsOfHost, namedFeeds, pullFeeds } = await import('./pull/pull-feeds.ts');
  const { printPullReport, printSavedFeeds } = await import('./pull/pull-report.ts');
  const flags = { ...own, content: network ?? own.content };
  const named =
    network === undefined
      ? namedFeeds(flags.content)
      : (await import('./network/named-feeds.ts')).feedsOfNetwork(network, shard);
  const chosen = feedsOfHost(named.feeds, flags.only);
  if (flags.list) return printSavedFeeds(chosen, flags);
  const start = performance.now();
  const reports = await pullFeeds(flags, named.site, chosen, maxWait);
  printPullReport(reports, named, chosen, flags, performance.now() - start);
}
