import type { PullFlags } from '../terminal/flags.ts';
import { feedsOfHost, type NamedFeeds, namedFeeds, pullFeeds } from '../terminal/pull-feeds.ts';
import { printPullReport, printSavedFeeds } from '../terminal/pull-report.ts';

/** `pull`: requests the feeds that the content names, or that of all papers of a network, and saves their headlines for the next build. */
export async function pull(flags: PullFlags): Promise<void> {
  const { network, shard } = flags;
  if (network === undefined) return pullNamed(namedFeeds(flags.content), flags);
  const { feedsOfNetwork } = await import('../network/named-feeds.ts');
  return pullNamed(feedsOfNetwork(network, shard), { ...flags, content: network });
}

async function pullNamed(named: NamedFeeds, flags: PullFlags): Promise<void> {
  const chosen = feedsOfHost(named.feeds, flags.only);
  if (flags.list) {
    printSavedFeeds(chosen, flags);
    return;
  }
  const start = performance.now();
  const reports = await pullFeeds(flags, named, chosen);
  printPullReport(reports, named, chosen, flags, performance.now() - start);
}
