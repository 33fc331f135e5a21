import type * as z from 'zod';
import type { Picture, Post } from '../templates/types.ts';
import type { Feed } from './feeds/feed.ts';
import type { PulledFeed } from './feeds/snapshots.ts';
import type { Clock } from './lib/clock.ts';
import type { KeyPath } from './problems/locate.ts';
import type { DataFiles, DataName } from './sources/data-kinds.ts';
import type { EmbedsFile } from './sources/embeds.ts';
import type { PageFile } from './sources/page-fields.ts';
import type { PostFile } from './sources/post.ts';
import type { RedirectsFile } from './sources/redirects.ts';
import type { NavigationFile, RadioFile, SiteFile } from './sources/site.ts';
import type { MediaFile, Parsed, SourceFile, Sources } from './sources/source-file.ts';
import type { ThemeFile } from './sources/theme.ts';

// What the stages hand on, in their order.

/** A post: its front matter, and its Markdown with the offset of its start in the file. */
export interface ParsedPost extends Parsed<PostFile> {
  readonly body: string;
  readonly bodyOffset: number;
  /** Whether it begins with the words that `new` writes. */
  readonly isPlaceholder: boolean;
  readonly fileSlug: string;
}

/** A page; `bodyOffset` is there if the page is a Markdown file. */
export interface ParsedPage<File extends PageFile = PageFile> extends Parsed<File> {
  readonly bodyOffset?: number;
}

/** The files that all pages share; a paper may do without all but the first. */
export interface Shared {
  readonly site: Parsed<SiteFile>;
  readonly navigation: Parsed<NavigationFile> | undefined;
  readonly embeds: Parsed<EmbedsFile> | undefined;
  readonly radio: Parsed<RadioFile> | undefined;
  readonly redirects: Parsed<RedirectsFile> | undefined;
  readonly theme: Parsed<ThemeFile> | undefined;
  readonly data: { readonly [K in DataName]: Parsed<DataFiles[K]> | undefined };
}

/** A Markdown text, and where it is written: from an offset of its file on, or as the value at a path. */
export interface WrittenText {
  readonly source: SourceFile;
  readonly markdown: string;
  readonly at: KeyPath | number;
}

/** A file with its data and the schema that describes it. */
export interface DescribedFile extends Parsed<unknown> {
  readonly schema: z.ZodType;
}

/** What can be used of a file with errors. */
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
  readonly media: readonly MediaFile[];
  /** The paper's own feed files, by their path in `content/`. */
  readonly ownFeeds: ReadonlyMap<string, Feed>;
  /** Files that are missing something because of errors, by their path in `content/`. */
  readonly broken: ReadonlyMap<string, BrokenFile>;
  readonly sources: Sources;
}

/** A drawing that runs nothing and fetches nothing, whoever opens it. */
export interface CleanSvg {
  /** Written anew, as UTF-8 without a declaration: only what is on the lists of `images/svg/allow-list.ts`. */
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
  /** The clean text of an SVG. */
  readonly drawing?: CleanSvg;
  /** The file has a problem: it is only here so that references to it are not reported too. */
  readonly isUnusable?: boolean;
};

/** Images by their path in `content/`. */
export type Images = ReadonlyMap<string, Image>;

/** The time of the build, and its flags. */
export interface EditionOptions {
  readonly now: Date;
  /** Publishes drafts and posts to come as well. */
  readonly drafts: boolean;
  /** Replaces `baseUrl` of site.yaml. */
  readonly baseUrl?: string | undefined;
}

/** A published post. */
export interface EditionPost {
  readonly post: Post;
  readonly id: string;
  /** The moment of publication, in milliseconds. */
  readonly time: number;
  /** Year and month in the paper's zone: `2026-11`. */
  readonly month: string;
  readonly parsed: ParsedPost;
}

/** How many posts are not published, and why. */
export interface LeftOut {
  readonly drafts: number;
  readonly toCome: number;
  /** When the first of those to come is published. */
  readonly next?: { readonly iso: string; readonly text: string };
}

/** The records with every reference resolved: all that this build publishes, and nothing else. */
export interface Edition {
  readonly shared: Shared;
  readonly pages: readonly ParsedPage[];
  /** Newest first. */
  readonly posts: readonly EditionPost[];
  /** The posts whose categories have a page, by its address. */
  readonly postsBySection: ReadonlyMap<string | undefined, readonly EditionPost[]>;
  readonly media: readonly MediaFile[];
  /** Those of `media` that are pictures, by their path in `content/`. */
  readonly pictures: Images;
  /** Headlines of other sources by the address of their feed, and the paper's own feed files by their path. */
  readonly pulled: ReadonlyMap<string, PulledFeed>;
  readonly ownFeeds: ReadonlyMap<string, Feed>;
  /** Addresses of posts that are not published, and why, in words that complete "the post is …". */
  readonly unpublished: ReadonlyMap<string, string>;
  readonly unpublishedPosts: readonly ParsedPost[];
  /** Whether the paper has feeds of its own: it has posts, or a page about them. */
  readonly hasFeed: boolean;
  readonly leftOut: LeftOut;
  readonly broken: Records['broken'];
  /** Whether references were not checked because they may lead to a broken file. */
  readonly hasUnchecked: boolean;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** The name of the content folder in reports. */
  readonly shownAs: string;
}

/** One file of the site, to be written at `path` inside the output folder, with `/`. */
export interface OutputFile {
  readonly path: string;
  /** Its content, or the file on disk to copy it from, or how to make it from what has this key. */
  readonly content:
    | string
    | Uint8Array
    | { readonly copyOf: string }
    | { readonly key: string; readonly make: () => Promise<string> };
}
