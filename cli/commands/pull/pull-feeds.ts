import packageJson from '../../../package.json' with { type: 'json' };
import { feedBlocksOf, type PlacedFeedBlock } from '../../checks/described-files.ts';
import { type ContentFolder, openContentFolder } from '../../content/content-folder.ts';
import { feedKey } from '../../headlines/snapshots.ts';
import type { BuildCache } from '../../lib/build-cache.ts';
import { ExitError, exitCodes } from '../../lib/errors.ts';
import { groupBy } from '../../lib/group-by.ts';
import { parse } from '../../pipeline/parse.ts';
import { readOpened } from '../../pipeline/read.ts';
import type { Format } from '../../problems/print.ts';
import { type PlacedProblem, sortProblems } from '../../problems/problem.ts';
import { feedsFolder, type NetworkFlags, requireContent, shownPath } from '../terminal/flags.ts';
import { createProgress } from '../terminal/log.ts';
import { type FeedClient, openClient } from './feed-client.ts';
import { type FeedReport, pull } from './pull.ts';

/** Flags of `pull`. A switch that is left out is off. */
export interface PullFlags extends NetworkFlags {
  readonly content: string;
  readonly feeds?: string | undefined;
  readonly force?: boolean;
  readonly allowPrivate?: boolean;
  readonly list?: boolean;
  readonly only?: string;
  readonly format: Format;
}

export interface NamedFeed {
  readonly url: string;
  readonly blocks: readonly PlacedFeedBlock[];
  /** In a network: what is wrong with it, in the file that is wrong. */
  readonly traced?: (problems: readonly PlacedProblem[]) => readonly PlacedProblem[];
}

export type NamedFeeds = ReturnType<typeof namedFeeds>;

/** Reads which feeds the pages of `content` name, and what is wrong with the files that name them. */
export function namedFeeds(content: string, folder?: ContentFolder, cache?: BuildCache) {
  requireContent(content);
  const sources = readOpened(folder ?? openContentFolder(content), content, shownPath(content));
  const records = parse(sources.value, cache);
  const { pages, shared, broken } = records.value;
  const blocks = feedBlocksOf(pages);
  const byUrl = groupBy(blocks, ({ block }) => feedKey(block.rssUrl));
  const shownAs = sources.value.shownAs;
  const names = (file: string) => file.startsWith(`${shownAs}/pages/`) || file === `${shownAs}/site.yaml`;
  const problems = [...sources.problems, ...records.problems].filter(({ source }) => names(source.file));
  return {
    feeds: [...byUrl].map(([url, blocks]): NamedFeed => ({ url, blocks })),
    /** `undefined` if site.yaml has errors. */
    site: broken.has(shared.site.source.path) ? undefined : shared.site,
    problems: sortProblems(problems),
  };
}

/** The feeds of one host, or all without `host`. @throws {ExitError} if the host has none */
export function feedsOfHost(feeds: readonly NamedFeed[], host: string | undefined): readonly NamedFeed[] {
  if (host === undefined) return feeds;
  const hostOf = ({ url }: NamedFeed) => new URL(url).host;
  const chosen = feeds.filter((feed) => hostOf(feed) === host.toLowerCase());
  if (chosen.length > 0) return chosen;
  const hosts = [...new Set(feeds.map(hostOf))].sort().join(', ');
  const hint = hosts ? `There is: ${hosts}.` : 'Content names no feeds.';
  throw new ExitError(exitCodes.usage, `No feed of content is at \`${host}\`. ${hint}`);
}

/** Requests the feeds in `chosen`, for `maxWait` milliseconds in all, and saves their headlines; on a terminal it shows progress. */
export async function pullFeeds(
  flags: Omit<PullFlags, 'list' | 'format' | 'only'>,
  site: NamedFeeds['site'],
  chosen: readonly NamedFeed[],
  maxWait: number,
): Promise<readonly FeedReport[]> {
  const progress = createProgress(process.stderr);
  const client = connect(flags.allowPrivate ?? false);
  const timer = setTimeout(client.close, maxWait);
  const urls = chosen.map(({ url }) => url);
  try {
    return await pull(urls, {
      client,
      folder: feedsFolder(flags),
      userAgent: userAgentOf(site?.data.baseUrl),
      force: flags.force ?? false,
      onFeed: (done) => progress.show(`${done} of ${urls.length} feeds`),
    });
  } finally {
    clearTimeout(timer);
    progress.clear();
    await client.close();
  }
}

/** What Galley calls itself, with the address of the paper. */
export const userAgentOf = (baseUrl: string | undefined): string =>
  `Galley/${packageJson.version}${baseUrl === undefined ? '' : ` (+${baseUrl})`}`;

/** The client that requests feeds, or pictures with their limits, through the proxy of the environment if there is one. */
export function connect(allowPrivate: boolean, limits: Partial<FeedClient['limits']> = {}): FeedClient {
  try {
    return openClient({ allowPrivate, limits });
  } catch {
    throw new ExitError(
      exitCodes.environment,
      'HTTP_PROXY or HTTPS_PROXY in the environment is not an address such as `http://proxy.example.com:3128`.',
    );
  }
}
