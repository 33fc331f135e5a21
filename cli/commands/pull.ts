import type { PullFlags } from '../terminal/flags.ts';
import { feedsOfHost, namedFeeds, pullFeeds } from '../terminal/pull-feeds.ts';
import { printPullReport, printSavedFeeds } from '../terminal/pull-report.ts';

/** `pull`: requests the feeds that content names, and saves their headlines for the next build. */
export async function pull(flags: PullFlags): Promise<void> {
  const named = namedFeeds(flags.content);
  const chosen = feedsOfHost(named.feeds, flags.only);
  if (flags.list) {
    printSavedFeeds(chosen, flags);
    return;
  }
  const start = performance.now();
  const reports = await pullFeeds(flags, named, chosen);
  printPullReport(reports, named, chosen, flags, performance.now() - start);
  // A pending DNS lookup would keep the process alive.
  setTimeout(() => process.exit(), 200).unref();
}
