import { existsSync } from 'node:fs';
import pLimit from 'p-limit';
import { type Feed, toIso } from '../../headlines/feed.ts';
import { readFeed } from '../../headlines/read-feed.ts';
import { readSnapshot, type Snapshot, snapshotName, writeSnapshot } from '../../headlines/snapshots.ts';
import { groupBy } from '../../lib/group-by.ts';
import { day, removeOld } from '../../lib/remove-old.ts';
import { decodeFeed } from './decode.ts';
import type { FeedClient } from './feed-client.ts';
import { type Answered, type Failed, fetchFeed } from './fetch-feed.ts';

/** Milliseconds after which a snapshot that no pull has written is deleted: no page has shown it for long. */
const keptFor = 60 * day;

/** Requests at the same time, in all and to one host. */
const requestsAtOnce = 8;
const requestsPerHost = 2;

/** Seconds for which an answer is fresh, and the share of them after which a feed is due again. */
const minFresh = 30 * 60;
const maxFresh = 6 * 60 * 60;
const dueAfter = 0.9;

/** Seconds after which a feed that failed is requested again at the latest, whatever its server asks for. */
const maxRest = 24 * 60 * 60;

export interface FeedReport {
  readonly outcome: 'new' | 'same' | 'not-due' | 'failed';
  readonly items: number;
  /** Why it failed, as a clause: `it answered 404 Not Found`. */
  readonly reason?: string;
  /** If it is a web page: the feeds it names. */
  readonly alternates?: readonly string[];
}

export interface PullOptions {
  readonly folder: string;
  readonly client: FeedClient;
  readonly userAgent: string;
  readonly force: boolean;
  readonly now?: () => Date;
  readonly onFeed?: (done: number) => void;
}

/** Pulls feeds that are due; one that fails keeps its headlines. Reports are in the order of `urls`. Rejects with errors of the disk. */
export async function pull(urls: readonly string[], options: PullOptions): Promise<readonly FeedReport[]> {
  const reports: FeedReport[] = [];
  const inPool = pLimit(requestsAtOnce);
  const lanes = groupBy(urls.entries(), ([i, url]) => `${new URL(url).host} ${i % requestsPerHost}`);
  let done = 0;
  const pullLane = (lane: readonly [number, string][]) =>
    inPool(async () => {
      for (const [i, url] of lane) {
        reports[i] = await pullFeed(url, options);
        done += 1;
        options.onFeed?.(done);
      }
    });
  await Promise.all(Array.from(lanes.values(), pullLane));
  if (existsSync(options.folder)) removeOld(options.folder, keptFor, snapshotName);
  return reports;
}

async function pullFeed(url: string, options: PullOptions): Promise<FeedReport> {
  const { folder, client, userAgent, force, now = () => new Date() } = options;
  const known = readSnapshot(folder, url) ?? { version: 1, url, items: [] };
  const last = known.request;
  const asked = toIso(now());
  // A time before that of the last request is of a clock that was put back.
  if (!force && last?.retryAt && last.at <= asked && asked < last.retryAt) {
    if (!last.failures) return reportOf('not-due', known);
    const reason = `${last.answer}; it is not requested before ${last.retryAt} without --force`;
    return { ...reportOf('failed', known), reason };
  }

  const { etag, lastModified } = known.read ? (last ?? {}) : {};
  const answer = await fetchFeed(url, client, { userAgent, etag, lastModified });
  const time = now();
  const at = toIso(time);
  const after = (seconds: number) => toIso(new Date(time.getTime() + seconds * 1000));
  const result = readAnswer(answer, time);
  if (result.kind === 'failed') {
    const { reason, fault, retryAfter = 0, alternates } = result;
    const failures = (last?.failures ?? 0) + 1;
    const rest = dueAfter * minFresh * 2 ** (failures - 1);
    const retryAt = after(Math.min(maxRest, Math.max(retryAfter, rest)));
    // A fault of ours says nothing about the feed.
    if (fault !== 'ours')
      writeSnapshot(folder, { ...known, request: { ...last, at, answer: reason, failures, retryAt } });
    return { ...reportOf('failed', known), reason, alternates };
  }
  const { feed, headers } = result;
  const read = feed ? withFeed(known, feed, at) : known;
  const isNew = read !== known;
  // An unchanged feed is not sent again, so its earlier `ttl` holds.
  const ttl = feed ? feed.ttl : last?.ttl;
  const maxAge = /(?<![\w-])max-age="?(\d{1,9})/i.exec(headers.get('cache-control') ?? '')?.[1];
  const fresh = Math.min(maxFresh, Math.max(minFresh, (ttl ?? 0) * 60, Number(maxAge ?? 0)));
  const request: Snapshot['request'] = {
    at,
    answer: feed ? (isNew ? 'new headlines' : 'the same headlines') : 'unchanged',
    checked: at,
    retryAt: after(dueAfter * fresh),
    ttl,
    etag: headers.get('etag') ?? (feed ? undefined : etag),
    lastModified: headers.get('last-modified') ?? (feed ? undefined : lastModified),
  };
  const snapshot = { ...read, request };
  writeSnapshot(folder, snapshot);
  return reportOf(isNew ? 'new' : 'same', snapshot);
}

type Result = (Answered & { readonly feed?: Feed }) | (Failed & Pick<FeedReport, 'alternates'>);

function readAnswer(answer: Answered | Failed, now: Date): Result {
  if (answer.kind !== 'fresh') return answer;
  const failed = (reason: string) => ({ kind: 'failed', fault: 'answer', reason }) as const;
  const { bytes, headers, url } = answer;
  const text = decodeFeed(bytes, headers.get('content-type') ?? '');
  if (text === undefined) return failed('it is not UTF-8 and does not say which encoding it has');
  const reading = readFeed(text, { url, now });
  if (reading.kind === 'page')
    return { ...failed('it is a web page, not a feed'), alternates: reading.alternates };
  if (reading.kind === 'unknown') return failed('what it sent is not a feed');
  // An old list is better than an empty board.
  if (reading.feed.items.length === 0) return failed('it has no headlines');
  return { ...answer, feed: reading.feed };
}

const reportOf = (outcome: FeedReport['outcome'], { items }: Snapshot) => ({ outcome, items: items.length });

/** The snapshot with the headlines of a feed; the known one itself if no headline has changed. */
function withFeed(known: Snapshot, { title, link, items: read }: Feed, at: string): Snapshot {
  const items = read.map(({ title, link, published }) => ({ title, link, published }));
  const isSame =
    JSON.stringify([title, link, items]) === JSON.stringify([known.title, known.link, known.items]);
  return known.read && isSame ? known : { version: 1, url: known.url, title, link, read: at, items };
}
