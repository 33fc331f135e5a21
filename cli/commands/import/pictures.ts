import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { extname, join, posix, relative } from 'node:path';
import { lstatOf } from '../../lib/ordinary-file.ts';
import { createWithFolders } from '../../lib/replace-file.ts';
import { decoded, parseUrl } from '../../lib/web-address.ts';
import { copiedKinds } from '../../look/first-bytes.ts';
import { decode, maxBytes, readHeader, refuseUnfit, tooLarge } from '../../look/measure.ts';
import { cleanSvg, decodeSvg } from '../../look/svg/clean-svg.ts';
import { UnusableImage } from '../../look/unusable-image.ts';
import type { Answered, Failed } from '../pull/fetch-feed.ts';
import { latinSlug, ownPath } from './addresses.ts';
import type { Archive, ArchivePost } from './archive.ts';
import type { Report } from './report.ts';

interface PictureOptions {
  readonly content: string;
  /** Requests pictures that are not in the archive. */
  readonly request: ((url: string) => Promise<Answered | Failed>) | undefined;
  readonly report: Report;
}

/** The cause of what is reported of a picture that was copied or fetched. */
export const pictureTaken = 'a picture copied or fetched';

/** What fetching a picture may take: more than a feed. */
export const pictureLimits = { time: 30_000, bytes: 25 * 1024 * 1024 };

/** What all pictures of a run may take. */
const fetchLimits = { bytes: 2000 * 1024 * 1024, time: 60 * 60 * 1000, words: '2,000 MB, or for an hour' };

/** Gives the `media/…` of an address in a post. A `link` leads to a file, which is taken from the archive but never fetched. */
export type TakePicture = (
  post: Pick<ArchivePost, 'folder' | 'where'>,
  address: string,
  use: 'picture' | 'link',
) => Promise<string | undefined>;

interface Original {
  readonly bytes: Buffer;
  /** That of its format, without a dot. */
  readonly ending: string;
}

/** Copies or fetches pictures and files, each once, and whole or not at all. No file is replaced. What cannot be taken is reported. */
export function pictureTaker(archive: Archive, { content, request, report }: PictureOptions): TakePicture {
  const fileAt = fileFinder(archive);
  const silentHosts = new Set<string>();
  const begun = Date.now();
  let bytes = 0;
  /** The paths in the paper, by file or web address. */
  const known = new Map<string, Promise<string>>();

  async function fetched(url: string | undefined): Promise<Original> {
    if (url === undefined) throw new UnusableImage('the archive has no such file', '');
    if (!request) throw new UnusableImage('it is on another host; `--fetch` fetches it', '');
    if (bytes > fetchLimits.bytes || Date.now() - begun > fetchLimits.time)
      throw new UnusableImage(`a run fetches at most ${fetchLimits.words}`, '');
    const { host } = new URL(url);
    if (silentHosts.has(host)) throw new UnusableImage('its host does not answer', '');
    const answer = await request(url);
    if (answer.kind === 'failed' && answer.fault === 'silence') silentHosts.add(host);
    if (answer.kind === 'fresh') {
      bytes += answer.bytes.length;
      return checkedPicture(Buffer.from(answer.bytes));
    }
    throw new UnusableImage(answer.kind === 'failed' ? answer.reason : 'it sent nothing', '');
  }

  async function take(file: string | undefined, url: string | undefined): Promise<string> {
    const original = file === undefined ? await fetched(url) : await originalOf(join(archive.root, file));
    report(pictureTaken, file ?? url ?? '');
    return save(content, nameFor(file, url), original);
  }

  return async ({ folder, where }, address, use) => {
    const file = fileAt(folder, address);
    if (use === 'link' && file === undefined) return undefined;
    const isWeb = file === undefined && /^(?:https?:\/)?\//i.test(address);
    const url = isWeb
      ? parseUrl(address, archive.hosts[0] && `https://${archive.hosts[0]}`)?.href
      : undefined;
    const key = file ?? url ?? address;
    const path = known.get(key) ?? take(file, url);
    known.set(key, path);
    try {
      return await path;
    } catch (error) {
      if (!(error instanceof UnusableImage)) throw error;
      report(`a picture not taken: ${error.message}`, where, address);
      return undefined;
    }
  };
}

/** Finds the file of an archive that an address means, whatever its capital letters; for a smaller copy by WordPress its original. */
function fileFinder(archive: Archive) {
  const { root, publicFolders } = archive;
  // Beside an export there may be anything, such as all downloads of an editor.
  const own = { wordpress: 'wp-content/uploads', ghost: 'content' }[String(archive.kind)] ?? '';
  const folder = join(root, own);
  const isThere =
    lstatOf(folder)?.isDirectory() &&
    realpathSync(folder) === join(realpathSync(root), relative(root, folder));
  const entries = isThere ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  // Links of the archive are not followed.
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => posix.join(relative(root, parentPath), name));
  const files = new Map(paths.map((path) => [path.toLowerCase(), path]));
  return (folder: string, address: string): string | undefined => {
    const paths = [`/${encodeURI(folder)}/`, '/'].flatMap((from) => ownPath(archive, address, from) ?? []);
    const places = ['', ...publicFolders, 'content', 'src'].flatMap((at) =>
      paths.map((path) => posix.join('/', at, path).slice(1).toLowerCase()),
    );
    const originals = places.map((place) => place.replace(/-\d{2,4}x\d{2,4}(?=\.\w+$)/, ''));
    return [...originals, ...places].map((place) => files.get(place)).find(Boolean);
  };
}

/** Its path below `media/` without ending, in the letters that names may have: of a file with two folders, of others none. */
function nameFor(file: string | undefined, url = ''): string {
  const path = file ?? decoded(parseUrl(url)?.pathname ?? '') ?? '';
  const parts = path
    .replace(/^(?:.*wp-content\/uploads|static|public|assets|content|src)\/|\.\w+$/g, '')
    .split('/')
    .flatMap((part) => latinSlug(part).slice(0, 80) || []);
  return parts.slice(file === undefined ? -1 : -3).join('/') || 'picture';
}

async function originalOf(path: string): Promise<Original> {
  const { size } = statSync(path);
  if (size > maxBytes) throw tooLarge(size);
  const ending = extname(path).toLowerCase();
  const copied = copiedKinds[ending];
  if (!copied) return checkedPicture(readFileSync(path));
  if (copied.holds(path)) return { bytes: readFileSync(path), ending: ending.slice(1) };
  throw new UnusableImage(`This file is called ${copied.name}, and holds something else.`, '');
}

/** A picture that pages can show, with the ending of its format. Rejects with `UnusableImage`. */
async function checkedPicture(bytes: Buffer): Promise<Original> {
  const header = await readHeader(bytes);
  const { format } = header;
  if (!/^(?:avif|gif|jpeg|png|svg|webp)$/.test(format))
    throw new UnusableImage(`Pictures of the format ${format} are not taken.`, '');
  if (format === 'svg') cleanSvg(decodeSvg(bytes) ?? '');
  else {
    refuseUnfit(header, format);
    // A file that was cut off has a valid header.
    await decode(bytes, 16);
  }
  return { bytes, ending: format === 'jpeg' ? 'jpg' : format };
}

/** Saves a file under a name that is free, or finds the one that has the same bytes. */
function save(content: string, name: string, { bytes, ending }: Original): string {
  for (let number = 1; ; number += 1) {
    const path = `media/${name}${number === 1 ? '' : `-${number}`}.${ending}`;
    const absolute = join(content, path);
    if (createWithFolders(absolute, bytes) || readFileSync(absolute).equals(bytes)) return path;
  }
}
