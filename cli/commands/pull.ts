import packageJson from '../../package.json' with { type: 'json' };
import { feedBlocksOf, type PlacedFeedBlock } from '../checks/feed-blocks.ts';
import { type FeedClient, openClient } from '../feeds/feed-client.ts';
import { type FeedReport, pull } from '../feeds/pull.ts';
import { defaultFeedsFolder, feedKey, readSnapshot, readStates } from '../feeds/snapshots.ts';
import { printable } from '../lib/printable.ts';
import type { Records } from '../model.ts';
import { parse } from '../pipeline/parse.ts';
import { read } from '../pipeline/read.ts';
import { placeAt } from '../problems/locate.ts';
import { printGithub, printJson, printPretty, summarize } from '../problems/print.ts';
import { type Problem, problemAt, sortProblems } from '../problems/problem.ts';
import { ExitError, exitCodes } from '../terminal/exit-codes.ts';
import type { PullFlags } from '../terminal/flags.ts';
import { count, countOf, createProgress, duration, paintFor, writeResult } from '../terminal/log.ts';
import { contentLines, requireContent, shownPath } from './build.ts';

/** A feed that content names, and every place that does. */
interface NamedFeed {
  readonly url: string;
  readonly blocks: readonly [PlacedFeedBlock, ...PlacedFeedBlock[]];
}

/** What content says of feeds, and what is wrong with the files that say it. */
interface NamedFeeds {
  readonly feeds: readonly NamedFeed[];
  readonly site: Records['site'];
  readonly problems: readonly Problem[];
}

/** `pull`: asks every feed that content names for its headlines, and keeps them for the next build. */
export async function pullCommand(flags: PullFlags): Promise<void> {
  const named = namedFeeds(flags.content);
  const wanted = feedsOfHost(named.feeds, flags.only);
  if (flags.list) {
    list(wanted, flags);
    return;
  }
  const start = performance.now();
  const { reports, proxied } = await pullFeeds(flags, named, wanted);
  if (proxied && flags.format === 'pretty')
    process.stderr.write('a proxy is set in the environment: which hosts may be reached is its decision\n');
  report(reports, named, wanted, flags, performance.now() - start);
  // A name that is still being looked up would keep the process for as long as that takes.
  setTimeout(() => process.exit(), 200).unref();
}

/**
 * The same for `start`: for at most `time` milliseconds, and nothing that goes wrong is more than the one line it says.
 */
export async function pullAtMost(time: number, flags: Pick<PullFlags, 'content' | 'feeds'>): Promise<string> {
  try {
    const named = namedFeeds(flags.content);
    if (named.feeds.length === 0) return 'headlines: content names no feeds';
    const signal = AbortSignal.timeout(time);
    const all = { ...flags, force: false, allowPrivate: false, list: false, format: 'pretty' } as const;
    const { reports } = await pullFeeds(all, named, named.feeds, signal);
    const reasons = reports.flatMap(({ outcome, reason = '' }) => (outcome === 'failed' ? [reason] : []));
    const reason = mostFrequent(reasons);
    if (reasons.length === reports.length)
      return `headlines: no feed could be read (${reason}), so boards show what is at hand`;
    const read = `headlines: ${count(reports.length - reasons.length)} of ${countOf(reports.length, 'feed')} read`;
    return reasons.length === 0 ? read : `${read}; the others were not: ${reason}`;
  } catch (error) {
    return `headlines: none were read (${error instanceof Error ? error.message : String(error)})`;
  }
}

function namedFeeds(content: string): NamedFeeds {
  requireContent(content);
  const sources = read(content, shownPath(content));
  const records = parse(sources.value);
  const byUrl = new Map<string, [PlacedFeedBlock, ...PlacedFeedBlock[]]>();
  const { pages, flaws } = records.value;
  for (const placed of feedBlocksOf(pages.filter(({ source }) => !flaws.has(source)))) {
    const url = feedKey(placed.block.rssUrl);
    const known = byUrl.get(url);
    if (known) known.push(placed);
    else byUrl.set(url, [placed]);
  }
  const shownAs = sources.value.shownAs;
  const names = (file: string) => file.startsWith(`${shownAs}/pages/`) || file === `${shownAs}/site.yaml`;
  const problems = [...sources.problems, ...records.problems].filter(({ file }) => names(file));
  return {
    feeds: [...byUrl].map(([url, blocks]) => ({ url, blocks })),
    site: records.value.site,
    problems: sortProblems(problems),
  };
}

function feedsOfHost(feeds: readonly NamedFeed[], host: string | undefined): readonly NamedFeed[] {
  if (host === undefined) return feeds;
  const hostOf = ({ url }: NamedFeed) => new URL(url).host;
  const found = feeds.filter((feed) => hostOf(feed) === host.toLowerCase());
  if (found.length > 0) return found;
  const hosts = [...new Set(feeds.map(hostOf))].sort();
  throw new ExitError(
    exitCodes.usage,
    `No feed of content is at \`${host}\`. ${hosts.length > 0 ? `There is: ${hosts.join(', ')}.` : 'Content names no feeds.'}`,
  );
}

async function pullFeeds(
  flags: PullFlags,
  { feeds, site }: NamedFeeds,
  wanted: readonly NamedFeed[],
  signal?: AbortSignal,
): Promise<{ readonly reports: readonly FeedReport[]; readonly proxied: boolean }> {
  const progress = createProgress(process.stderr);
  const client = connect(flags.allowPrivate);
  const address = site ? ` (+${site.data.baseUrl})` : '';
  try {
    const reports = await pull(
      wanted.map(({ url }) => url),
      {
        folder: flags.feeds ?? defaultFeedsFolder(flags.content),
        client,
        userAgent: `Galley/${packageJson.version}${address}`,
        force: flags.force,
        named: feeds.map(({ url }) => url),
        now: () => new Date(),
        ...(signal && { signal }),
        onFeed: (done, all) => progress.show(`${done} of ${all} feeds`),
      },
    );
    return { reports, proxied: client.proxied };
  } finally {
    progress.clear();
    await client.close();
  }
}

function connect(allowPrivate: boolean): FeedClient {
  try {
    return openClient({ allowPrivate });
  } catch {
    throw new ExitError(
      exitCodes.environment,
      'HTTP_PROXY or HTTPS_PROXY in the environment is not an address such as `http://proxy.example.com:3128`.',
    );
  }
}

function report(
  reports: readonly FeedReport[],
  { problems: contentProblems }: NamedFeeds,
  wanted: readonly NamedFeed[],
  flags: PullFlags,
  milliseconds: number,
) {
  const failed = reports.filter(({ outcome }) => outcome === 'failed');
  const allFailed = reports.length > 0 && failed.length === reports.length;
  const warnings = wanted.flatMap((feed, i) => warningsOf(feed, reports[i]));
  const problems = sortProblems([...contentProblems, ...warnings]);
  const counts = (outcome: FeedReport['outcome']) =>
    reports.filter((feed) => feed.outcome === outcome).length;

  if (contentProblems.some(({ severity }) => severity === 'error')) process.exitCode = exitCodes.problems;
  else if (allFailed) process.exitCode = exitCodes.environment;

  if (flags.format === 'json') {
    const summary = {
      feeds: reports.length,
      new: counts('new'),
      same: counts('same'),
      notDue: counts('not-due'),
      failed: failed.length,
      milliseconds: Math.round(milliseconds),
    };
    writeResult(printJson(problems, summary));
    return;
  }
  const paint = paintFor(process.stderr);
  if (flags.format === 'github') writeResult(printGithub(problems));
  else {
    // Without a network all fail alike, and one line says as much as a report of each.
    const shown = allFailed ? problems.filter(({ rule }) => rule !== 'feed-failed') : problems;
    if (shown.length > 0)
      process.stderr.write(`${printPretty(shown, contentLines(flags), paint)}\n${summarize(shown)}\n`);
  }
  if (allFailed) {
    const reason = mostFrequent(failed.map(({ reason = '' }) => reason));
    const which = reports.length === 1 ? 'the feed' : `none of the ${count(reports.length)} feeds`;
    process.stderr.write(
      `${paint('red', 'error')} ${which} could ${reports.length === 1 ? 'not ' : ''}be read: ${printable(reason)}\n`,
    );
    return;
  }
  const parts = [
    `${count(counts('new'))} with new headlines`,
    `${count(counts('same'))} unchanged`,
    counts('not-due') > 0 && `${count(counts('not-due'))} not due yet`,
    failed.length > 0 && `${count(failed.length)} failed`,
  ].filter(Boolean);
  process.stdout.write(
    reports.length === 0
      ? 'content names no feeds\n'
      : `pulled ${countOf(reports.length, 'feed')} in ${duration(milliseconds)}: ${parts.join(', ')}\n`,
  );
}

const mostFrequent = (words: readonly string[]): string => {
  const times = (word: string) => words.filter((other) => other === word).length;
  return [...words].sort((a, b) => times(b) - times(a))[0] ?? '';
};

/** What a pull has found out about a feed that somebody should know, at the place that names it. */
function warningsOf({ blocks }: NamedFeed, found: FeedReport | undefined): Problem[] {
  if (!found) return [];
  const [first, ...others] = blocks;
  const placeOf = ({ source, path }: PlacedFeedBlock) => placeAt(source, [...path, 'rssUrl']);
  const related = others.map((block) => ({ ...placeOf(block), message: 'Also named here' }));
  const warn = (details: Pick<Problem, 'rule' | 'message' | 'hint' | 'suggestion'>) =>
    problemAt(placeOf(first), { ...details, severity: 'warning', ...(related.length > 0 && { related }) });
  const name = first.block.feedTitle;
  const kept =
    found.items > 0 ? `The ${countOf(found.items, 'headline')} read before stay on the page.` : undefined;

  const warnings: Problem[] = [];
  if (found.movedTo !== undefined) {
    warnings.push(
      warn({
        rule: 'feed-moved',
        message: `The feed of ${name} has moved to \`${found.movedTo}\`.`,
        hint: 'Write the new address here; the old one may stop working.',
      }),
    );
  }
  if (found.outcome !== 'failed') return warnings;
  if (found.gone) {
    const hint = ['Name another feed here.', kept].filter(Boolean).join(' ');
    return [
      warn({ rule: 'feed-gone', message: `The feed of ${name} is gone for good, says its server.`, hint }),
    ];
  }
  if (found.alternates) {
    const [suggestion, ...more] = found.alternates;
    const hint =
      more.length > 0 ? `The page also names ${more.map((url) => `\`${url}\``).join(', ')}.` : kept;
    return [
      ...warnings,
      warn({
        rule: 'not-a-feed',
        message: 'This is the address of a web page, not of a feed.',
        ...(suggestion !== undefined && { suggestion }),
        ...(hint !== undefined && { hint }),
      }),
    ];
  }
  return [
    ...warnings,
    warn({
      rule: 'feed-failed',
      message: `The feed of ${name} could not be read: ${found.reason ?? 'it failed'}.`,
      ...(kept !== undefined && { hint: kept }),
    }),
  ];
}

/** A table of what is at hand, without asking anybody. */
function list(wanted: readonly NamedFeed[], { content, feeds, format }: PullFlags) {
  const folder = feeds ?? defaultFeedsFolder(content);
  const states = readStates(folder);
  const rows = wanted.map(({ url }) => {
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
  const cells = rows.map(({ url, checked, items, answer }) => [
    checked ? ageOf(checked) : 'never',
    String(items),
    answer,
    url,
  ]);
  const table = [['read', 'headlines', 'last answer', 'feed'], ...cells];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const [read = '', items = '', answer = '', url = ''] of table) {
    const [first = 0, second = 0, third = 0] = widths;
    process.stdout.write(
      `${read.padStart(first)}  ${items.padStart(second)}  ${printable(answer).padEnd(third)}  ${url}\n`,
    );
  }
}

/** `12 min`, `5 h`, `3 d`. */
function ageOf(iso: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - new Date(iso).getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60 / 24)} d`;
}
