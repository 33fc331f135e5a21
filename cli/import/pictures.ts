import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { FeedClient } from '../feeds/feed-client.ts';
import { fetchFeed } from '../feeds/fetch-feed.ts';
import { eachWithLimits } from '../feeds/pull.ts';
import { copiedKinds } from '../images/first-bytes.ts';
import { decode, maxBytes, readHeader, refuseUnfit, tooLarge } from '../images/measure.ts';
import { cleanSvg, decodeSvg } from '../images/svg/clean-svg.ts';
import { UnusableImage } from '../images/unusable-image.ts';
import { createFile } from '../lib/replace-file.ts';
import { decoded, parseUrl } from '../lib/web-address.ts';
import { slugify } from '../sources/schema/slugs.ts';
import type { Archive, ArchivePost } from './archive.ts';

type Post = Pick<ArchivePost, 'folder' | 'where'>;

/** A picture or file that posts show and that could not be taken. */
export interface MissingPicture {
  readonly address: string;
  /** A clause: `it answered 404 Not Found`. */
  readonly reason: string;
  /** The posts that show it. */
  readonly posts: readonly string[];
}

export interface ArchivePictures {
  /**
   * The `media/…` of an address, once `load` has copied it; before, the address is only noted. A `link` leads to a file, which is taken from
   * the archive but never fetched.
   */
  readonly pictureAt: (post: Post, address: string, use?: 'picture' | 'link') => string | undefined;
  /** Copies or fetches all that was noted, each file whole or not at all. No file is replaced. */
  readonly load: (onPicture?: (done: number, all: number) => void) => Promise<void>;
  readonly missing: () => readonly MissingPicture[];
  /** How many files were written. */
  readonly written: () => number;
}

interface PictureOptions {
  readonly content: string;
  /** Fetches pictures that are not in the archive. */
  readonly fetch?: { readonly client: FeedClient; readonly userAgent: string } | undefined;
}

/** Something that an address means: a file of the archive or a web address. */
interface Source {
  readonly address: string;
  readonly file?: string;
  readonly url?: string;
  readonly posts: Set<string>;
  isWanted: boolean;
  name?: string;
  reason?: string;
}

const endings: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  avif: 'avif',
  svg: 'svg',
};

/** What fetching a picture may take: more than a feed. */
export const fetchLimits = { time: 30_000, bytes: 25 * 1024 * 1024 };

export function openPictures(archive: Archive, { content, fetch }: PictureOptions): ArchivePictures {
  const fileAt = fileFinder(archive);
  const sources = new Map<string, Source>();
  const known = new Map<string, Source>();
  let written = 0;

  function sourceOf(post: Post, address: string): Source {
    const key = `${post.folder}\n${address}`;
    const file = fileAt(post, address);
    const url = file === undefined ? remoteUrl(archive, address) : undefined;
    const id = file ?? url ?? address;
    const source = known.get(key) ??
      sources.get(id) ?? {
        address,
        posts: new Set(),
        isWanted: false,
        ...(file && { file }),
        ...(url && { url }),
      };
    known.set(key, source);
    sources.set(id, source);
    return source;
  }

  async function take(source: Source): Promise<void> {
    try {
      const { bytes, ending } =
        source.file === undefined ? await fetched(source) : await readFileOf(source.file, archive.root);
      source.name = save(content, nameFor(archive, source), ending, bytes, () => (written += 1));
    } catch (error) {
      if (!(error instanceof UnusableImage)) throw error;
      source.reason = error.message;
    }
  }

  const silentHosts = new Set<string>();
  async function fetched({ url }: Source) {
    if (!fetch || url === undefined)
      throw new UnusableImage(
        url ? 'it is on another host; `--fetch` fetches it' : 'the archive has no such file',
        '',
      );
    const { host } = new URL(url);
    if (silentHosts.has(host)) throw new UnusableImage('its host does not answer', '');
    const answer = await fetchFeed(url, fetch.client, {
      userAgent: fetch.userAgent,
      accept: 'image/*,*/*;q=0.1',
    });
    if (answer.kind === 'failed' && answer.silent) silentHosts.add(host);
    if (answer.kind !== 'fresh')
      throw new UnusableImage(answer.kind === 'failed' ? answer.reason : 'it sent nothing', '');
    return checkedPicture(Buffer.from(answer.bytes));
  }

  return {
    pictureAt(post, address, use = 'picture') {
      if (/^(?:data|blob|javascript|mailto):/i.test(address) || address.trim() === '') return undefined;
      const source = sourceOf(post, address);
      if (use === 'link' && source.file === undefined) return undefined;
      source.isWanted = true;
      source.posts.add(post.where);
      return source.name;
    },
    async load(onPicture) {
      const all = [...sources.values()].filter(
        ({ isWanted, name, reason }) => isWanted && name === undefined && reason === undefined,
      );
      let done = 0;
      const takeOne = async (source: Source) => {
        await take(source);
        onPicture?.(++done, all.length);
      };
      const remote = new Map(all.flatMap((source) => (fetch && source.url ? [[source.url, source]] : [])));
      for (const source of all) if (!remote.has(source.url ?? '')) await takeOne(source);
      await eachWithLimits([...remote.keys()], async (url) => takeOne(remote.get(url) as Source));
    },
    missing: () =>
      [...sources.values()].flatMap(({ address, reason, posts }) =>
        reason === undefined ? [] : [{ address, reason, posts: [...posts] }],
      ),
    written: () => written,
  };
}

const bareHost = (host: string) => host.toLowerCase().replace(/^www\./, '');

/** The web address of a picture, if it has one that can be fetched. */
function remoteUrl({ hosts }: Archive, address: string): string | undefined {
  const base = hosts[0] && `https://${hosts[0]}/`;
  const url = /^(?:https?:)?\/\/|^\//i.test(address.trim())
    ? parseUrl(address.trim(), base || 'https://')
    : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href.replace(/#.*$/, '') : undefined;
}

/** Finds the file of an archive that an address means, whatever its capital letters; for a smaller copy by WordPress its original. */
function fileFinder({ root, hosts, basePath, publicFolders, attachments }: Archive) {
  const files = new Map(filesIn(root).map((path) => [path.toLowerCase(), path]));
  const own = new Set(hosts.map(bareHost));
  const uploads = new Map(attachments.map(({ id, address }) => [id, address]));
  return function fileAt({ folder }: Post, written: string): string | undefined {
    const [, attachment] = /^\/?\?attachment_id=(\d+)$/.exec(written) ?? [];
    const address = (attachment && uploads.get(attachment)) || written;
    const url = /^(?:https?:)?\/\//i.test(address) ? parseUrl(address, 'https://archive.invalid') : undefined;
    if (url && !own.has(bareHost(url.host))) return undefined;
    const path = url?.pathname ?? address.replace(/[?#].*$/s, '');
    const name = decoded(path) ?? path;
    const [, upload] = /wp-content\/uploads\/(.+)$/.exec(name) ?? [];
    const absolute =
      basePath && name.startsWith(`${basePath}/`) ? [name.slice(basePath.length), name] : [name];
    const places = [
      ...(name.startsWith('/') ? [] : [posix.join(folder, name)]),
      ...absolute.flatMap((path) =>
        [...publicFolders, 'content', 'src', ''].map((folder) => posix.join(folder, path)),
      ),
      ...(upload ? [`uploads/${upload}`, upload] : []),
    ].map((place) => place.replace(/^\/+/, '').toLowerCase());
    const originals = places.map((place) => place.replace(/-\d{2,4}x\d{2,4}(?=\.\w+$)/, ''));
    return [...(upload ? originals : []), ...places, ...originals]
      .map((place) => files.get(place))
      .find(Boolean);
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

/** Its path below `media/` without ending: the folders it has below those that are published, in the letters that names may have. */
function nameFor({ publicFolders }: Archive, { file, url }: Source): string {
  const path = file ?? decoded(new URL(url ?? '').pathname) ?? '';
  const published =
    [...publicFolders]
      .filter((folder) => folder && path.startsWith(`${folder}/`))
      .sort((a, b) => b.length - a.length)[0] ?? '';
  const parts = path
    .slice(published.length)
    .replace(/^.*wp-content\/uploads\//, '')
    .replace(/\.\w+$/, '')
    .split('/')
    .flatMap((part) => slugify(part).slice(0, 80).replace(/-$/, '') || []);
  return (file === undefined ? parts.slice(-1) : parts.slice(-3)).join('/') || 'picture';
}

async function readFileOf(file: string, root: string) {
  const path = join(root, file);
  const { size } = statSync(path);
  if (size > maxBytes) throw tooLarge(size);
  const [ending = ''] = /\.\w+$/.exec(file.toLowerCase()) ?? [];
  const copied = ending === '.gif' ? undefined : copiedKinds[ending];
  if (!copied) return checkedPicture(readFileSync(path));
  if (!copied.holds(path))
    throw new UnusableImage(`This file is called ${copied.name}, and holds something else.`, '');
  return { bytes: readFileSync(path), ending: ending.slice(1) };
}

/** A picture that pages can show, with the ending of its format. Rejects with `UnusableImage`. */
async function checkedPicture(bytes: Buffer): Promise<{ bytes: Buffer; ending: string }> {
  const header = await readHeader(bytes);
  const ending = endings[header.format];
  if (ending === undefined)
    throw new UnusableImage(`Pictures of the format ${header.format} are not taken.`, '');
  if (ending === 'svg') cleanSvg(decodeSvg(bytes) ?? '');
  else {
    refuseUnfit(header, header.format);
    // A file that was cut off has a valid header.
    await decode(bytes, 16);
  }
  return { bytes, ending };
}

/** Saves a file under a name that is free, or finds the one that has the same bytes. */
function save(content: string, name: string, ending: string, bytes: Buffer, onWritten: () => void): string {
  for (let number = 1; ; number += 1) {
    const path = `media/${name}${number === 1 ? '' : `-${number}`}.${ending}`;
    const absolute = join(content, path);
    if (!existsSync(absolute)) {
      mkdirSync(dirname(absolute), { recursive: true });
      createFile(absolute, bytes);
      onWritten();
      return path;
    }
    if (readFileSync(absolute).equals(bytes)) return path;
  }
}
