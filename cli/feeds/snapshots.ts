import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { forbiddenAt } from '../lib/characters.ts';
import { replaceFile } from '../lib/replace-file.ts';
import { isWebAddress } from '../lib/web-address.ts';

/** The name of the folder beside `content/` in which programs remember what no editor writes. */
const folderName = '.galley';

/** Where the snapshots of a paper's feeds are, unless another folder is named. */
export const defaultFeedsFolder = (content: string): string =>
  join(dirname(resolve(content)), folderName, 'feeds');

/** Makes a folder of snapshots. One that lies in `.galley/` hides itself from git. */
function makeFolder(folder: string) {
  mkdirSync(folder, { recursive: true });
  const parent = dirname(resolve(folder));
  const ignore = join(parent, '.gitignore');
  if (basename(parent) === folderName && !existsSync(ignore)) replaceFile(ignore, '*\n');
}

const moment = () => z.iso.datetime();
const address = () => z.string().refine(isWebAddress);
const line = () => z.string().refine((text) => forbiddenAt(text) === undefined);

/** One feed as it was last read: what boards print of it, and nothing else of other people's. */
const snapshotSchema = z.strictObject({
  version: z.literal(1),
  /** The feed's address, as `feedKey` writes it. */
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
      /** For items without a date: when a pull first saw them. */
      seen: moment().optional(),
    }),
  ),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** What is remembered of the requests for one feed. */
const feedStateSchema = z.strictObject({
  /** When content last named it. */
  named: moment(),
  /** When its server last answered, whatever it said. */
  answered: moment().optional(),
  /** When it was last found good: read, or unchanged. */
  checked: moment().optional(),
  /** The last answer, for people: `200, 20 headlines`. */
  answer: z.string(),
  /** How long the answer may be kept, in seconds. */
  fresh: z.number().nonnegative(),
  /** The server asked not to be asked again before this. */
  retryAfter: moment().optional(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  /** Where permanent redirects led, and in how many pulls in a row. */
  moved: z.strictObject({ to: address(), pulls: z.int().positive() }).optional(),
});
export type FeedState = z.infer<typeof feedStateSchema>;

const stateSchema = z.strictObject({ version: z.literal(1), feeds: z.record(z.string(), feedStateSchema) });

/** What is remembered of all feeds, by `feedKey`. */
export type States = Readonly<Record<string, FeedState>>;

/** The address by which a feed is known, however content spells it. */
export function feedKey(rssUrl: string): string {
  const url = new URL(rssUrl);
  url.hash = '';
  return url.href;
}

/** The longest readable part of a snapshot's file name. */
const longestName = 80;

/** A readable file name, unique for each address. */
function fileNameOf(url: string): string {
  const hash = createHash('sha256').update(url).digest('hex').slice(0, 8);
  const words = url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/[^a-z0-9.]+/gi, '-');
  return `${words.slice(0, longestName).replace(/^[.-]+|[.-]+$/g, '')}-${hash}.json`;
}

/** The snapshot of a feed; `undefined` where there is none, and where the file is damaged. */
export function readSnapshot(folder: string, url: string): Snapshot | undefined {
  const snapshot = readJson(join(folder, fileNameOf(url)), snapshotSchema);
  return snapshot?.url === url ? snapshot : undefined;
}

/** Keeps a snapshot. Throws what the disk throws. */
export function writeSnapshot(folder: string, snapshot: Snapshot) {
  makeFolder(folder);
  replaceFile(join(folder, fileNameOf(snapshot.url)), toJson(snapshot));
}

/** What is remembered of all feeds; nothing where the file is missing or damaged. */
export const readStates = (folder: string): States =>
  readJson(join(folder, stateFile), stateSchema)?.feeds ?? {};

const stateFile = 'state.json';

/** Keeps what changed, without taking back what another pull has kept meanwhile. Throws what the disk throws. */
export function writeStates(folder: string, changed: States) {
  makeFolder(folder);
  const feeds = Object.fromEntries(
    Object.entries({ ...readStates(folder), ...changed }).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  replaceFile(join(folder, stateFile), toJson({ version: 1, feeds }));
}

/** Deletes the snapshots of feeds that are not `named`, and were not since `before`. Throws what the disk throws. */
export function forgetFeeds(folder: string, named: ReadonlySet<string>, before: Date) {
  const states = readStates(folder);
  const isForgotten = (url: string, since: string) => !named.has(url) && new Date(since) < before;
  const kept = Object.entries(states).filter(([url, state]) => !isForgotten(url, state.named));
  if (kept.length < Object.keys(states).length)
    replaceFile(join(folder, stateFile), toJson({ version: 1, feeds: Object.fromEntries(kept) }));
  for (const file of listFiles(folder)) {
    const snapshot = readJson(join(folder, file), snapshotSchema);
    if (snapshot && isForgotten(snapshot.url, states[snapshot.url]?.named ?? snapshot.read))
      rmSync(join(folder, file), { force: true });
  }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json') && name !== stateFile);
  } catch {
    return [];
  }
}

/** A feed as boards print it. */
export interface PulledFeed {
  readonly snapshot: Snapshot;
  /** When it was last found good. */
  readonly checked: Date;
}

/** What has been pulled of some feeds, by their addresses as content writes them. */
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

/** In bytes; two hundred headlines take a hundredth of it, and the states of thousands of feeds a half. */
const longestFile = 5_000_000;

function readJson<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size < longestFile
      ? schema.parse(JSON.parse(readFileSync(file, 'utf8')))
      : undefined;
  } catch {
    return undefined;
  }
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
