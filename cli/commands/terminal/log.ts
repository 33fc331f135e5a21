import { fstatSync, writeFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { attempt } from '../../lib/errors.ts';
import type { Paint } from '../../problems/print.ts';

type Stream = { readonly isTTY?: boolean; write(text: string): boolean };

/** Colors on a terminal, unless NO_COLOR is set, and anywhere with FORCE_COLOR: https://no-color.org, https://force-color.org */
export const paintFor =
  (stream: NodeJS.WriteStream): Paint =>
  (style, words) =>
    styleText(style, words, { stream });

/** A progress line that overwrites itself on a terminal; elsewhere lines of their own, as rarely as `seconds` says, or none. */
export function createProgress(
  stream: Stream,
  { CI: isOfMachine }: NodeJS.ProcessEnv = process.env,
  seconds = Infinity,
) {
  const isLine = Boolean(stream.isTTY) && !isOfMachine;
  let last = isLine ? 0 : Date.now();
  return {
    show(text: string) {
      const now = Date.now();
      if (now - last < (isLine ? 80 : seconds * 1000)) return;
      last = now;
      stream.write(isLine ? `\r\u001b[K${text}` : `${text}\n`);
    },
    clear() {
      if (isLine && last > 0) stream.write('\r\u001b[K');
    },
  };
}

/** How often a long command without a terminal says how far it is. */
export const plainSeconds = 10;

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
