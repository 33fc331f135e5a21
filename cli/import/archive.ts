/** The generators whose archives are read. */
export type ArchiveKind = 'jekyll' | 'hugo' | 'eleventy' | 'wordpress';

/** Something that was published, as its archive has it: nothing is cleaned or converted. */
export interface ArchivePost {
  /** The file inside the archive, or the item of an export; for the report. */
  readonly where: string;
  /** The folder inside the archive that relative addresses of pictures start from; of a page bundle its own. */
  readonly folder: string;
  /** The guid that feed readers know, or else `where`: the same at the next import. */
  readonly key: string;
  /** The front matter as it stands, for `--map` and the report. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The fields that the values below were taken from. */
  readonly taken: readonly string[];
  readonly isPage: boolean;
  readonly title?: string | undefined;
  /** ISO 8601; a day, or a moment without a zone, if the archive says no more. */
  readonly date?: string | undefined;
  readonly updated?: string | undefined;
  readonly authors: readonly string[];
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly excerpt?: string | undefined;
  readonly slug: string;
  readonly isDraft: boolean;
  /** The address of its picture, as the archive writes it. */
  readonly picture?: string | undefined;
  readonly pictureAlt?: string | undefined;
  readonly pictureCaption?: string | undefined;
  readonly pictureCredit?: string | undefined;
  readonly body: string;
  readonly format: 'markdown' | 'html';
  /** Every address at which it was published, by the permalink rules of the archive; the first is the one that links name. */
  readonly addresses: readonly string[];
}

/** A file of an export that was uploaded: a picture, a document or a sound. */
export interface Attachment {
  readonly id: string;
  readonly address: string;
  readonly alt?: string | undefined;
  readonly caption?: string | undefined;
}

/** What an archive knows of an author besides the name. */
export interface ArchiveAuthor {
  readonly name: string;
  readonly bio?: string | undefined;
  /** The address of a picture. */
  readonly picture?: string | undefined;
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
  readonly authors: readonly ArchiveAuthor[];
  readonly attachments: readonly Attachment[];
  /** What could not be known or read, each with the cure; for the report. */
  readonly notes: readonly ArchiveNote[];
}

/** Something that was left out of the archive, or that nobody could know. */
export interface ArchiveNote {
  readonly where: string;
  readonly message: string;
}
