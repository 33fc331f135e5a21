import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import type { FeedClient } from '../feeds/feed-client.ts';
import { fetchFeed } from '../feeds/fetch-feed.ts';
import { copiedKinds } from '../images/first-bytes.ts';
import { decode, maxBytes, readHeader, refuseUnfit, tooLarge } from '../images/measure.ts';
import { cleanSvg, decodeSvg } from '../images/svg/clean-svg.ts';
import { UnusableImage } from '../images/unusable-image.ts';
import { createFile } from '../lib/replace-file.ts';
import { decoded, parseUrl } from '../lib/web-address.ts';
import { slugify } from '../sources/schema/slugs.ts';
import type { Archive, ArchivePost } from './archive.ts';
import { ownUrl } from './own-url.ts';
import type { Report } from './report.ts';

interface PictureOptions {
  readonly content: string;
  /** Fetches pictures that are not in the archive. */
  readonly fetch?: { readonly client: FeedClient; readonly userAgent: string } | undefined;
  readonly report: Report;
}

/** Gives the `media/…` of an address in a post. A `link` leads to a file, which is taken from the archive but never fetched. */
export type TakePicture = (
  post: Pick<ArchivePost, 'folder' | 'where'>,
  address: string,
  use: 'picture' | 'link',
) => Promise<string | undefined>;

interface Original {
  readonly bytes: Buffer;
  readonly ending: string;
}

/** Copies or fetches pictures and files, each once, and whole or not at all. No file is replaced. What cannot be taken is reported. */
export function pictureTaker(archive: Archive, { content, fetch, report }: PictureOptions): TakePicture {
  const fileAt = fileFinder(archive);
  const silentHosts = new Set<string>();
  /** By file or web address: the path in the paper, or the reason why there is none. */
  const known = new Map<string, { readonly path?: string; readonly reason?: string }>();

  async function fetched(url: string | undefined): Promise<Original> {
    if (url === undefined) throw new UnusableImage('the archive has no such file', '');
    if (!fetch) throw new UnusableImage('it is on another host; `--fetch` fetches it', '');
    const { host } = new URL(url);
    if (silentHosts.has(host)) throw new UnusableImage('its host does not answer', '');
    const { client, userAgent } = fetch;
    const answer = await fetchFeed(url, client, { userAgent, accept: 'image/*,*/*;q=0.1' });
    if (answer.kind === 'failed' && answer.silent) silentHosts.add(host);
    if (answer.kind === 'fresh') return checkedPicture(Buffer.from(answer.bytes));
    throw new UnusableImage(answer.kind === 'failed' ? answer.reason : 'it sent nothing', '');
  }

  async function take(file: string | undefined, url: string | undefined) {
    try {
      const original = file === undefined ? await fetched(url) : await originalOf(join(archive.root, file));
      return { path: save(content, nameFor(file, url), original) };
    } catch (error) {
      if (error instanceof UnusableImage) return { reason: error.message };
      throw error;
    }
  }

  return async ({ folder, where }, address, use) => {
    if (/^(?:data|blob|javascript|mailto):/i.test(address) || address === '') return undefined;
    const file = fileAt(folder, address);
    if (use === 'link' && file === undefined) return undefined;
    const url = file === undefined ? webAddress(archive, address) : undefined;
    const key = file ?? url ?? address;
    const { path, reason } = known.get(key) ?? (await take(file, url));
    known.set(key, { path, reason });
    if (reason !== undefined) report('picture', `not taken: ${reason}`, 'dropped', where, address);
    return path;
  };
}

/** The web address of a picture that is not in the archive, if it has one. */
function webAddress({ hosts: [host] }: Archive, address: string): string | undefined {
  const isWhole = /^(?:https?:)?\/\//i.test(address);
  const url = isWhole || (host && address.startsWith('/')) ? parseUrl(address, `https://${host}`) : undefined;
  return url?.href.replace(/#.*$/, '');
}

/** Finds the file of an archive that an address means, whatever its capital letters; for a smaller copy by WordPress its original. */
function fileFinder(archive: Archive) {
  const { root, basePath, publicFolders, attachments } = archive;
  const files = new Map(filesIn(root).map((path) => [path.toLowerCase(), path]));
  const uploads = new Map(attachments.map(({ id, address }) => [`/?attachment_id=${id}`, address]));
  return (folder: string, written: string): string | undefined => {
    const address = uploads.get(written) ?? written;
    const paths = [`/${encodeURI(folder)}/`, '/'].flatMap((from) => {
      const path = ownUrl(archive, address, from)?.pathname ?? '';
      const isBelow = basePath !== '' && path.startsWith(`${basePath}/`);
      return isBelow ? [path.slice(basePath.length), path] : [path];
    });
    const places = ['', ...publicFolders, 'content', 'src'].flatMap((at) =>
      paths.map((path) =>
        posix
          .join('/', at, decoded(path) ?? path)
          .slice(1)
          .toLowerCase(),
      ),
    );
    const originals = places.map((place) => place.replace(/-\d{2,4}x\d{2,4}(?=\.\w+$)/, ''));
    return [...originals, ...places].map((place) => files.get(place)).find(Boolean);
  };
}

/** The files of a folder that may be published; links and what programs made are passed over. */
const filesIn = (root: string, folder = ''): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory())
      return /^(?:node_modules|\.git|_site|\.cache)$/.test(entry.name) ? [] : filesIn(root, path);
    return entry.isFile() ? [path] : [];
  });

/** Its path below `media/` without ending, in the letters that names may have: of a file with two folders, of others none. */
function nameFor(file: string | undefined, url = ''): string {
  const path = file ?? decoded(parseUrl(url)?.pathname ?? '') ?? '';
  const parts = path
    .replace(/^(?:.*wp-content\/uploads|static|public|assets|content|src)\/|\.\w+$/g, '')
    .split('/')
    .flatMap((part) => slugify(part).slice(0, 80) || []);
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
    if (!existsSync(absolute)) {
      mkdirSync(dirname(absolute), { recursive: true });
      createFile(absolute, bytes);
      return path;
    }
    if (readFileSync(absolute).equals(bytes)) return path;
  }
}
