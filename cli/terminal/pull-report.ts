import type { PlacedFeedBlock } from '../checks/feed-blocks.ts';
import type { FeedReport } from '../feeds/pull.ts';
import { readSnapshot } from '../feeds/snapshots.ts';
import { printable } from '../lib/printable.ts';
import type { Spot } from '../problems/locate.ts';
import { printGithub, printJson, printPretty, summarize } from '../problems/print.ts';
import { type Problem, placed, problem, type Rule, sortProblems } from '../problems/problem.ts';
import { exitCodes } from './exit-codes.ts';
import type { PullFlags } from './flags.ts';
import { feedsFolder } from './folders.ts';
import { count, countOf, duration, paintFor, writeResult } from './log.ts';
import type { NamedFeed, NamedFeeds } from './pull-feeds.ts';
import { contentLines } from './report.ts';

/** How many feeds a pull requested, and how they answered. */
function countsOf(reports: readonly FeedReport[]) {
  const of = (outcome: FeedReport['outcome']) => reports.filter((feed) => feed.outcome === outcome).length;
  return {
    feeds: reports.length,
    new: of('new'),
    same: of('same'),
    notDue: of('not-due'),
    failed: of('failed'),
  };
}

const haveAllFailed = (reports: readonly FeedReport[]): boolean =>
  reports.length > 0 && reports.every(({ outcome }) => outcome === 'failed');

/** A pull in one line; if all feeds failed, why the first one did. */
export function summarizePull(reports: readonly FeedReport[], milliseconds: number): string {
  const counts = countsOf(reports);
  if (counts.feeds === 0) return 'content names no feeds';
  if (haveAllFailed(reports)) {
    const which =
      counts.feeds === 1 ? 'the feed could not' : `none of the ${count(counts.feeds)} feeds could`;
    return `${which} be read: ${printable(reports[0]?.reason ?? '')}`;
  }
  const parts = [
    `${count(counts.new)} with new headlines`,
    `${count(counts.same)} unchanged`,
    counts.notDue > 0 && `${count(counts.notDue)} not due yet`,
    counts.failed > 0 && `${count(counts.failed)} failed`,
  ].filter(Boolean);
  return `pulled ${countOf(counts.feeds, 'feed')} in ${duration(milliseconds)}: ${parts.join(', ')}`;
}

/** Prints the result of a pull of the feeds in `chosen`, whose `reports` are in the same order, and sets the exit code. */
export function printPullReport(
  reports: readonly FeedReport[],
  { problems: contentProblems }: NamedFeeds,
  chosen: readonly NamedFeed[],
  { content, format }: Pick<PullFlags, 'content' | 'format'>,
  milliseconds: number,
) {
  const allFailed = haveAllFailed(reports);
  const warnings = chosen.flatMap((feed, i) => {
    const ofFeed = warningsOf(feed, reports[i]).map(placed);
    return feed.traced?.(ofFeed) ?? ofFeed;
  });
  const problems = sortProblems([...contentProblems, ...warnings]);
  if (contentProblems.some(({ severity }) => severity === 'error')) process.exitCode = exitCodes.problems;
  else if (allFailed) process.exitCode = exitCodes.environment;

  if (format === 'json') {
    writeResult(printJson(problems, { ...countsOf(reports), milliseconds: Math.round(milliseconds) }));
    return;
  }
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
function warningsOf({ blocks }: NamedFeed, found: FeedReport | undefined): Problem[] {
  const [first, ...others] = blocks;
  if (!found || !first) return [];
  const spotOf = ({ source, path }: PlacedFeedBlock): Spot => ({ source, at: [...path, 'rssUrl'] });
  const { source, at } = spotOf(first);
  const related = others.map((block) => ({ ...spotOf(block), message: 'Also named here' }));
  const warning = (rule: Rule, message: string, hint: string, suggestion?: string) =>
    problem(source, at, { rule, severity: 'warning', message, hint: hint || undefined, suggestion, related });
  const { outcome, items, movedTo, gone, alternates, reason } = found;
  const name = first.block.feedTitle;
  const kept = items > 0 ? `The ${countOf(items, 'headline')} read before stay on the page.` : '';

  if (gone) {
    const hint = `Name another feed here. ${kept}`.trim();
    return [warning('feed-gone', `The feed of ${name} is gone for good, its server says.`, hint)];
  }
  const warnings: Problem[] = [];
  if (movedTo !== undefined) {
    const hint = 'Write the new address here; the old one may stop working.';
    warnings.push(warning('feed-moved', `The feed of ${name} has moved to \`${movedTo}\`.`, hint));
  }
  if (alternates) {
    const [suggestion, ...more] = alternates;
    const others = `The page also names ${more.map((url) => `\`${url}\``).join(', ')}.`;
    const message = 'This is the address of a web page, not of a feed.';
    warnings.push(warning('not-a-feed', message, more.length > 0 ? others : kept, suggestion));
  } else if (outcome === 'failed') {
    const message = `The feed of ${name} could not be read: ${reason ?? 'it failed'}.`;
    warnings.push(warning('feed-failed', message, kept));
  }
  return warnings;
}

/** Prints which headlines are saved, and how the last request for each feed ended. */
export function printSavedFeeds(chosen: readonly NamedFeed[], flags: PullFlags) {
  const folder = feedsFolder(flags);
  const rows = chosen.map(({ url }) => {
    const { request, read, items = [] } = readSnapshot(folder, url) ?? {};
    const { checked = read, answer = 'never requested', retryAfter } = request ?? {};
    return { url, checked, items: items.length, answer, retryAfter };
  });
  if (flags.format === 'json') {
    writeResult(printJson([], { feeds: rows }));
    return;
  }
  for (const { url, checked, items, answer } of rows) {
    const read = checked ? `read ${checked}` : 'never read';
    process.stdout.write(
      `${url}\n  ${countOf(items, 'headline')}, ${read}; last answer: ${printable(answer)}\n`,
    );
  }
}
