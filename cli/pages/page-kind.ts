import type { ReactNode } from 'react';
import * as z from 'zod';
import type { Html, MarkdownText, PageHead, PageProps, Site } from '../../templates/types.ts';
import type { Words } from '../../templates/words/words.ts';
import type { Edition, EditionPost, OutputFile, ParsedPage } from '../content/model.ts';
import { type PageFile, pageFields } from '../content/page-fields.ts';
import type { OptionalFile } from '../content/single-files.ts';
import type { SourceFile } from '../content/source-file.ts';
import type { ShareImages } from '../look/share-images.ts';
import type { KeyPath } from '../problems/locate.ts';
import type { Embeds } from './embeds.ts';
import type { Thing } from './structured-data.ts';

export interface Build {
  readonly edition: Edition;
  /** The words of the interface, and the tag that `Intl` writes dates and numbers by. */
  readonly words: Words;
  readonly locale: string;
  readonly embeds: Embeds;
  readonly shareImages: ShareImages;
  /** The address of the first page of a kind. */
  readonly addressOf: (kind: string) => string | undefined;
}

/** What one page can use. Markdown is rendered later, by the component that shows it. */
export interface PageInput<File, Part> {
  readonly file: File;
  readonly source: SourceFile;
  readonly address: string;
  /** Which of the pages of its file this is. */
  readonly part: Part;
  readonly head: () => PageHead;
  /** An id for an element, from its words, unique on the page. */
  readonly idOf: (words: string) => string;
  /** A Markdown text at a path of the page's file, by default `['body']`. */
  readonly prose: (text: string, at?: KeyPath) => MarkdownText;
  /** A Markdown text at an offset or path of any file, with its headings lowered by some levels. */
  proseOf(source: SourceFile, text: string, at: KeyPath | number, lowerBy?: number): MarkdownText;
}

/** A feed of a page, besides the feed of the whole paper. */
export interface PageFeed {
  readonly path: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** The address of the page. */
  readonly page: string;
  /** For a feed of sounds: its cover in `media/`, and what directories of podcasts ask for. */
  readonly podcast?: Readonly<Record<'picture' | 'author' | 'email' | 'category', string>> & {
    readonly explicit: boolean;
  };
  /** Newest first. */
  readonly posts: readonly EditionPost[];
}

export interface PartRoute<Part> {
  readonly address: string;
  readonly part: Part;
  readonly newest?: EditionPost | undefined;
  /** Hidden from search engines, even if the others are not. */
  readonly isHidden?: boolean;
}

/** Fills one page. The type of a method, which accepts more than a function's does: see `PageKind`. */
type PropsOf<File, Part, Props> = { of(page: PageInput<File, Part>): Props }['of'];

/** What files of a kind hold, and what its pages show. The functions are methods, so that kinds of different props fit into one list. */
export interface PageKind<File = PageFile, Part = unknown, Props extends PageHead = PageHead> {
  /** The word that a file's `template` is. */
  readonly name: string;
  /** Its purpose in a few words, for the guide. */
  readonly summary: string;
  readonly schema: z.ZodObject;
  /** Files without which a page has nothing to show: if one is missing, that is reported at the page. */
  readonly needs?: readonly OptionalFile[];
  /** Optional files that it shows. */
  readonly shows?: readonly OptionalFile[];
  readonly address?: string;
  /** Shown in frames only: without the paper's header, footer and scripts, and hidden from search engines. */
  readonly isFramed?: boolean;
  /** Hidden from search engines. */
  readonly isHidden?: boolean;
  /** Addresses below a page's address that may become pages of the same file, and the words of the report about a collision. */
  readonly reserves?: { readonly below: RegExp; readonly reason: string };
  /** The pages of a file; by default one, at the file's `path`. */
  routes?(page: ParsedPage<File & PageFile>, edition: Edition): readonly PartRoute<Part>[];
  feeds?(page: ParsedPage<File & PageFile>, edition: Edition): readonly PageFeed[];
  /** Whether its pages show of texts of posts besides their own: they are drafted in each build. */
  readonly readsTexts?: boolean;
  files?(part: Part): readonly OutputFile[];
  /** Makes the props of pages: called once for each build, and the returned function once for each page. */
  props(build: Build): PropsOf<File, Part, Props>;
  structuredData?(page: Props, site: Site, htmlOf: (text: MarkdownText) => Html): readonly Thing[];
  component(props: PageProps<Props>): ReactNode;
}

/** One page of the site: its address, and what is needed to fill it. */
export interface Route {
  readonly address: string;
  readonly kind: PageKind;
  readonly source: SourceFile;
  /** The page's file; posts have none. */
  readonly page: ParsedPage | undefined;
  readonly part: unknown;
  /** The path of the key with the address; `undefined` if the address is the name of the file. */
  readonly key: KeyPath | undefined;
  /** Whether the address was made from the one that is written, as that of a second page is. */
  readonly isDerived: boolean;
  /** Hidden from search engines. */
  readonly isHidden: boolean;
  readonly modified: string | undefined;
}

type FileOf<Fields extends z.core.$ZodLooseShape> = PageFile & z.output<z.ZodObject<Fields>>;

/** A kind of page whose files have these fields, if any, in addition to the common ones. */
export function definePageKind<
  Fields extends z.core.$ZodLooseShape = Record<never, never>,
  Props extends PageHead = PageHead,
  Part = undefined,
>({
  fields,
  ...kind
}: Omit<PageKind<FileOf<Fields>, Part, Props>, 'schema'> & {
  readonly fields?: Fields;
}): PageKind<FileOf<Fields>, Part, Props> {
  return { ...kind, schema: pageFields.extend({ template: z.literal(kind.name), ...fields }) };
}

/** A file that a kind of page `needs`: a page without it gets no route. */
export function needed<File>(file: File | undefined): File {
  if (file === undefined) throw new Error('A kind of page shows a file that it does not say it needs');
  return file;
}

export const isOfKind = <File extends PageFile, Part, Props extends PageHead>(
  page: ParsedPage | undefined,
  kind: PageKind<File, Part, Props>,
): page is ParsedPage<File> => page?.data.template === kind.name;
