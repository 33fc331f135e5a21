import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { explained, hasCode } from './environment-error.ts';

/** A content, or its parts. */
type Content = string | Uint8Array | Iterable<string>;

const partsOf = (content: Content): Iterable<string | Uint8Array> =>
  typeof content === 'string' || content instanceof Uint8Array ? [content] : content;

/** Writes a file atomically; `mode` has its permissions. @throws {EnvironmentError} errors of the disk */
export const replaceFile = (path: string, content: Content, mode?: number): void =>
  writeAndMove(path, content, (from, to) => {
    if (mode !== undefined) chmodSync(from, mode);
    renameSync(from, to);
  });

/** The same for a new file. @throws the system's EEXIST if `path` exists */
export const createFile = (path: string, content: string | Uint8Array): void =>
  writeAndMove(path, content, linkSync);

function writeAndMove(path: string, content: Content, move: (from: string, to: string) => void) {
  const temporary = `${path}.${randomBytes(4).toString('hex')}~`;
  try {
    const file = openSync(temporary, 'wx');
    try {
      for (const part of partsOf(content)) writeFileSync(file, part);
    } finally {
      closeSync(file);
    }
    move(temporary, path);
  } catch (error) {
    throw hasCode(error, 'EEXIST') ? error : explained(error, path, 'written');
  } finally {
    rmSync(temporary, { force: true });
  }
}
