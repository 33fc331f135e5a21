import type { PlacedFeedBlock } from '../../checks/described-files.ts';
import { readSnapshot } from '../../headlines/snapshots.ts';
import { count, countOf } from '../../lib/counts.ts';
import { exitCodes } from '../../lib/errors.ts';
import { printable } from '../../lib/printable.ts';
import type { Spot } from '../../problems/locate.ts';
import { printGithub, printJson, printPretty, summarize } from '../../problems/print.ts';
import { type Problem, placed, problem, sortProblems } from '../../problems/problem.ts';
import { feedsFolder } from '../terminal/flags.ts';
import { duration, paintFor, writeResult } from '../terminal/log.ts';
import { contentLines } from '../terminal/report.ts';
import type { FeedReport } from './pull.ts';
import type { NamedFeed, NamedFeeds, PullFlags } from './pull-feeds.ts';

function countsOf(reports: readonly FeedReport[]) {
  const of = (outcome: FeedReport['outcome']) => reports.filter((feed) => feed.outcome === outcome).length;
  const [isNew, same, notDue, failed] = [of('new'), of('same'), of('not-due'), of('failed')];
  return { feeds: reports.length, new: isNew, same, notDue, failed };
}

/** A pull in one line; if all feeds failed, why the first one did. */
export function summarizePull(reports: readonly FeedReport[], milliseconds: number): string {
  const { feeds, same, notDue, failed, ...counts } = countsOf(reports);
  if (feeds === 0) return 'content names no feeds';
  if (failed === feeds) {
    const which = feeds === 1 ? 'the feed could not' : `none of the ${count(feeds)} feeds could`;
    return `${which} be read: ${printable(reports[0]?.reason ?? '')}`;
  }
  const rest = `${notDue ? `, ${count(notDue)} not due yet` : ''}${failed ? `, ${count(failed)} failed` : ''}`;
  const time = duration(milliseconds);
  return `pulled ${countOf(feeds, 'feed')} in ${time}: ${count(counts.new)} with new headlines, ${count(same)} unchanged${rest}`;
}

/** Prints the result of a pull of the feeds in `chosen`, whose `reports` are in the same order, and sets the exit code. */
export function printPullReport(
  reports: readonly FeedReport[],
  { problems: contentProblems }: NamedFeeds,
  chosen: readonly NamedFeed[],
  { content, format }: Pick<PullFlags, 'content' | 'format'>,
  milliseconds: number,
) {
  const allFailed = reports.length > 0 && reports.every(({ outcome }) => outcome === 'failed');
  const warnings = chosen.flatMap((feed, i) => {
    const ofFeed = warningOf(feed, reports[i]).map(placed);
    return feed.traced?.(ofFeed) ?? ofFeed;
  });
  const problems = sortProblems([...contentProblems, ...warnings]);
  if (contentProblems.some(({ severity }) => severity === 'error')) process.exitCode = exitCodes.problems;
  else if (allFailed) process.exitCode = exitCodes.environment;

  if (format === 'json')
    return writeResult(printJson(problems, { ...countsOf(reports), milliseconds: Math.round(milliseconds) }));
  const paint = paintFor(process.stderr);
  // Without a network all feeds fail for the same reason, and one line for all is enough.
  const shown = allFailed ? problems.filter(({ rule }) => rule !== 'feed-failed') : problems;
  if (format === 'github') writeResult(printGithub(problems));
  else if (shown.length > 0)
    process.stderr.write(`${printPretty(shown, contentLines(content), paint)}\n${summarize(shown)}\n`);
  const summary = summarizePull(reports, milliseconds);
  if (allFailed) process.stderr.write(`${paint('red', 'error')} ${summary}\n`);
  else process.stdout.write(`${summary}\n`);
}

/** What is wrong with a feed, at the first place that names it. */
function warningOf({ blocks }: NamedFeed, report: FeedReport | undefined): Problem[] {
  const [first, ...others] = blocks;
  if (report?.outcome !== 'failed' || !first) return [];
  const spotOf = ({ source, path }: PlacedFeedBlock): Spot => ({ source, at: [...path, 'rssUrl'] });
  const { source, at } = spotOf(first);
  const { items, alternates, reason } = report;
  const message = alternates
    ? 'This is the address of a web page, not of a feed.'
    : `The feed of ${first.block.feedTitle} could not be read: ${reason}.`;
  const rule = alternates ? 'not-a-feed' : 'feed-failed';
  const hint = items > 0 ? `The ${countOf(items, 'headline')} read before stay on the page.` : undefined;
  const related = others.map((block) => ({ ...spotOf(block), message: 'Also named here' }));
  const [suggestion] = alternates ?? [];
  return [problem(source, at, { rule, severity: 'warning', message, hint, suggestion, related })];
}

export function printSavedFeeds(chosen: readonly NamedFeed[], flags: PullFlags) {
  const folder = feedsFolder(flags);
  const rows = chosen.map(({ url }) => {
    const { request, read, items = [] } = readSnapshot(folder, url) ?? {};
    const answer = request?.answer ?? 'never requested';
    return { url, checked: request?.checked ?? read, items: items.length, answer, retryAt: request?.retryAt };
  });
  if (flags.format === 'json') return writeResult(printJson([], { feeds: rows }));
  for (const { url, checked, items, answer } of rows) {
    const read = `${countOf(items, 'headline')}, ${checked ? `read ${checked}` : 'never read'}`;
    process.stdout.write(`${url}\n  ${read}; last answer: ${printable(answer)}\n`);
  }
}
