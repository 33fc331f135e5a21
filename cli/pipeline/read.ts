import { basename, extname, join } from 'node:path';
import { type ContentFolder, type Entry, openContentFolder } from '../content/content-folder.ts';
import { isDeskLibrary } from '../content/desk.ts';
import { noteName } from '../content/newsletter.ts';
import { activeEndingOf, activeFinding, publicPathFinding } from '../content/public-file.ts';
import { isFeedFile } from '../content/schema/fields.ts';
import { singleFileMeant, singleSchemas } from '../content/single-files.ts';
import { type MediaFile, type SourceFile, type Sources, unreadableProblem } from '../content/source-file.ts';
import { bytesAt } from '../lib/ordinary-file.ts';
import { customCssName } from '../look/custom-css.ts';
import { nearest } from '../problems/nearest.ts';
import { type Details, type Outcome, type Problem, problem } from '../problems/problem.ts';
import { mediaTypes } from '../site/headers.ts';

/** Bytes of a text file. */
const maxTextBytes = 1024 * 1024;

/** Characters of the path of a file in `media/`: disks allow 1,024 bytes with the folder of the site. */
const maxPath = 300;

/** Bytes of a file in `public/` that are sniffed: far more than browsers do, https://mimesniff.spec.whatwg.org/#reading-the-resource-header */
const maxStart = 64 * 1024;

/** Whether `path` is a text file of the paper. */
function isContent(path: string): boolean {
  return (
    singleSchemas.has(path) ||
    path === customCssName ||
    path === noteName ||
    /^(?:blog|notices)\/[^/]+\.md$/.test(path) ||
    /^pages\/.+\.(?:md|yaml)$/.test(path) ||
    isFeedFile(path)
  );
}

/**
 * Takes every file of `content/`, in the order of their paths. What cannot be used (links, other encodings, files over 1 MiB, unknown files)
 * is a problem, and the rest is taken all the same.
 *
 * @throws {EnvironmentError} if the folder itself cannot be read
 */
export const read = (folder: string, shownAs: string): Outcome<Sources> =>
  readOpened(openContentFolder(folder), folder, shownAs);

/** `read` for an open folder. Throws if a file has changed since. */
export function readOpened(
  { entries, bytesOf, textOf, problems: ofFolder }: ContentFolder,
  folder: string,
  shownAs: string,
): Outcome<Sources> {
  const files: SourceFile[] = [];
  const media: MediaFile[] = [];
  const publicFiles: MediaFile[] = [];
  const problems: Problem[] = [...(ofFolder?.(shownAs) ?? [])];
  const refused = new Set<string>();
  let refusedFolder = '/';
  const mediaNames = new Map<string, string>();

  function readMedia({ path, size, hash, absolute }: Entry): Details | undefined {
    const finding = mediaFinding(path, size, mediaNames.get(path.toLowerCase()));
    if (finding) return finding;
    mediaNames.set(path.toLowerCase(), path);
    const sharedHash = absolute === undefined ? undefined : hash;
    media.push({ path, absolute: absolute ?? join(folder, path), bytes: size, sharedHash });
    return undefined;
  }

  function readPublic({ path, size, hash, absolute = join(folder, path) }: Entry): Details | undefined {
    const finding = publicPathFinding(path, size);
    if (finding) return finding;
    publicFiles.push({ path, absolute, bytes: size });
    return isDeskLibrary(path, hash) ? undefined : activeFinding(path, bytesAt(absolute, 0, maxStart));
  }

  function readText(entry: Entry, file: string): Problem | undefined {
    const { size, isText } = entry;
    if (size > maxTextBytes) return tooLarge(file, size);
    if (!isText) return encodingProblem(file, bytesOf(entry));
    files.push({
      path: entry.path,
      file,
      hash: entry.hash,
      // Read lazily.
      get text() {
        return textOf(entry);
      },
    });
    return undefined;
  }

  /** Takes a file or folder; returns its problem, if it has one. */
  function take(entry: Entry, file: string): Problem | undefined {
    const { path, kind, error } = entry;
    const reported = (finding: Details | undefined) => finding && problem({ file }, 'top', finding);
    const finding = entryFinding(entry);
    if (finding) return reported(finding);
    if (error !== undefined) return unreadableProblem(file, error);
    if (kind === 'folder') return undefined;
    if (path.startsWith('media/')) return reported(readMedia(entry));
    return path.startsWith('public/') ? reported(readPublic(entry)) : readText(entry, file);
  }

  for (const entry of entries) {
    if (entry.path.startsWith(refusedFolder)) continue;
    const problem = take(entry, `${shownAs}/${entry.path}`);
    if (!problem) continue;
    if (entry.kind === 'folder') refusedFolder = `${entry.path}/`;
    refused.add(entry.path);
    problems.push(problem);
  }
  return { value: { files, media, publicFiles, refused, shownAs }, problems };
}

/** Why a file or folder cannot be used, as far as its kind and path show. */
function entryFinding({ path, kind }: Entry): Details | undefined {
  if (kind === 'link') {
    return {
      rule: 'symlink',
      message: 'This is a link to another place. Only files in content itself are used.',
      hint: 'Put a copy of the file here instead of the link.',
    };
  }
  if (kind === 'folder') {
    if (!path.startsWith('media/') || /^[\w-]{1,100}$/.test(basename(path))) return undefined;
    return {
      rule: 'invalid-address',
      message: 'The name of this folder cannot be part of an address.',
      hint: 'Use only letters, digits, `-` and `_`, at most 100.',
    };
  }
  if (kind === 'other') return { rule: 'stray-file', message: 'This is not an ordinary file.' };
  if (/^(?:media|public)\//.test(path) || isContent(path)) return undefined;
  const renamed = path.replace(/\.yml$/i, '.yaml');
  const suggestion =
    renamed !== path && isContent(renamed)
      ? renamed
      : (nearest(path, [customCssName]) ?? singleFileMeant(path));
  return {
    rule: 'stray-file',
    message: 'The paper does not use this file.',
    hint: 'Posts belong in blog/*.md, notices in notices/*.md, pages in pages/*.yaml or *.md, feeds in feeds/*.xml, pictures in media/, other files to publish in public/.',
    suggestion,
  };
}

/** Why a file of `media/` cannot be used; `other` is a file whose path differs only in capital letters. */
function mediaFinding(path: string, bytes: number, other: string | undefined): Details | undefined {
  const name = basename(path);
  if (path.length > maxPath || !/^[\w.-]{1,100}$/.test(name)) {
    return {
      rule: 'invalid-address',
      message: 'The name of this file, or of all folders around it, cannot be part of an address.',
      hint: `Use only letters, digits, \`-\`, \`_\` and dots, at most 100, and ${maxPath} with all folders.`,
    };
  }
  // Hosts look at any ending, and GIF, PDF and MP3 are published as they are.
  const active = activeEndingOf(name.replace(/\.svg$/i, ''));
  if (active !== undefined || !Object.hasOwn(mediaTypes, extname(path).toLowerCase())) {
    return {
      rule: 'stray-file',
      message: `Files that end with \`${active === undefined ? extname(path) || name : `.${active}`}\` cannot be used.`,
      hint: `Files in media/ end with ${Object.keys(mediaTypes).join(', ')}.`,
    };
  }
  if (bytes === 0) return { rule: 'empty-file', message: 'This file is empty.' };
  if (other === undefined) return undefined;
  return {
    rule: 'duplicate-address',
    message: `\`${path}\` and \`${other}\` differ only in capital letters, and for many web hosts they are the same.`,
    hint: 'Give one of the two another name.',
  };
}

const tooLarge = (file: string, size: number): Problem =>
  problem({ file }, 'top', {
    rule: 'too-large',
    message: `This file has ${(size / maxTextBytes).toFixed(1)} MiB of text; at most 1 MiB is allowed.`,
    hint: 'Is a picture or a whole archive pasted into it? Pictures belong in media/.',
  });

/** Decoding replaces wrong bytes by U+FFFD, and UTF-16 has such or zeros. */
function encodingProblem(file: string, bytes: Buffer): Problem {
  const text = bytes.toString('utf8');
  const start = Math.max(0, text.search(/[\0\uFFFD]/));
  const message = 'From here on this file is not saved as UTF-8, or it is not a text.';
  const hint = 'Save it again as UTF-8; most editors offer that under “Save with encoding”.';
  return problem({ file, text }, { start, end: start + 1 }, { rule: 'not-utf8', message, hint });
}
