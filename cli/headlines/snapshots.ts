import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { forbiddenAt } from '../lib/characters.ts';
import { makeOwnFolder } from '../lib/galley-folder.ts';
import { replaceFile } from '../lib/replace-file.ts';
import { isWebAddress } from '../lib/web-address.ts';

const moment = () => z.iso.datetime();
const address = () => z.string().refine(isWebAddress);
const line = () => z.string().refine((text) => forbiddenAt(text) === undefined);

/** What a header can carry; anything else is not sent. */
const sendable = z.string().regex(/^[ -~]{1,1000}$/);

/** The last request for a feed, with the values for the next one. Other fields, such as those of earlier versions, are passed over. */
const requestSchema = z.object({
  at: moment(),
  /** The answer, for people: `it answered 404 Not Found`. */
  answer: z.string(),
  /** When the feed was last read or unchanged. */
  checked: moment().optional(),
  /** When it is requested again, whatever the answer was; at once without it. */
  retryAt: moment().optional(),
  /** Failures in a row. */
  failures: z.int().positive().optional(),
  /** Minutes for which the feed says that it may be cached. */
  ttl: z.int().positive().optional(),
  etag: sendable.optional().catch(undefined),
  lastModified: sendable.optional().catch(undefined),
});

/** One feed: what boards show of it as it was last read, and the last request for it. */
const snapshotSchema = z.strictObject({
  version: z.literal(1),
  /** As `feedKey` writes it. */
  url: address(),
  title: line().optional(),
  /** The site the feed belongs to. */
  link: address().optional(),
  /** When these items were first read; missing if the feed could never be read. */
  read: moment().optional(),
  request: requestSchema.optional(),
  items: z.array(
    z.strictObject({
      title: line().min(1).max(300),
      link: address().optional(),
      published: z.union([moment(), z.iso.date()]).optional(),
    }),
  ),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** The normalized address of a feed. */
export function feedKey(rssUrl: string): string {
  const url = new URL(rssUrl);
  url.hash = '';
  return url.href;
}

/** Characters of the readable part of a file name. */
const maxName = 80;

/** The name of the snapshot of a feed: readable, with a hash of the address. */
export function fileNameOf(url: string): string {
  const hash = createHash('sha256').update(url).digest('hex').slice(0, 8);
  const words = url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/[^a-z0-9.]+/gi, '-');
  return `${words.slice(0, maxName).replace(/^[.-]+|[.-]+$/g, '')}-${hash}.json`;
}

export const snapshotName = /-[\da-f]{8}\.json$/;

/** The snapshot of a feed; `undefined` if there is none or its file is damaged. */
export function readSnapshot(folder: string, url: string): Snapshot | undefined {
  try {
    const snapshot = snapshotSchema.parse(JSON.parse(readFileSync(join(folder, fileNameOf(url)), 'utf8')));
    return snapshot.url === url ? snapshot : undefined;
  } catch {
    return undefined;
  }
}

/** Saves a snapshot. @throws errors of the disk */
export function writeSnapshot(folder: string, snapshot: Snapshot): void {
  makeOwnFolder(folder);
  replaceFile(join(folder, fileNameOf(snapshot.url)), `${JSON.stringify(snapshot, null, 2)}\n`);
}

export interface PulledFeed {
  readonly snapshot: Snapshot;
  /** When it was last read or unchanged. */
  readonly checked: Date;
}

/** Snapshots of feeds that could be read, by their addresses as content writes them. */
export function readPulled(folder: string, urls: Iterable<string>): ReadonlyMap<string, PulledFeed> {
  const pulled = new Map<string, PulledFeed>();
  for (const url of urls) {
    const snapshot = readSnapshot(folder, feedKey(url));
    const checked = snapshot?.request?.checked ?? snapshot?.read;
    if (snapshot && checked) pulled.set(url, { snapshot, checked: new Date(checked) });
  }
  return pulled;
}
