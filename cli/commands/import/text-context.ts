import type { ArchiveKind } from './archive.ts';

/** What a text of an archive is converted with. */
export interface TextContext {
  readonly format: 'markdown' | 'html';
  readonly kind: ArchiveKind;
  /** Where the text was published, which its relative addresses start from. */
  readonly address: string;
  /** The new address of a page of the archive, by an address or the name of a source file; `undefined` if it was not imported. */
  readonly linkTo: (address: string) => string | undefined;
  /** `media/…` of a picture or file that the text shows; `undefined` if there is none. */
  readonly pictureAt: (address: string, use: 'picture' | 'link') => string | undefined;
}

/** Something in a text that was changed, kept visibly, or dropped; for the report. */
export interface Finding {
  readonly what: 'shortcode' | 'html' | 'link' | 'picture' | 'heading' | 'markup' | 'too-large';
  readonly name: string;
  readonly outcome: 'changed' | 'kept' | 'dropped';
  /** A piece of the original text. */
  readonly example: string;
}

export type ReportFinding = (
  what: Finding['what'],
  name: string,
  outcome: Finding['outcome'],
  example: string,
) => void;

export interface ConvertedText {
  readonly text: string;
  readonly findings: readonly Finding[];
}
