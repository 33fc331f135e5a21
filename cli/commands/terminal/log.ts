import { fstatSync, writeFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { attempt } from '../../lib/errors.ts';
import type { Paint } from '../../problems/print.ts';

type Stream = { readonly isTTY?: boolean; write(text: string): boolean };

/** Colors on a terminal, unless NO_COLOR is set, and anywhere with FORCE_COLOR: https://no-color.org, https://force-color.org */
export function paintFor(stream: Stream, environment: NodeJS.ProcessEnv = process.env): Paint {
  const isColored = environment.FORCE_COLOR
    ? environment.FORCE_COLOR !== '0'
    : Boolean(stream.isTTY) && !environment.NO_COLOR;
  // By itself Node takes an empty FORCE_COLOR for a yes, and warns on stderr where NO_COLOR is set as well.
  return isColored
    ? (style, words) => styleText(style, words, { validateStream: false })
    : (_style, words) => words;
}

/** A progress line that overwrites itself; only on a terminal. */
export function createProgress(stream: Stream, environment: NodeJS.ProcessEnv = process.env) {
  const shown = Boolean(stream.isTTY) && !environment.CI;
  let last = 0;
  return {
    show(text: string) {
      const now = Date.now();
      if (!shown || now - last < 80) return;
      last = now;
      stream.write(`\r\u001b[K${text}`);
    },
    clear() {
      if (shown && last > 0) stream.write('\r\u001b[K');
    },
  };
}

/** Writes to stdout. Throws `EnvironmentError` where the disk refuses: a stream may write only a part, and not say so. */
export function writeResult(text: string): void {
  const { fd } = process.stdout;
  if (fstatSync(fd).isFile())
    attempt('The file that stdout goes to', 'written', () => writeFileSync(fd, text));
  else process.stdout.write(text);
}

/** `412 kB`, `3.2 MB`. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `84 ms`, `1.24 s`. */
export const duration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
