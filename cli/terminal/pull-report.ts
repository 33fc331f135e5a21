import type { PlacedFeedBlock } from '../checks/feed-blocks.ts';
import type { FeedReport } from '../feeds/pull.ts';
import { defaultFeedsFolder, readSnapshot, readStates } from '../feeds/snapshots.ts';
import { printable } from '../lib/printable.ts';
import { placeAt } from '../problems/locate.ts';
import { printGithub, printJson, printPretty, summarize } from '../problems/print.ts';
import { type Problem, problemAt, type Rule, sortProblems } from '../problems/problem.ts';
import { exitCodes } from './exit-codes.ts';
import type { PullFlags } from './flags.ts';
import { count, countOf, duration, paintFor, writeResult } from './log.ts';
import type { NamedFeed, NamedFeeds } from './pull-feeds.ts';
import { contentLines } from './report.ts';

/** How many feeds a pull asked, and how they answered. */
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

/** Prints what a pull found of the feeds in `chosen`, which `reports` follow in order, and sets the exit code. */
export function printPullReport(
  reports: readonly FeedReport[],
  { problems: contentProblems }: NamedFeeds,
  chosen: readonly NamedFeed[],
  { content, format }: Pick<PullFlags, 'content' | 'format'>,
  milliseconds: number,
) {
  const counts = countsOf(reports);
  const allFailed = counts.feeds > 0 && counts.failed === counts.feeds;
  const warnings = chosen.flatMap((feed, i) => warningsOf(feed, reports[i]));
  const problems = sortProblems([...contentProblems, ...warnings]);

  if (contentProblems.some(({ severity }) => severity === 'error')) process.exitCode = exitCodes.problems;
  else if (allFailed) process.exitCode = exitCodes.environment;

  if (format === 'json') {
    writeResult(printJson(problems, { ...counts, milliseconds: Math.round(milliseconds) }));
    return;
  }
  const paint = paintFor(process.stderr);
  // Without a network all feeds fail for the same reason, and one line for all is enough.
  const shown = allFailed ? problems.filter(({ rule }) => rule !== 'feed-failed') : problems;
  if (format === 'github') writeResult(printGithub(problems));
  else if (shown.length > 0)
    process.stderr.write(`${printPretty(shown, contentLines(content), paint)}\n${summarize(shown)}\n`);
  if (allFailed) {
    const which =
      counts.feeds === 1 ? 'the feed could not' : `none of the ${count(counts.feeds)} feeds could`;
    process.stderr.write(`${paint('red', 'error')} ${which} be read: ${printable(mainReason(reports))}\n`);
    return;
  }
  const parts = [
    `${count(counts.new)} with new headlines`,
    `${count(counts.same)} unchanged`,
    counts.notDue > 0 && `${count(counts.notDue)} not due yet`,
    counts.failed > 0 && `${count(counts.failed)} failed`,
  ].filter(Boolean);
  process.stdout.write(
    counts.feeds === 0
      ? 'content names no feeds\n'
      : `pulled ${countOf(counts.feeds, 'feed')} in ${duration(milliseconds)}: ${parts.join(', ')}\n`,
  );
}

/** One line on a pull of at least one feed, for `start`: how many could be read, and why the others could not. */
export function summarizePull(reports: readonly FeedReport[]): string {
  const { feeds, failed } = countsOf(reports);
  const reason = mainReason(reports);
  if (failed === feeds) return `no feed could be read (${reason}), so boards show what is at hand`;
  const read = `${count(feeds - failed)} of ${countOf(feeds, 'feed')} read`;
  return failed === 0 ? read : `${read}; the others were not: ${reason}`;
}

/** Why most of the feeds that failed did. */
function mainReason(reports: readonly FeedReport[]): string {
  const reasons = reports.flatMap(({ outcome, reason = '' }) => (outcome === 'failed' ? [reason] : []));
  const times = (reason: string) => reasons.filter((other) => other === reason).length;
  return [...reasons].sort((a, b) => times(b) - times(a))[0] ?? '';
}

/** What is wrong with a feed, at the first place that names it. */
function warningsOf({ blocks }: NamedFeed, found: FeedReport | undefined): Problem[] {
  const [first, ...others] = blocks;
  if (!found || !first) return [];
  const placeOf = ({ source, path }: PlacedFeedBlock) => placeAt(source, [...path, 'rssUrl']);
  const related = others.map((block) => ({ ...placeOf(block), message: 'Also named here' }));
  const warning = (rule: Rule, message: string, hint: string, suggestion?: string) => {
    const details = { rule, severity: 'warning', message, hint: hint || undefined, suggestion } as const;
    return problemAt(placeOf(first), { ...details, ...(related.length > 0 && { related }) });
  };
  const name = first.block.feedTitle;
  const kept = found.items > 0 ? `The ${countOf(found.items, 'headline')} read before stay on the page.` : '';

  if (found.outcome === 'failed' && found.gone) {
    const hint = `Name another feed here. ${kept}`.trim();
    return [warning('feed-gone', `The feed of ${name} is gone for good, its server says.`, hint)];
  }
  const warnings: Problem[] = [];
  if (found.movedTo !== undefined) {
    const hint = 'Write the new address here; the old one may stop working.';
    warnings.push(warning('feed-moved', `The feed of ${name} has moved to \`${found.movedTo}\`.`, hint));
  }
  if (found.outcome !== 'failed') return warnings;
  if (found.alternates) {
    const [suggestion, ...more] = found.alternates;
    const hint =
      more.length > 0 ? `The page also names ${more.map((url) => `\`${url}\``).join(', ')}.` : kept;
    const message = 'This is the address of a web page, not of a feed.';
    warnings.push(warning('not-a-feed', message, hint, suggestion));
  } else {
    const message = `The feed of ${name} could not be read: ${found.reason ?? 'it failed'}.`;
    warnings.push(warning('feed-failed', message, kept));
  }
  return warnings;
}

/** Prints a table of the headlines that were pulled before. */
export function printFeedTable(chosen: readonly NamedFeed[], { content, feeds, format }: PullFlags) {
  const folder = feeds ?? defaultFeedsFolder(content);
  const states = readStates(folder);
  const rows = chosen.map(({ url }) => {
    const state = states[url];
    const snapshot = readSnapshot(folder, url);
    return {
      url,
      checked: state?.checked ?? snapshot?.read,
      items: snapshot?.items.length ?? 0,
      answer: state?.answer ?? 'never asked',
      retryAfter: state?.retryAfter,
    };
  });
  if (format === 'json') {
    writeResult(printJson([], { feeds: rows }));
    return;
  }
  const table = [
    { read: 'read', items: 'headlines', answer: 'last answer', url: 'feed' },
    ...rows.map(({ url, checked, items, answer }) => ({
      read: checked ? ageOf(checked) : 'never',
      items: String(items),
      answer: printable(answer),
      url,
    })),
  ];
  const widthOf = (column: 'read' | 'items' | 'answer') =>
    Math.max(...table.map((row) => row[column].length));
  const [read, items, answer] = [widthOf('read'), widthOf('items'), widthOf('answer')];
  for (const row of table)
    process.stdout.write(
      `${row.read.padStart(read)}  ${row.items.padStart(items)}  ${row.answer.padEnd(answer)}  ${row.url}\n`,
    );
}

/** `12 min`, `5 h`, `3 d`. */
function ageOf(iso: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - new Date(iso).getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60 / 24)} d`;
}
