/** Thrown by the checks of a drawing. `piece` is the part of an attribute or of a style that is the reason. */
export class Refusal extends Error {
  readonly hint: string;
  readonly piece: string;
  constructor(message: string, hint: string, piece = '') {
    super(message);
    this.hint = hint;
    this.piece = piece;
  }
}

/** A text at the length that messages have room for. */
export const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

export const saveAgain = 'Open it in a drawing program and save it as plain SVG, or export a PNG.';
export const simplify = 'Simplify it in the drawing program, or export a PNG.';
