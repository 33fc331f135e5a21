import type * as z from 'zod';
import type { Notice, Picture, Post } from '../../templates/types.ts';
import type { Feed } from '../headlines/feed.ts';
import type { PulledFeed } from '../headlines/snapshots.ts';
import type { Clock } from '../lib/clock.ts';
import type { KeyPath } from '../problems/locate.ts';
import type { LiveText } from './markdown/live.ts';
import type { NoteFile } from './newsletter.ts';
import type { NoticeFile } from './notice.ts';
import type { PageFile } from './page-fields.ts';
import type { PostFile } from './post.ts';
import type { DataFiles, SharedFiles } from './single-files.ts';
import type { SiteFile } from './site.ts';
import type { MediaFile, Parsed, SourceFile, Sources } from './source-file.ts';

// The values that stages hand on, in order.

/** A post or a notice: its front matter, its Markdown, and the offset of the Markdown in the file. */
export interface Written<File> extends Parsed<File> {
  readonly body: string;
  readonly bodyOffset: number;
  readonly fileSlug: string;
  /** The files of `media/` that it names. */
  readonly media?: readonly string[];
}

export type ParsedPost = Written<PostFile>;
export type ParsedNotice = Written<NoticeFile>;

/** A page; Markdown files have a `bodyOffset`. */
export interface ParsedPage<File extends PageFile = PageFile> extends Parsed<File> {
  readonly bodyOffset?: number;
}

/** The files that all pages share; all but `site` are optional. */
export type Shared = Optional<Omit<SharedFiles, 'site'>> & {
  readonly site: Parsed<SiteFile>;
  readonly data: Optional<DataFiles>;
};

type Optional<Files> = { readonly [K in keyof Files]: Parsed<Files[K]> | undefined };

/** A Markdown text and its place: it starts at an offset of its file, or is the value at a path. */
export interface WrittenText {
  readonly source: SourceFile;
  readonly markdown: string;
  readonly at: KeyPath | number;
}

export interface DescribedFile extends Parsed<unknown> {
  readonly schema: z.ZodType;
}

/** The usable part of a file with errors. */
export interface BrokenFile {
  /** The text of a post or page, which is checked all the same. */
  readonly text?: WrittenText | undefined;
  /** The addresses that it probably has. */
  readonly addresses?: readonly string[];
  /** Its valid keys, if they are not enough for its schema. */
  readonly part?: DescribedFile | undefined;
  /** The entries of lists that are left out of its data. */
  readonly leftOut?: readonly KeyPath[] | undefined;
}

/**
 * What `parse` read from `content/`. Posts and pages with errors are left out, and so are wrong keys and entries of other files. Then no
 * site is written, but everything else is checked.
 */
export interface Records {
  readonly shared: Shared;
  readonly pages: readonly ParsedPage[];
  readonly posts: readonly ParsedPost[];
  readonly notices: readonly ParsedNotice[];
  readonly note?: Written<NoteFile> | undefined;
  readonly media: readonly MediaFile[];
  /** The paper's own feed files, by their path in `content/`. */
  readonly ownFeeds: ReadonlyMap<string, Feed>;
  /** Files that are missing something because of errors, by their path in `content/`. */
  readonly broken: ReadonlyMap<string, BrokenFile>;
  readonly sources: Sources;
}

/** A drawing that runs nothing and fetches nothing, whoever opens it. */
export interface CleanSvg {
  /** Serialized again as UTF-8 without a declaration, with nothing but what `look/svg/allow-list.ts` allows. */
  readonly text: string;
  /** In CSS pixels, whole, at least 1. */
  readonly width: number;
  readonly height: number;
}

/** An image of `content/media/` as pages show it, without its text alternative. */
export type Image = Omit<Picture, 'alt'> & {
  /** The size of the file at `src`. */
  readonly bytes: number;
  /** Content hash, unique for each original. */
  readonly key: string;
  readonly drawing?: CleanSvg;
  /** The file has a problem: it is only here so that references to it are not reported too. */
  readonly isUnusable?: boolean;
};

/** Images by their path in `content/`. */
export type Images = ReadonlyMap<string, Image>;

export interface EditionOptions {
  readonly now: Date;
  /** Also publishes drafts and scheduled posts. */
  readonly drafts: boolean;
  /** Replaces `baseUrl` of site.yaml. */
  readonly baseUrl?: string | undefined;
  /** Whether it is for `dev`. */
  readonly isDev?: boolean;
}

export interface EditionPost {
  readonly post: Post;
  readonly id: string;
  /** The moment of publication, in milliseconds. */
  readonly time: number;
  /** Year and month in the paper's zone: `2026-11`. */
  readonly month: string;
  readonly parsed: ParsedPost;
  /** Its entries, if it is or was told live. */
  readonly live?: LiveText | undefined;
}

export interface EditionNotice extends EditionPost {
  readonly notice: Notice;
  readonly file: NoticeFile;
}

/** The numbers of posts that are not published, by reason. */
export interface LeftOut {
  readonly drafts: number;
  readonly toCome: number;
  /** When the next scheduled post is published. */
  readonly next?: { readonly iso: string; readonly text: string };
}

/** The records with all references resolved: everything that this build publishes. */
export interface Edition
  extends Pick<Records, 'shared' | 'pages' | 'note' | 'media' | 'ownFeeds' | 'broken'> {
  /** Newest first. */
  readonly posts: readonly EditionPost[];
  /** Posts that are over: they are at their address alone. */
  readonly endedPosts: readonly EditionPost[];
  /** Newest first; none without a page that shows them. */
  readonly notices: readonly EditionNotice[];
  /** Notices that are expired: they are at their address alone. */
  readonly endedNotices: readonly EditionNotice[];
  /** The posts whose categories have a page, by its address. */
  readonly postsBySection: ReadonlyMap<string | undefined, readonly EditionPost[]>;
  readonly pictures: Images;
  /** Pulled headlines by the address of their feed. */
  readonly pulled: ReadonlyMap<string, PulledFeed>;
  /** Addresses of posts that are not published, and why, in words that complete "the post is …". */
  readonly unpublished: ReadonlyMap<string, string>;
  readonly unpublishedPosts: readonly ParsedPost[];
  /** Whether the paper has feeds: it has posts, or a page about feeds. */
  readonly hasFeed: boolean;
  readonly leftOut: LeftOut;
  /** Whether references were not checked because they may lead to a broken file. */
  readonly hasUnchecked: boolean;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** Who it is for: readers; a newsroom, with drafts or at another address; or the editor at this machine. */
  readonly audience: 'readers' | 'preview' | 'dev';
  /** The name of the content folder in reports. */
  readonly shownAs: string;
}

/** One file of the site, to be written at `path` inside the output folder, with `/`. */
export interface OutputFile {
  readonly path: string;
  /** Its content, or the file to copy, or how to make it; the key identifies what it is made of. */
  readonly content:
    | string
    | Uint8Array
    | { readonly copyOf: string }
    | { readonly key: string; readonly make: () => Promise<string> };
}
