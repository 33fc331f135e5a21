import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { forbiddenAt } from '../lib/characters.ts';
import { makeOwnFolder, ownFolderOf } from '../lib/galley-folder.ts';
import { replaceFile } from '../lib/replace-file.ts';
import { isWebAddress } from '../lib/web-address.ts';

/** The folder of snapshots, unless another is named. */
export const defaultFeedsFolder = (content: string): string => ownFolderOf(content, 'feeds');

function save(folder: string, file: string, value: unknown) {
  makeOwnFolder(folder);
  replaceFile(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
}

const moment = () => z.iso.datetime();
const address = () => z.string().refine(isWebAddress);
const line = () => z.string().refine((text) => forbiddenAt(text) === undefined);

/** One feed as it was last read: only what boards show of it. */
const snapshotSchema = z.strictObject({
  version: z.literal(1),
  /** As `feedKey` writes it. */
  url: address(),
  title: line().optional(),
  /** The site the feed belongs to. */
  link: address().optional(),
  /** When these items were first read. */
  read: moment(),
  items: z.array(
    z.strictObject({
      title: line().min(1).max(300),
      link: address().optional(),
      published: moment().optional(),
      /** For items without a date: when they were first pulled. */
      seen: moment().optional(),
    }),
  ),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** The requests for one feed. */
const feedStateSchema = z.strictObject({
  /** When content last named it. */
  named: moment(),
  /** When its server last answered, with success or not. */
  answered: moment().optional(),
  /** When it was last read or unchanged. */
  checked: moment().optional(),
  /** The last answer, for people: `200, 20 headlines`. */
  answer: z.string(),
  /** Seconds for which the answer may be cached. */
  fresh: z.number().nonnegative(),
  /** The server asked us to wait until then. */
  retryAfter: moment().optional(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  /** Where permanent redirects led, and in how many pulls in a row. */
  moved: z.strictObject({ to: address(), pulls: z.int().positive() }).optional(),
});
export type FeedState = z.infer<typeof feedStateSchema>;

const stateSchema = z.strictObject({ version: z.literal(1), feeds: z.record(z.string(), feedStateSchema) });

/** The requests for all feeds, by `feedKey`. */
export type States = Readonly<Record<string, FeedState>>;

/** The normalized address of a feed. */
export function feedKey(rssUrl: string): string {
  const url = new URL(rssUrl);
  url.hash = '';
  return url.href;
}

/** Characters of the readable part of a file name. */
const maxName = 80;

/** A readable name with a hash of the address. */
function fileNameOf(url: string): string {
  const hash = createHash('sha256').update(url).digest('hex').slice(0, 8);
  const words = url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/[^a-z0-9.]+/gi, '-');
  return `${words.slice(0, maxName).replace(/^[.-]+|[.-]+$/g, '')}-${hash}.json`;
}

/** The snapshot of a feed; `undefined` if there is none or its file is damaged. */
export function readSnapshot(folder: string, url: string): Snapshot | undefined {
  const snapshot = readJson(join(folder, fileNameOf(url)), snapshotSchema);
  return snapshot?.url === url ? snapshot : undefined;
}

/** Saves a snapshot. @throws errors of the disk */
export const writeSnapshot = (folder: string, snapshot: Snapshot): void =>
  save(folder, fileNameOf(snapshot.url), snapshot);

/** The states of all feeds; empty if the file is missing or damaged. */
export const readStates = (folder: string): States =>
  readJson(join(folder, stateFile), stateSchema)?.feeds ?? {};

const stateFile = 'state.json';

/** Saves changed states; others that another pull has saved meanwhile stay. @throws errors of the disk */
export function writeStates(folder: string, changed: States) {
  const all = Object.entries({ ...readStates(folder), ...changed }).sort(([a], [b]) => (a < b ? -1 : 1));
  save(folder, stateFile, { version: 1, feeds: Object.fromEntries(all) });
}

/** Deletes what is saved of feeds that are not `named` and were last named before `before`. @throws errors of the disk */
export function deleteOldFeeds(folder: string, named: ReadonlySet<string>, before: Date) {
  const states = readStates(folder);
  const isOld = (url: string, since: string) => !named.has(url) && new Date(since) < before;
  const recent = Object.entries(states).filter(([url, state]) => !isOld(url, state.named));
  if (recent.length < Object.keys(states).length)
    save(folder, stateFile, { version: 1, feeds: Object.fromEntries(recent) });
  for (const file of listFiles(folder)) {
    const snapshot = readJson(file, snapshotSchema);
    if (snapshot && isOld(snapshot.url, states[snapshot.url]?.named ?? snapshot.read))
      rmSync(file, { force: true });
  }
}

function listFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== stateFile);
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** A feed for boards. */
export interface PulledFeed {
  readonly snapshot: Snapshot;
  /** When it was last read or unchanged. */
  readonly checked: Date;
}

/** Snapshots of feeds, by their addresses as content writes them. */
export function readPulled(folder: string, urls: Iterable<string>): ReadonlyMap<string, PulledFeed> {
  const states = readStates(folder);
  const pulled = new Map<string, PulledFeed>();
  for (const url of urls) {
    const key = feedKey(url);
    const snapshot = readSnapshot(folder, key);
    if (snapshot) pulled.set(url, { snapshot, checked: new Date(states[key]?.checked ?? snapshot.read) });
  }
  return pulled;
}

/** Bytes of a file; two hundred headlines take a hundredth of it, the states of thousands of feeds a half. */
const maxFile = 5_000_000;

function readJson<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size < maxFile
      ? schema.parse(JSON.parse(readFileSync(file, 'utf8')))
      : undefined;
  } catch {
    return undefined;
  }
}
