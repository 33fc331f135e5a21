import type { Picture, Post } from '../templates/types.ts';
import type { Feed } from './feeds/feed.ts';
import type { PulledFeed } from './feeds/snapshots.ts';
import type { Clock } from './lib/clock.ts';
import type { DataFiles, DataName } from './sources/data-kinds.ts';
import type { EmbedsFile } from './sources/embeds.ts';
import type { PageFile } from './sources/page-fields.ts';
import type { PostFile } from './sources/post.ts';
import type { RedirectsFile } from './sources/redirects.ts';
import type { Flaws } from './sources/schema/recover.ts';
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

/**
 * What `parse` made of `content/`. Of a file that is missing or does not fit its schema, this holds what could be recovered, with
 * stand-ins for the rest, so that other files can be checked; its problems are reported, and no site is written.
 */
export interface Records {
  readonly shared: Shared;
  /** `undefined` if site.yaml is missing or wrong. */
  readonly site: Parsed<SiteFile> | undefined;
  readonly pages: readonly ParsedPage[];
  readonly posts: readonly ParsedPost[];
  readonly media: readonly MediaFile[];
  /** The paper's own feed files, by their path in `content/`. */
  readonly ownFeeds: ReadonlyMap<string, Feed>;
  /** Files with mistakes that may name addresses, by their path in `content/`: nobody can say which addresses there are. */
  readonly broken: readonly string[];
  /** Which values are stand-ins, in files with problems. */
  readonly flaws: ReadonlyMap<SourceFile, Flaws>;
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
  readonly flaws: Records['flaws'];
  readonly skipped: readonly Skipped[];
  readonly clock: Clock;
  readonly baseUrl: string;
  /** The name of the content folder in reports. */
  readonly shownAs: string;
}

/** Something that was not checked because of a problem in a file. */
export interface Skipped {
  readonly file: string;
  /** In words that complete "This was not checked: …". */
  readonly what: string;
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
