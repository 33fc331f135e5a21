import type { ArchiveKind, Attachment } from './archive.ts';

/** What `--shortcode` may say of a shortcode. */
export const shortcodeKinds = ['picture', 'video', 'quote', 'note', 'text', 'drop'] as const;
export type ShortcodeKind = (typeof shortcodeKinds)[number];

/** What a text of an archive is converted with. */
export interface TextContext {
  readonly format: 'markdown' | 'html';
  readonly kind: ArchiveKind;
  /** By the names of shortcodes. */
  readonly shortcodes: ReadonlyMap<string, ShortcodeKind>;
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

/** Something in a text that was dropped, or that stayed though it is no Markdown: a clause, and a piece of the text. */
export interface Finding {
  readonly cause: string;
  readonly example: string;
}

export type ReportFinding = (cause: string, example: string) => void;

/** The cause of a finding in a text that no page can have. */
export const tooLarge = 'the text is too large';
