import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { explained, hasCode } from './errors.ts';

type Content = string | Uint8Array | Iterable<string>;

/** Writes a file atomically, whose content may come in parts; `mode` has its permissions. @throws {EnvironmentError} errors of the disk */
export const replaceFile = (path: string, content: Content, mode?: number): void =>
  writeAndMove(path, content, (from, to) => {
    if (mode !== undefined) chmodSync(from, mode);
    renameSync(from, to);
  });

/** The same for a new file. @throws the system's EEXIST if `path` exists */
export const createFile = (path: string, content: string | Uint8Array): void =>
  writeAndMove(path, content, linkSync);

/** Writes a new file and the folders that it needs. Gives whether there was no such file. */
export function createWithFolders(path: string, content: string | Uint8Array): boolean {
  mkdirSync(dirname(path), { recursive: true });
  try {
    createFile(path, content);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function writeAndMove(path: string, content: Content, move: (from: string, to: string) => void) {
  const temporary = `${path}.${randomBytes(4).toString('hex')}~`;
  const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
  try {
    const file = openSync(temporary, 'wx');
    try {
      for (const part of parts) writeFileSync(file, part);
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
