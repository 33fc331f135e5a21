import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Cache } from '../../lib/cache.ts';
import type { Issue } from '../unusable-image.ts';
import { simplify } from './refusal.ts';

/** Pixels of the longer side; what is drawn later has at most four times as many in all. */
const side = 1200;
const maxSeconds = 3;
const maxMemory = 600 * 1024 * 1024;

/** Nothing interrupts librsvg, and nothing bounds its memory, so the process ends itself. Answers `yes` or `no`. */
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

/** What is wrong with a drawing that is not quick to draw. */
export const tooMuchToDraw: Issue = {
  message: `This drawing takes more than ${maxSeconds} seconds or 600 MB to draw, so it would be slow for readers too.`,
  hint: `${simplify} Patterns, filters and parts that are shown again and again cost most.`,
};

/** Text of so few shapes, without references, filters, and lines of text, that they are drawn quickly. */
const isPlain = (text: string): boolean => text.length < 10_000 && !/href|url\(|style|<text/.test(text);

/**
 * Whether a clean drawing is drawn within three seconds of CPU time and 600 MiB, found out in a process of its own, or taken from the
 * cache. Rejects where no process can be started.
 */
export async function isQuickToDraw(text: string, cache: Cache): Promise<boolean> {
  if (isPlain(text)) return true;
  const answer = await cache.file(cache.keyOf('trial', text), 'txt', () => tryToDraw(text));
  return readFileSync(answer, 'utf8') === 'yes';
}

const tryToDraw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const sharp = createRequire(import.meta.url).resolve('sharp');
    const drawing = execFile(process.execPath, ['-e', script, sharp], (error, answer) => {
      if (/^(?:yes|no)$/.test(answer)) resolve(answer);
      else reject(error ?? new Error(`A drawing was tried, and the answer was: ${answer}`));
    });
    // A process that ends early reads no more.
    drawing.stdin?.on('error', () => {}).end(text);
  });
