import type { ReactNode } from 'react';
import * as z from 'zod';
import type { Html, MarkdownText, PageHead, PageProps, Site } from '../../templates/types.ts';
import type { Words } from '../../templates/words/words.ts';
import type { ShareImages } from '../images/share-images.ts';
import type { Edition, EditionPost, ParsedPage, ParsedPost } from '../model.ts';
import type { KeyPath } from '../problems/locate.ts';
import { type PageFile, pageFields } from '../sources/page-fields.ts';
import type { OptionalFile } from '../sources/shared-files.ts';
import type { SourceFile } from '../sources/source-file.ts';
import type { Embeds } from './embeds.ts';
import type { Policy } from './policy.ts';
import type { Thing } from './structured-data.ts';

/** What all pages of a build can use. */
export interface Build {
  readonly edition: Edition;
  /** The words of the interface, and the tag that `Intl` writes dates and numbers by. */
  readonly words: Words;
  readonly locale: string;
  readonly embeds: Embeds;
  readonly shareImages: ShareImages;
  /** The pages that readers may arrive at: neither hidden nor for frames. */
  readonly listedPages: readonly ParsedPage[];
  /** The address of the first page of a kind. */
  readonly addressOf: (kind: string) => string | undefined;
}

/** What one page can use. Its Markdown is rendered with it, by the component that shows it. */
export interface PageInput<File, Part> {
  readonly file: File;
  readonly source: SourceFile;
  readonly address: string;
  /** Which of the pages of its file this is. */
  readonly part: Part;
  /** What every page says of itself, from the fields that all pages have. */
  readonly head: () => PageHead;
  /** An id for an element, from its words, unique on the page. */
  readonly idOf: (words: string) => string;
  /** A Markdown text at a path of the page's own file; `['body']` if no path is given. */
  readonly prose: (text: string, at?: KeyPath) => MarkdownText;
  /** A Markdown text of another file, at an offset or a path, its headings lowered by some levels. */
  readonly proseOf: (
    source: SourceFile,
    text: string,
    at: KeyPath | number,
    lowerBy?: number,
  ) => MarkdownText;
  /** The text of a post. */
  readonly bodyOf: (post: ParsedPost) => MarkdownText;
}

/** A feed of posts of a page, besides the paper's own. */
export interface PageFeed {
  readonly path: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** The address of the page. */
  readonly page: string;
  /** Newest first. */
  readonly posts: readonly EditionPost[];
}

/** Fills one page. The type of a method, which accepts more than a function's does: see `PageKind`. */
type PropsOf<File, Part, Props> = { of(page: PageInput<File, Part>): Props }['of'];

/**
 * A kind of page: what its files hold, what its pages show, and the component that renders them. The functions are methods, so that
 * kinds of different props fit into one list.
 */
export interface PageKind<File = PageFile, Part = unknown, Props extends PageHead = PageHead> {
  /** The word that a file's `template` is. */
  readonly name: string;
  /** What it is for, in a few words for the guide. */
  readonly summary: string;
  readonly schema: z.ZodObject;
  /** The files without which a page has nothing to show: where one is missing, that is reported at the page. */
  readonly needs?: readonly OptionalFile[];
  /** The same for pages that leave out a field, by the field. */
  readonly needsWithout?: Readonly<Record<string, OptionalFile>>;
  /** Other files that it shows if the paper has them. */
  readonly shows?: readonly OptionalFile[];
  /** The one address that its page has. */
  readonly address?: string;
  /** Shown in frames only: without the paper's header, footer and scripts, and hidden from search engines. */
  readonly isFramed?: boolean;
  /** Whether its structured data says everything about the paper; other pages only name it. */
  readonly isAboutPaper?: boolean;
  /** Kept from search engines. */
  readonly isHidden?: boolean;
  /** Addresses below a page's own at which more of its pages may appear, and the words that say so. */
  readonly reserves?: { readonly below: RegExp; readonly reason: string };
  /** The pages of a file; one, at its own address, if this is left out. */
  routes?(page: ParsedPage<File & PageFile>, edition: Edition): readonly { address: string; part: Part }[];
  /** The feed of a file's pages. */
  feed?(page: ParsedPage<File & PageFile>, edition: Edition): PageFeed | undefined;
  /** What a page shows: called once for a build, and what it returns once for each page. */
  props(build: Build): PropsOf<File, Part, Props>;
  /** What a page may load from elsewhere. */
  policy?(page: Props): Policy;
  structuredData?(page: Props, site: Site, htmlOf: (text: MarkdownText) => Html): readonly Thing[];
  component(props: PageProps<Props>): ReactNode;
}

/** One page of the site: its address, and what is needed to fill it. */
export interface Route {
  readonly address: string;
  readonly kind: PageKind;
  /** The file that asks for it. */
  readonly source: SourceFile;
  /** The page's file; posts have none. */
  readonly page: ParsedPage | undefined;
  readonly part: unknown;
  /** The key of the file that names the address; `undefined` if the file's own name does. */
  readonly key: KeyPath | undefined;
  /** Whether the address was made from the one that is written, as that of a second page is. */
  readonly isDerived: boolean;
  /** Kept from search engines: by its own word, or because it is no page to arrive at. */
  readonly isHidden: boolean;
  /** When it was changed last, if that is known. */
  readonly modified: string | undefined;
}

type FileOf<Fields extends z.core.$ZodLooseShape> = PageFile & z.output<z.ZodObject<Fields>>;

/** A kind of page whose files have these fields besides those of all pages. */
export function definePageKind<
  Fields extends z.core.$ZodLooseShape,
  Props extends PageHead,
  Part = undefined,
>({
  fields,
  ...kind
}: Omit<PageKind<FileOf<Fields>, Part, Props>, 'schema'> & {
  readonly fields: Fields;
}): PageKind<FileOf<Fields>, Part, Props> {
  return { ...kind, schema: pageFields.extend({ template: z.literal(kind.name), ...fields }) };
}

/** A file that a kind of page `needs`: `parse` has a stand-in where there is none. */
export function needed<File>(file: File | undefined): File {
  if (file === undefined) throw new Error('A kind of page shows a file that it does not say it needs');
  return file;
}

/** Whether a page is of a kind. */
export const isOfKind = <File extends PageFile, Part, Props extends PageHead>(
  page: ParsedPage | undefined,
  kind: PageKind<File, Part, Props>,
): page is ParsedPage<File> => page?.data.template === kind.name;
