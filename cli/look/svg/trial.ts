import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FileCache } from '../../lib/file-cache.ts';
import { UnusableImage } from '../unusable-image.ts';

/** The longer side in pixels. Derived images have at most four times as many pixels in all. */
const side = 1200;
const maxSeconds = 3;
const maxMemory = 600 * 1024 * 1024;

/** librsvg can neither be interrupted nor limited in memory, so the child process watches itself. Prints `yes` or `no`. */
const script = `
  const answer = (word) => {
    require('node:fs').writeSync(1, word);
    process.kill(process.pid, 'SIGKILL');
  };
  const start = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    if (user + system > ${maxSeconds * 1e6} || process.memoryUsage.rss() > ${maxMemory}) answer('no');
  }, 20);
  require('node:stream/consumers').buffer(process.stdin)
    .then((drawing) => require(process.argv[1])(drawing).resize({ width: ${side}, height: ${side}, fit: 'inside' }).raw().toBuffer())
    .then(() => answer('yes'), () => answer('no'));
`;

/** Short drawings without references, filters, styles and text need no trial. */
const isPlain = (text: string): boolean => text.length < 10_000 && !/href|url\(|style|<text/.test(text);

/**
 * Renders a clean drawing in a child process, or takes the result from the cache. Rejects with `UnusableImage` if that takes more than three
 * seconds of CPU time or 600 MiB, and with system errors if no process can be started.
 */
export async function tryDrawing(text: string, cache: FileCache): Promise<void> {
  if (isPlain(text)) return;
  const answer = await cache.file(cache.keyOf('trial', text), 'txt', () => tryToDraw(text));
  if (readFileSync(answer, 'utf8') === 'yes') return;
  throw new UnusableImage(
    `This drawing takes more than ${maxSeconds} seconds or 600 MB to draw, so it would be slow for readers too.`,
    'Simplify it in the drawing program, or export a PNG. Patterns, filters and parts that are shown again and again cost most.',
  );
}

async function tryToDraw(text: string): Promise<string> {
  // Every build would load it, and few have a drawing to try.
  const { execFile } = await import('node:child_process');
  return new Promise((resolve, reject) => {
    const sharp = createRequire(import.meta.url).resolve('sharp');
    const drawing = execFile(process.execPath, ['-e', script, sharp], (error, answer) => {
      if (/^(?:yes|no)$/.test(answer)) resolve(answer);
      else reject(error ?? new Error(`A drawing was tried, and the answer was: ${answer}`));
    });
    // EPIPE if the process ends early.
    drawing.stdin?.on('error', () => {}).end(text);
  });
}
