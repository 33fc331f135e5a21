import { spawnSync } from 'node:child_process';
import { afterTheFile } from './cleanup.ts';

/** Mounts a disk of `size` (as in `64k`) at a folder until the tests of the file are over; `false` where that is not allowed. */
export function mountDisk(folder: string, size: string): boolean {
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', folder]).status === 0;
  if (done) afterTheFile(() => spawnSync('umount', [folder]));
  return done;
}
