export const exitCodes = {
  good: 0,
  /** Problems in the content. */
  problems: 1,
  /** Wrong usage. */
  usage: 2,
  /** The environment refused: disk, port, network. */
  environment: 3,
  /** A fault in Galley. */
  fault: 4,
} as const;

/** Ends the command with a message for the person who called it, and no stack. */
export class ExitError extends Error {
  override name = 'ExitError';
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}
