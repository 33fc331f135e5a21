import type { FieldMap, Fields, Recognized } from './fields.ts';

/** The generators whose archives are read. */
export type ArchiveKind = 'jekyll' | 'hugo' | 'eleventy' | 'wordpress' | 'ghost';

/** A post that was published, as its archive has it: nothing is cleaned or converted. */
export interface ArchivePost extends Recognized {
  /** The file inside the archive, or the item of an export; for the report. */
  readonly where: string;
  /** The folder inside the archive that relative addresses of pictures start from. */
  readonly folder: string;
  /** What feed readers know it by, else its address, else its file: the same at the next import. */
  readonly key: string;
  /** The front matter as it stands, for the report. */
  readonly fields: Fields;
  /** ISO 8601; a day, or a moment without a zone, if the archive says no more. */
  readonly date: string | undefined;
  /** What its address ends in. */
  readonly slug: string;
  readonly isDraft: boolean;
  readonly isPage?: boolean | undefined;
  readonly body: string;
  readonly format: 'markdown' | 'html';
  /** The ids of the pictures that were uploaded for it. */
  readonly attached?: readonly string[];
  /** Every address at which it was published, by the permalink rules of the archive; the first is the one that links name. */
  readonly addresses: readonly string[];
}

/** Something that was left out of the archive, or that nobody could know, with the cure. */
export interface ArchiveNote {
  readonly where: string;
  readonly message: string;
}

/** Somebody who wrote; empty texts are not known. */
export interface Person {
  readonly name: string;
  readonly mail: string;
  readonly bio: string;
}

/** The former address of all posts of a category, of a tag or by somebody, or of a feed; the feed of all has no name. */
export interface FormerList {
  readonly from: string;
  readonly kind: 'term' | 'person' | 'feed';
  readonly name: string;
}

export const listAt = (from: string, kind: FormerList['kind'], name: string) => ({ from, kind, name });

export interface MenuLine {
  readonly title: string;
  readonly address: string;
}

/** A file that was uploaded to WordPress. */
export interface Attachment {
  readonly address: string;
  readonly alt: string;
  readonly caption: string;
}

export interface Archive {
  readonly kind: ArchiveKind;
  /** The folder of the archive, or the one in which the export is. */
  readonly root: string;
  /** The hosts that are the archive's own, such as `www.example.com`. */
  readonly hosts: readonly string[];
  /** The folder of addresses that the site is under, such as `/blog`; empty for most. */
  readonly basePath: string;
  /** Folders inside the archive whose files are published at the root: `static`, `assets`, `` (the archive itself). */
  readonly publicFolders: readonly string[];
  readonly posts: readonly ArchivePost[];
  /** Pages of no day, such as that about the paper. */
  readonly pages: readonly ArchivePost[];
  /** Where lists of its posts were. */
  readonly lists: readonly FormerList[];
  readonly menu: readonly MenuLine[];
  /** The files of an export that were uploaded, by their ids and the addresses of their pages: pictures, documents and sounds. */
  readonly attachments: ReadonlyMap<string, Attachment>;
  readonly people: readonly Person[];
  readonly notes: readonly ArchiveNote[];
}

/** What the command says about how an archive is read. */
export interface ReadOptions {
  readonly map: FieldMap;
  /** A pattern in place of the archive's own rule. */
  readonly permalink?: string | undefined;
}

/** What `--shortcode` may say of a shortcode. */
export const shortcodeKinds = ['picture', 'video', 'quote', 'note', 'text', 'drop'] as const;
export type ShortcodeKind = (typeof shortcodeKinds)[number];

/** What a text of an archive is converted with. */
export interface TextContext {
  readonly format: 'markdown' | 'html';
  readonly kind: ArchiveKind;
  /** By the names of shortcodes. */
  readonly shortcodes: ReadonlyMap<string, ShortcodeKind>;
  /** The front matter of the post. */
  readonly fields?: Fields;
  /** The ids of the pictures that were uploaded for the post. */
  readonly attached?: readonly string[] | undefined;
  /** Where the text was published, which its relative addresses start from. */
  readonly address: string;
  /** The new address of a page of the archive, by an address or the name of a source file; `undefined` if it was not imported. */
  readonly linkTo: (address: string) => string | undefined;
  /** The ids of the headings of an imported page by those that they had, by its new address. */
  readonly partsOf?: (address: string) => ReadonlyMap<string, string> | undefined;
  /** `media/…` of a picture or file that the text shows; `undefined` if there is none. */
  readonly pictureAt: (address: string, use: 'picture' | 'link') => string | undefined;
  /** What an export says of an uploaded picture. */
  readonly attachmentOf?: (id: string) => Attachment | undefined;
}

/** Tells of something in a text that was dropped, or that stayed though it is no Markdown: a clause, and a piece of the text. */
export type ReportFinding = (cause: string, example: string) => void;
