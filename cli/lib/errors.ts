export const exitCodes = {
  good: 0,
  /** Problems in the content. */
  problems: 1,
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

export const usageError = (message: string) => new ExitError(exitCodes.usage, message);
export const problemsError = (message: string) => new ExitError(exitCodes.problems, message);

/** The environment refuses: the disk, a port, the network. The message is a sentence for the user. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/** What the system's error codes mean, in plain words. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: 'permission is missing',
  EBUSY: 'it is in use, or a disk of its own is mounted there',
  EDQUOT: 'the share of the disk that this account may fill is full',
  EFBIG: 'the file is too large for the disk',
  EIO: 'the disk failed',
  EMFILE: 'too many files are open at once',
  ENAMETOOLONG: 'the name is too long for the disk',
  ENFILE: 'too many files are open at once',
  ENOENT: 'it is not there, or a folder around it is not',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'something around it is a file, not a folder',
  EPERM: 'the system does not allow it',
  EROFS: 'the disk is read-only',
};

/** Whether the operating system threw `error`. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

/** The message and exit code of an error that the user can do something about; `undefined` for a fault. */
export function expectedError(error: unknown) {
  if (error instanceof ExitError) return { message: error.message, code: error.code };
  if (error instanceof EnvironmentError || isSystemError(error))
    return { message: error.message, code: exitCodes.environment };
  return undefined;
}

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  isSystemError(error) && codes.includes(error.code);

/** What could not be done with a file or folder. */
type Action = 'read' | 'written' | 'replaced' | 'removed';

/** The result of `run`; a system error that it throws becomes an `EnvironmentError` that names the path. */
export function attempt<T>(path: string, action: Action, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw explained(error, path, action);
  }
}

/** A system error as an `EnvironmentError` that names the path; any other error as it is. */
export function explained(error: unknown, path: string, action: Action) {
  if (!isSystemError(error)) return error;
  const meaning = meanings[error.code];
  return new EnvironmentError(
    `${path} cannot be ${action}: ${meaning ? `${meaning} (${error.code})` : error.message}.`,
    { cause: error },
  );
}
