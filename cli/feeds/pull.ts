import { groupBy } from '../lib/group-by.ts';
import { decodeFeed } from './decode.ts';
import { type Feed, toIso } from './feed.ts';
import type { FeedClient } from './feed-client.ts';
import { type Answer, type Failed, type ForNextRequest, fetchFeed, type Unchanged } from './fetch-feed.ts';
import { readFeed } from './read-feed.ts';
import {
  deleteOldSnapshots,
  type RequestState,
  readSnapshot,
  type Snapshot,
  writeSnapshot,
} from './snapshots.ts';

/** Requests at the same time, in all and to one host. */
const requestsAtOnce = 8;
const requestsPerHost = 2;

/** Seconds for which an answer is fresh, and the share of them after which a feed is due again. */
const minFresh = 30 * 60;
const maxFresh = 6 * 60 * 60;
const dueAfter = 0.9;

/** Seconds after which a host that does not answer is requested again at the latest. */
const maxSilence = 24 * 60 * 60;

/** Pulls in a row with the same permanent redirect before it is reported. */
const pullsUntilMoved = 3;

/** Milliseconds after which the snapshot of a feed that content no longer names is deleted. */
const deletedAfter = 60 * 24 * 60 * 60 * 1000;

export interface FeedReport {
  /** As `feedKey` writes it. */
  readonly url: string;
  readonly outcome: 'new' | 'same' | 'not-due' | 'failed';
  /** Headlines in its snapshot afterwards. */
  readonly items: number;
  /** Why it failed, as a clause: `it answered 404 Not Found`. */
  readonly reason?: string;
  /** Where permanent redirects have led in enough pulls. */
  readonly movedTo?: string;
  /** It answered 410 Gone. */
  readonly gone?: boolean;
  /** If it is a web page: the feeds it names. */
  readonly alternates?: readonly string[];
}

export interface PullOptions {
  /** The folder of snapshots. */
  readonly folder: string;
  readonly client: FeedClient;
  readonly userAgent: string;
  /** Requests feeds that are not due as well, except before the time of a Retry-After. */
  readonly force: boolean;
  /** Requests feeds whose hosts have not answered, even if they are not due. */
  readonly retrySilent: boolean;
  /** Other addresses in content, whose snapshots are kept. */
  readonly named: readonly string[];
  readonly now: () => Date;
  readonly signal?: AbortSignal;
  readonly onFeed?: (done: number, all: number) => void;
}

/**
 * Requests each feed that is due and saves its headlines. A feed that fails keeps those it has.
 *
 * Rejects with errors of the disk; errors of the network are in the reports, in the order of `urls`.
 */
export async function pull(urls: readonly string[], options: PullOptions): Promise<readonly FeedReport[]> {
  const { folder, named, now, onFeed } = options;
  const before = new Date(now().getTime() - deletedAfter);
  const reports = new Map<string, FeedReport>();
  await eachWithLimits(urls, async (url) => {
    reports.set(url, await pullFeed(url, options));
    onFeed?.(reports.size, urls.length);
  });
  deleteOldSnapshots(folder, new Set([...named, ...urls]), before);
  return urls.flatMap((url) => reports.get(url) ?? []);
}

async function pullFeed(
  url: string,
  { folder, client, userAgent, force, retrySilent, now, signal }: PullOptions,
): Promise<FeedReport> {
  const known = readSnapshot(folder, url) ?? { version: 1, url, items: [] };
  const last = known.request;
  const isForced = force || (retrySilent && last?.silent !== undefined);
  if (last && (isWaiting(last, now()) || (!isForced && !isDue(last, now()))))
    return last.silent
      ? { ...reportOf('failed', known), reason: unanswered(last) }
      : reportOf('not-due', known);

  const { etag, lastModified } = known.read ? (last ?? {}) : {};
  const answer = await fetchFeed(url, client, { userAgent, now, signal, etag, lastModified });
  const time = now();
  const at = toIso(time);
  const moved = movedOf(answer, last);
  const result = readAnswer(answer, time);
  if (result.kind === 'failed') {
    const { reason, status, alternates, retryAfter } = result;
    const isAnswered = status !== undefined || answer.kind === 'fresh';
    // What we had no time for says nothing about its host.
    const silent = result.silent ? (last?.silent ?? 0) + 1 : isAnswered ? undefined : last?.silent;
    const request: RequestState = {
      ...last,
      at,
      answer: reason,
      fresh: isAnswered ? minFresh : result.silent ? pauseAfter(silent) : 0,
      silent,
      retryAfter: retryAfter && toIso(retryAfter),
      moved,
    };
    const snapshot = { ...known, request };
    writeSnapshot(folder, snapshot);
    return { ...reportOf('failed', snapshot), reason, gone: status === 410 || undefined, alternates };
  }
  const feed = result.kind === 'read' ? result.feed : undefined;
  const read = feed ? withFeed(known, feed, at) : known;
  const isNew = read !== known;
  const request: RequestState = {
    at,
    answer: feed ? (isNew ? 'new headlines' : 'the same headlines') : 'unchanged',
    checked: at,
    // An unchanged feed is not sent again, so its earlier `ttl` holds.
    fresh: freshFor(feed ? (feed.ttl ?? 0) * 60 : (last?.fresh ?? 0), result.maxAge),
    etag: result.etag ?? (feed ? undefined : etag),
    lastModified: result.lastModified ?? (feed ? undefined : lastModified),
    moved,
  };
  const snapshot = { ...read, request };
  writeSnapshot(folder, snapshot);
  return reportOf(isNew ? 'new' : 'same', snapshot);
}

const isWaiting = ({ retryAfter }: RequestState, at: Date): boolean =>
  retryAfter !== undefined && new Date(retryAfter) > at;

const dueAt = ({ at, fresh }: RequestState): Date => new Date(Date.parse(at) + dueAfter * fresh * 1000);

/** Whether a feed is due, or the clock was put back. */
const isDue = (last: RequestState, at: Date): boolean => at < new Date(last.at) || at >= dueAt(last);

/** Seconds until the next request after some in a row without an answer: none after the first, then twice as many each time. */
const pauseAfter = (silent = 0): number =>
  silent < 2 ? 0 : Math.min(maxSilence, minFresh * 2 ** (silent - 2));

const unanswered = (last: RequestState): string =>
  `it has not answered ${last.silent} times in a row, so it is not requested before ${toIso(dueAt(last))} without --force`;

const freshFor = (ttl: number, maxAge = 0): number => Math.min(maxFresh, Math.max(minFresh, ttl, maxAge));

/** An answer with the feed in it. */
type Result =
  | (Failed & Pick<FeedReport, 'alternates'>)
  | Unchanged
  | (ForNextRequest & { readonly kind: 'read'; readonly feed: Feed });

function readAnswer(answer: Answer, now: Date): Result {
  if (answer.kind !== 'fresh') return answer;
  const { bytes, contentType, url, ...next } = answer;
  const failed = (reason: string) => ({ kind: 'failed', reason }) as const;
  const text = decodeFeed(bytes, contentType);
  if (text === undefined) return failed('it is not UTF-8 and does not say which encoding it has');
  const reading = readFeed(text, { url, now });
  if (reading.kind === 'page')
    return { ...failed('it is a web page, not a feed'), alternates: reading.alternates };
  if (reading.kind === 'unknown') return failed('what it sent is not a feed');
  // An old list is better than an empty board.
  if (reading.feed.items.length === 0) return failed('it has no headlines');
  return { ...next, kind: 'read', feed: reading.feed };
}

function movedOf(answer: Answer, last: RequestState | undefined): RequestState['moved'] {
  // Without an answer it is unknown whether the feed has moved.
  if (answer.kind === 'failed') return last?.moved;
  if (answer.movedTo === undefined) return undefined;
  const before = last?.moved?.to === answer.movedTo ? last.moved.pulls : 0;
  return { to: answer.movedTo, pulls: before + 1 };
}

function reportOf(outcome: FeedReport['outcome'], { url, items, request }: Snapshot): FeedReport {
  const moved = request?.moved;
  const movedTo = moved && moved.pulls >= pullsUntilMoved ? moved.to : undefined;
  return { url, outcome, items: items.length, movedTo };
}

/** The snapshot with the headlines of a feed; the known one itself if no headline has changed. */
function withFeed(known: Snapshot, { title, link, items: read }: Feed, at: string): Snapshot {
  const items = read.map(({ title, link, published }) => ({ title, link, published }));
  const isSame =
    JSON.stringify([title, link, items]) === JSON.stringify([known.title, known.link, known.items]);
  return known.read && isSame ? known : { version: 1, url: known.url, title, link, read: at, items };
}

/** Runs `task` for every address, with limits for all and for each host. */
async function eachWithLimits(urls: readonly string[], task: (url: string) => Promise<void>) {
  const lanes = [...groupBy(urls, (url) => new URL(url).host).values()].flatMap((ofHost) => [
    ...groupBy(ofHost.entries(), ([i]) => i % requestsPerHost).values(),
  ]);
  const waiting = lanes.values();
  async function work() {
    for (const lane of waiting) for (const [, url] of lane) await task(url);
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, work));
}
