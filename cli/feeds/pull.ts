import { decodeFeed } from './decode.ts';
import { type Feed, type FeedItem, toIso } from './feed.ts';
import type { FeedClient } from './feed-client.ts';
import { type Answer, type Failed, type ForNextRequest, fetchFeed, type Unchanged } from './fetch-feed.ts';
import { readFeed } from './read-feed.ts';
import {
  deleteOldFeeds,
  type FeedState,
  readSnapshot,
  readStates,
  type Snapshot,
  writeSnapshot,
  writeStates,
} from './snapshots.ts';

/** Requests at the same time, in all and to one host. */
const requestsAtOnce = 8;
const requestsPerHost = 2;

/** Seconds for which an answer is fresh, and the share of them after which a feed is due again. */
const minFresh = 30 * 60;
const maxFresh = 6 * 60 * 60;
const dueAfter = 0.9;

/** Pulls in a row with the same permanent redirect before it is reported. */
const pullsUntilMoved = 3;

/** Milliseconds after which the snapshot of a feed that content no longer names is deleted. */
const deletedAfter = 60 * 24 * 60 * 60 * 1000;

/** The result of a pull for one feed. */
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
  /** The server says that it is gone for good. */
  readonly gone?: boolean;
  /** If it is a web page: the feeds it names. */
  readonly alternates?: readonly string[];
}

export interface PullOptions {
  /** The folder of snapshots. */
  readonly folder: string;
  readonly client: FeedClient;
  readonly userAgent: string;
  /** Requests feeds that are not due as well, except if their server asked us to wait. */
  readonly force: boolean;
  /** Other addresses in content, whose snapshots are kept. */
  readonly named: readonly string[];
  readonly now: () => Date;
  readonly signal?: AbortSignal;
  readonly onFeed?: (done: number, all: number) => void;
}

/**
 * Requests each feed that is due and saves what changed. A feed that fails keeps its snapshot.
 *
 * Rejects with errors of the disk; what the network does is in the reports, in the order of `urls`.
 */
export async function pull(urls: readonly string[], options: PullOptions): Promise<readonly FeedReport[]> {
  const { folder, named, now, onFeed } = options;
  const states = readStates(folder);
  const started = now();
  const changed: Record<string, FeedState> = {};
  for (const url of named) {
    const state = states[url];
    if (state) changed[url] = { ...state, named: toIso(started) };
  }
  let done = 0;
  try {
    return await eachWithLimits(urls, async (url) => {
      const { report, state } = await pullFeed(url, states[url], options);
      changed[url] = state;
      done += 1;
      onFeed?.(done, urls.length);
      return report;
    });
  } finally {
    if (Object.keys(changed).length > 0) writeStates(folder, changed);
    deleteOldFeeds(folder, new Set([...named, ...urls]), new Date(started.getTime() - deletedAfter));
  }
}

async function pullFeed(
  url: string,
  before: FeedState | undefined,
  { folder, client, userAgent, force, now, signal }: PullOptions,
): Promise<{ readonly report: FeedReport; readonly state: FeedState }> {
  const known = readSnapshot(folder, url);
  const asked = now();
  const old: FeedState = { answer: 'never asked', fresh: 0, ...before, named: toIso(asked) };
  // A snapshot that was deleted is read again.
  const isLost = old.checked !== undefined && !known;
  if (isWaiting(old, asked) || (!force && !isLost && !isDue(old, asked)))
    return { report: reportOf('not-due', url, known, old), state: old };

  const { etag, lastModified } = known ? old : {};
  const answer = await fetchFeed(url, client, { userAgent, now, signal, etag, lastModified });
  const at = now();
  const moved = movedOf(answer, old);
  const result = readAnswer(answer, at);
  if (result.kind === 'failed') {
    const { reason, gone, alternates, retryAfter, answered } = result;
    const state: FeedState = {
      ...old,
      answered: answered ? toIso(at) : old.answered,
      answer: reason,
      fresh: minFresh,
      retryAfter: retryAfter && toIso(retryAfter),
      moved,
    };
    return { report: { ...reportOf('failed', url, known, state), reason, gone, alternates }, state };
  }
  const feed = result.kind === 'read' ? result.feed : undefined;
  const snapshot = feed ? snapshotOf(url, feed, known, at) : known;
  const isNew = snapshot !== undefined && snapshot !== known;
  if (isNew) writeSnapshot(folder, snapshot);
  const state: FeedState = {
    named: old.named,
    answered: toIso(at),
    checked: toIso(at),
    answer: feed ? (isNew ? 'new headlines' : 'the same headlines') : 'unchanged',
    // An unchanged feed is not sent again, so what it said before holds.
    fresh: freshFor(feed ? (feed.ttl ?? 0) * 60 : old.fresh, result.maxAge),
    etag: result.etag ?? (feed ? undefined : old.etag),
    lastModified: result.lastModified ?? (feed ? undefined : old.lastModified),
    moved,
  };
  return { report: reportOf(isNew ? 'new' : 'same', url, snapshot, state), state };
}

const isWaiting = ({ retryAfter }: FeedState, at: Date): boolean =>
  retryAfter !== undefined && new Date(retryAfter) > at;

/** A feed that never answered is due at once, others when their answer is old. */
function isDue({ answered, fresh }: FeedState, at: Date): boolean {
  if (answered === undefined) return true;
  const age = (at.getTime() - new Date(answered).getTime()) / 1000;
  // The clock may have been put back.
  return age < 0 || age >= dueAfter * fresh;
}

const freshFor = (said: number, maxAge = 0): number => Math.min(maxFresh, Math.max(minFresh, said, maxAge));

/** An answer with the feed in it. */
type Result =
  | (Failed & Pick<FeedReport, 'alternates'>)
  | Unchanged
  | (ForNextRequest & { readonly kind: 'read'; readonly feed: Feed });

function readAnswer(answer: Answer, now: Date): Result {
  if (answer.kind !== 'fresh') return answer;
  const { bytes, contentType, url, ...next } = answer;
  const reading = readFeed(decodeFeed(bytes, contentType), { url, now });
  const failed = (reason: string) => ({ kind: 'failed', answered: true, reason }) as const;
  if (reading.kind === 'page')
    return { ...failed('it is a web page, not a feed'), alternates: reading.alternates };
  if (reading.kind === 'unknown') return failed('what it sent is not a feed');
  // An old list is better than an empty board.
  if (reading.feed.items.length === 0) return failed('it has no headlines');
  return { ...next, kind: 'read', feed: reading.feed };
}

function movedOf(answer: Answer, old: FeedState): FeedState['moved'] {
  // Without an answer it is unknown whether the feed has moved.
  if (answer.kind === 'failed') return old.moved;
  if (answer.movedTo === undefined) return undefined;
  const before = old.moved?.to === answer.movedTo ? old.moved.pulls : 0;
  return { to: answer.movedTo, pulls: before + 1 };
}

function reportOf(
  outcome: FeedReport['outcome'],
  url: string,
  snapshot: Snapshot | undefined,
  { moved }: FeedState,
): FeedReport {
  const movedTo = moved && moved.pulls >= pullsUntilMoved ? moved.to : undefined;
  return { url, outcome, items: snapshot?.items.length ?? 0, movedTo };
}

/** The new snapshot; the known one itself if no headline has changed. */
function snapshotOf(url: string, feed: Feed, known: Snapshot | undefined, at: Date): Snapshot {
  const seen = new Map(known?.items.map((item) => [identityOf(item), item.seen]));
  const items = feed.items.map((item) => {
    const { title, link, published } = item;
    return {
      title,
      link,
      published,
      seen: published ? undefined : (seen.get(identityOf(item)) ?? toIso(at)),
    };
  });
  const shown = ({ title, link, items }: Pick<Snapshot, 'title' | 'link' | 'items'>) =>
    JSON.stringify([title, link, items]);
  if (known && shown(known) === shown({ ...feed, items })) return known;
  return { version: 1, url, read: toIso(at), title: feed.title, link: feed.link, items };
}

const identityOf = ({ title, link }: Pick<FeedItem, 'title' | 'link'>): string => link ?? title;

/** Runs `task` for every address, with limits for all and for each host. The results are in the order of the addresses. */
async function eachWithLimits<T>(
  urls: readonly string[],
  task: (url: string) => Promise<T>,
): Promise<readonly T[]> {
  const waiting = urls.map((url, index) => ({ url, index, host: new URL(url).host }));
  const results: T[] = [];
  const underWay = new Map<string, number>();
  const inHost = (host: string) => underWay.get(host) ?? 0;
  async function work(): Promise<void> {
    for (;;) {
      const next = waiting.findIndex(({ host }) => inHost(host) < requestsPerHost);
      const [job] = next === -1 ? [] : waiting.splice(next, 1);
      // Those who work on a host go on with what waits for it.
      if (!job) return;
      underWay.set(job.host, inHost(job.host) + 1);
      try {
        results[job.index] = await task(job.url);
      } finally {
        underWay.set(job.host, inHost(job.host) - 1);
      }
    }
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, work));
  return results;
}
