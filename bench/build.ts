import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { writeCorpus } from '../tests/pipeline/corpus.ts';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

interface Command {
  /** What Node is given. */
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** Milliseconds, and the most memory the process had, in MB. */
interface Cost {
  readonly time: number;
  readonly memory: number;
}

const kinds = ['cold', 'unchanged', 'edited'] as const;
type Round = Readonly<Record<(typeof kinds)[number], Cost>> & { readonly bytes: number };

const names = ['galley', 'eleventy'] as const;
type Results = Readonly<Record<(typeof names)[number], Round[]>>;

/** A page as fixed strings, and the slots between them. */
export type Shell = readonly (string | { readonly slot: string })[];

/** Builds the same `posts` posts with Galley and with Eleventy, in turns, and prints the medians and their ratios. */
export async function benchBuild(posts: number): Promise<void> {
  // In memory where the system has such a folder: a disk that is busy with deleted files hides the difference.
  const place = process.env.BENCH_DIR ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
  const work = mkdtempSync(join(place, 'galley-bench-'));
  try {
    console.log(
      `${posts} posts in ${place}, median of ${rounds} rounds, order alternated; whole commands, start to end; without share images\n`,
    );
    const content = join(work, 'content');
    writeCorpus(content, join(root, 'content'), posts);
    const shell = join(work, 'shell.json');
    const first = join(work, 'first');
    await run(galley(content, first));
    writeFileSync(
      shell,
      JSON.stringify(
        shellOf(
          readFileSync(join(first, 'blog', 'post-1.html'), 'utf8'),
          readFileSync(join(content, 'blog', 'post-1.md'), 'utf8'),
        ),
      ),
    );

    const commands = {
      galley: (out: string) => galley(content, out),
      eleventy: (out: string) => eleventy(content, out, shell),
    };
    const results: Results = { galley: [], eleventy: [] };
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? names : names.toReversed();
      for (const name of order) {
        // A folder of its own for each round: creating files just after deleting thousands would measure the file system.
        const out = join(work, `${name}-${round}`);
        const cold = await run(commands[name](out));
        const unchanged = await run(commands[name](out));
        appendFileSync(join(content, 'blog', 'post-3.md'), `\nEdited for ${name} in round ${round}.\n`);
        const edited = await run(commands[name](out));
        results[name].push({ cold, unchanged, edited, bytes: bytesPerPost(out) });
        rmSync(out, { recursive: true });
      }
    }
    report(results);
    await reportPictures(work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** What one share image costs: a small paper built without any and with all, under a name for which no picture is cached. */
async function reportPictures(work: string): Promise<void> {
  const posts = 100;
  const content = join(work, 'pictures');
  writeCorpus(content, join(root, 'content'), posts);
  const site = join(content, 'site.yaml');
  const settings = readFileSync(site, 'utf8').replace(/^name: .*$/m, `name: The Courier of ${Date.now()}`);
  const time = async (shareImages: 'none' | 'all') => {
    writeFileSync(site, settings.replace(/^shareImages: \w+$/m, `shareImages: ${shareImages}`));
    return (await run(galley(content, join(work, `out-${shareImages}`)))).time;
  };
  await time('none');
  const without = await time('none');
  const drawn = await time('all');
  const cached = await time('all');
  const pictures = readdirSync(join(work, 'out-all', 'share')).length;
  console.log(
    `\nshare images, ${pictures} of them: ${((drawn - without) / pictures).toFixed(1)} ms each to draw, ${((cached - without) / pictures).toFixed(2)} ms each once cached`,
  );
}

const galley = (content: string, out: string): Command => ({
  args: [join(root, 'cli', 'galley.mjs'), 'build', '--content', content, '--out', out],
  environment: {},
});

const eleventy = (content: string, out: string, shell: string): Command => {
  // Eleventy finds its layouts by a path from its input, and reads no TypeScript.
  const site = join(dirname(content), 'eleventy');
  mkdirSync(site, { recursive: true });
  for (const name of ['config', 'page.11ty']) {
    const source = readFileSync(join(here, 'eleventy', `${name}.ts`), 'utf8');
    writeFileSync(join(site, `${name}.mjs`), transformSync(source, { loader: 'ts' }).code);
  }
  return {
    args: [
      join(here, 'node_modules', '@11ty', 'eleventy', 'cmd.cjs'),
      `--config=${join(site, 'config.mjs')}`,
      `--input=${join(content, 'blog')}`,
      `--output=${out}`,
    ],
    environment: { BENCH_SHELL: shell, BENCH_INCLUDES: '../../eleventy' },
  };
};

/** Runs a command to its end. */
function run({ args, environment }: Command): Promise<Cost> {
  return new Promise((done, fail) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaints = '';
    child.stderr.on('data', (data) => (complaints += data));
    let memory = 0;
    // The kernel keeps the high-water mark as long as the process lives.
    const watch = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1];
        if (kilobytes) memory = Number(kilobytes) / 1024;
      } catch {
        // It has just ended.
      }
    }, 10);
    child.on('exit', (code) => {
      clearInterval(watch);
      if (code === 0) done({ time: performance.now() - start, memory });
      else fail(new Error(`${args.join(' ')} ended with ${code}:\n${complaints}`));
    });
  });
}

/** A page of Galley, cut where the article is. */
function shellOf(html: string, source: string): Shell {
  const value = (key: string) => new RegExp(`^${key}: "?(.*?)"?$`, 'm').exec(source)?.[1] ?? '';
  const bodyStart = html.indexOf('<div class="prose">') + '<div class="prose">'.length;
  const bodyEnd = html.indexOf('</div>', bodyStart);
  const slots = {
    TITLE: value('title'),
    EXCERPT: value('excerpt'),
    PATH: '/blog/post-1',
    ISO: value('publishedDate'),
  };
  return Object.entries(slots).reduce<Shell>(
    (parts, [slot, text]) =>
      parts.flatMap((part) =>
        typeof part === 'string'
          ? part.split(text).flatMap((piece, i) => (i === 0 ? [piece] : [{ slot }, piece]))
          : [part],
      ),
    [html.slice(0, bodyStart), { slot: 'BODY' }, html.slice(bodyEnd)],
  );
}

function bytesPerPost(out: string): number {
  const folder = join(out, 'blog');
  const pages = readdirSync(folder).filter((file) => /^post-\d+\.html$/.test(file));
  return pages.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / pages.length;
}

function report(results: Results): void {
  const median = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const row = (label: string, unit: string, measure: (round: Round) => number) => {
    const [ours, theirs] = [median(results.galley.map(measure)), median(results.eleventy.map(measure))];
    const digits = unit === 's' ? 2 : 0;
    console.log(
      `| ${label} | ${ours.toFixed(digits)} ${unit} | ${theirs.toFixed(digits)} ${unit} | ${(ours / theirs).toFixed(2)} |`,
    );
  };
  console.log('| | Galley | Eleventy | ratio |\n| --- | --- | --- | --- |');
  for (const kind of kinds) row(kind, 's', (round) => round[kind].time / 1000);
  row('peak memory, cold', 'MB', ({ cold }) => cold.memory);
  row('bytes per post page', 'B', ({ bytes }) => bytes);
}
