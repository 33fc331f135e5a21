import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { usageError } from '../../lib/errors.ts';
import { ownFolderOf } from '../../lib/galley-folder.ts';
import type { Format } from '../../problems/print.ts';
import { realPath, requireReplaceable } from '../../site/site-folder.ts';
import { recover } from '../../site/swap.ts';

// What each flag does is in its help: in options.ts if several commands have it, else in the file of its command.

export type NowFlag = { readonly now?: Date | undefined };

/** A part of the papers of a network: one of `of`, counted from 1. */
export type Shard = Readonly<Record<'number' | 'of', number>>;

export interface NetworkFlags {
  /** The folder of a network, whose papers are taken instead. */
  readonly network?: string;
  readonly shard?: Shard;
}

/** What a build or a check of a paper needs. A switch that is left out is off. */
export interface PaperFlags extends NowFlag, NetworkFlags {
  readonly content: string;
  /** The folder of the site; a check looks up what was built into it. */
  readonly out: string;
  readonly feeds?: string;
  readonly cache?: string;
  readonly baseUrl?: string;
  readonly drafts?: boolean;
  readonly fresh?: boolean;
  readonly all?: boolean;
  readonly force?: boolean;
  /** The site is for `dev`: it counts no readers, and has pages whose texts have errors. */
  readonly isDev?: boolean;
}

export type BuildFlags = PaperFlags & { readonly format: Format };

export interface ServerFlags {
  readonly host: string;
  readonly port?: number;
  /** More host names to answer, as `readHostName` gives them. */
  readonly allowHost: readonly string[];
}

/** `--now`, else SOURCE_DATE_EPOCH (https://reproducible-builds.org/docs/source-date-epoch/), else the clock. */
export function nowOf({ now }: NowFlag): Date {
  if (now) return now;
  const epoch = process.env.SOURCE_DATE_EPOCH;
  if (!epoch) return new Date();
  if (!/^\d{1,11}$/.test(epoch))
    throw usageError(`SOURCE_DATE_EPOCH is \`${epoch}\`; it must be whole seconds since 1970.`);
  return new Date(Number(epoch) * 1000);
}

/** Throws, as wrong usage, where `content` is not a folder. */
export function requireContent(content: string): void {
  if (!statSync(content, { throwIfNoEntry: false })?.isDirectory())
    throw usageError(`There is no content folder ${resolve(content)}. \`galley init\` starts a paper.`);
}

/** Throws, as wrong usage, where `content` is not a folder, or the folder `cache` is in it. */
export function requireFolders({ content, cache }: Pick<PaperFlags, 'content' | 'cache'>): void {
  requireContent(content);
  if (cache === undefined) return;
  const within = relative(realPath(content), realPath(cache));
  if (within.split(sep)[0] === '..' || isAbsolute(within)) return;
  throw usageError(`The folder of --cache, ${resolve(cache)}, must be outside of the content folder.`);
}

/** The folders that an output folder may neither contain nor be in. */
export const protectedFolders = ({ content, cache }: Pick<PaperFlags, 'content' | 'cache'>): string[] =>
  [content, cache ?? []].flat();

/** Finishes the swap of a killed build, and throws if a build could not replace the output folder. */
export function prepareOutput(flags: PaperFlags): void {
  recover(flags.out);
  requireReplaceable(flags.out, protectedFolders(flags), flags.force);
}

export const feedsFolder = ({ content, feeds }: Pick<PaperFlags, 'content' | 'feeds'>): string =>
  feeds ?? ownFolderOf(content, 'feeds');

/** A folder as reports show it, with `/`: relative to the top of its repository, where CI looks for files, or to the current folder. */
export function shownPath(folder: string): string {
  const absolute = resolve(folder);
  // In a second worktree and in a submodule, `.git` is a file.
  const repository = foldersAround(absolute).find((around) => existsSync(join(around, '.git')));
  return relative(repository ?? process.cwd(), absolute).replaceAll(sep, '/') || '.';
}

/** A file or folder in `folder` as reports show it. */
export function shownIn(folder: string, path: string): string {
  const shown = shownPath(folder);
  return shown === '.' ? path : `${shown}/${path}`;
}

/** A folder and all its parents. */
export function foldersAround(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAround(parent)];
}
