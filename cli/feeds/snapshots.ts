import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { forbiddenAt } from '../lib/characters.ts';
import { makeOwnFolder } from '../lib/galley-folder.ts';
import { replaceFile } from '../lib/replace-file.ts';
import { isWebAddress } from '../lib/web-address.ts';

const moment = () => z.iso.datetime();
const address = () => z.string().refine(isWebAddress);
const line = () => z.string().refine((text) => forbiddenAt(text) === undefined);

/** The last request for a feed, with the values for the next one. */
const requestSchema = z.strictObject({
  at: moment(),
  /** The answer, for people: `it answered 404 Not Found`. */
  answer: z.string(),
  /** When the feed was last read or unchanged. */
  checked: moment().optional(),
  /** Seconds for which the answer may be cached; 0 if there was none. After several requests without an answer, those until the next one. */
  fresh: z.number().nonnegative(),
  /** Requests in a row that the host has not answered. */
  silent: z.int().positive().optional(),
  /** The time of a Retry-After. */
  retryAfter: moment().optional(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  /** Where permanent redirects led, and in how many pulls in a row. */
  moved: z.strictObject({ to: address(), pulls: z.int().positive() }).optional(),
});
export type RequestState = z.infer<typeof requestSchema>;

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

/** The snapshot of a feed; `undefined` if there is none or its file is damaged. */
export function readSnapshot(folder: string, url: string): Snapshot | undefined {
  const snapshot = readFile(join(folder, fileNameOf(url)));
  return snapshot?.url === url ? snapshot : undefined;
}

/** Saves a snapshot. @throws errors of the disk */
export function writeSnapshot(folder: string, snapshot: Snapshot): void {
  makeOwnFolder(folder);
  replaceFile(join(folder, fileNameOf(snapshot.url)), `${JSON.stringify(snapshot, null, 2)}\n`);
}

/** Deletes the snapshots of feeds that are not `named` and were last requested before `before`. @throws errors of the disk */
export function deleteOldSnapshots(folder: string, named: ReadonlySet<string>, before: Date): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const file of names.map((name) => join(folder, name))) {
    const { url, request, read = '' } = readFile(file) ?? {};
    if (url && !named.has(url) && new Date(request?.at ?? read) < before) rmSync(file, { force: true });
  }
}

/** A feed for boards. */
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

function readFile(file: string): Snapshot | undefined {
  try {
    return snapshotSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
