import type { ArchiveKind } from './archive.ts';

/** What a text of an archive is converted with. */
export interface TextContext {
  readonly format: 'markdown' | 'html';
  readonly kind: ArchiveKind;
  /** The new address of a page of the archive, by an address or the name of a source file; `undefined` if it was not imported. */
  readonly linkTo: (address: string) => string | undefined;
  /** `media/…` of a picture or file that the text shows or links to; `undefined` if there is none. */
  readonly pictureAt: (address: string, use?: 'picture' | 'link') => string | undefined;
}

/** Something in a text that was changed, kept visibly, or dropped; for the report. */
export interface Finding {
  readonly what: 'shortcode' | 'html' | 'link' | 'picture' | 'footnote' | 'heading' | 'markup' | 'too-large';
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

/** Pieces that are finished and hidden from later steps, behind two characters of the private use area. */
export interface Masks {
  readonly mask: (piece: string) => string;
  readonly unmask: (text: string) => string;
}

export function createMasks(): Masks {
  const pieces: string[] = [];
  const masked = /\uE000(\d+)\uE001/g;
  return {
    mask: (piece) => `\uE000${pieces.push(piece) - 1}\uE001`,
    // A piece may have others in it, which are older.
    unmask: function unmask(text): string {
      if (!text.includes('\uE000')) return text;
      return text.replace(masked, (all, index: string) => {
        const piece = pieces[Number(index)];
        return piece === undefined ? all : unmask(piece);
      });
    },
  };
}
