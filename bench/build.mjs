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
import { writeCorpus } from './corpus.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

/** Builds the same `posts` posts with Galley and with Eleventy, in turns, and prints the medians and their ratios. */
export async function benchBuild(posts) {
  // In memory where the system has such a folder: a disk that is busy forgetting deleted files makes both look alike.
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

    const rivals = {
      galley: (out) => galley(content, out),
      eleventy: (out) => eleventy(content, out, shell),
    };
    const results = { galley: [], eleventy: [] };
    for (let round = 0; round < rounds; round++) {
      const order = round % 2 === 0 ? ['galley', 'eleventy'] : ['eleventy', 'galley'];
      for (const name of order) {
        // A folder of its own for each round: creating files just after deleting thousands would measure the file system.
        const out = join(work, `${name}-${round}`);
        const cold = await run(rivals[name](out));
        const unchanged = await run(rivals[name](out));
        appendFileSync(join(content, 'blog', 'post-3.md'), `\nEdited for ${name} in round ${round}.\n`);
        const edited = await run(rivals[name](out));
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

/** What one share image costs: a small paper built without any and with all, under a name that no picture is remembered for. */
async function reportPictures(work) {
  const posts = 100;
  const content = join(work, 'pictures');
  writeCorpus(content, join(root, 'content'), posts);
  const site = join(content, 'site.yaml');
  const settings = readFileSync(site, 'utf8').replace(/^name: .*$/m, `name: The Courier of ${Date.now()}`);
  const time = async (shareImages) => {
    writeFileSync(site, settings.replace(/^shareImages: \w+$/m, `shareImages: ${shareImages}`));
    return (await run(galley(content, join(work, `out-${shareImages}`)))).time;
  };
  await time('none');
  const without = await time('none');
  const drawn = await time('all');
  const remembered = await time('all');
  const pictures = readdirSync(join(work, 'out-all', 'share')).length;
  console.log(
    `\nshare images, ${pictures} of them: ${((drawn - without) / pictures).toFixed(1)} ms each to draw, ${((remembered - without) / pictures).toFixed(2)} ms each once remembered`,
  );
}

const galley = (content, out) => ({
  command: [join(root, 'cli', 'galley.mjs'), 'build', '--content', content, '--out', out],
  environment: {},
});

const eleventy = (content, out, shell) => {
  // Eleventy reads its folders relative to where it runs.
  const site = join(dirname(content), 'eleventy');
  mkdirSync(join(site, '_includes'), { recursive: true });
  writeFileSync(
    join(site, '_includes', 'page.11ty.js'),
    readFileSync(join(here, 'eleventy', 'page.11ty.js')),
  );
  return {
    command: [
      join(here, 'node_modules', '@11ty', 'eleventy', 'cmd.cjs'),
      `--config=${join(here, 'eleventy', 'config.js')}`,
      `--input=${join(content, 'blog')}`,
      `--output=${out}`,
    ],
    environment: { BENCH_SHELL: shell, BENCH_INCLUDES: '../../eleventy/_includes' },
  };
};

/** Runs a command to its end; milliseconds, and the most memory it held, in MB. */
function run({ command, environment }) {
  return new Promise((done, fail) => {
    const start = performance.now();
    const child = spawn(process.execPath, command, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaints = '';
    child.stderr.on('data', (data) => (complaints += data));
    let memory = 0;
    // The kernel keeps the high-water mark; it is gone with the process, so it is read while that lives.
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
      else fail(new Error(`${command.join(' ')} ended with ${code}:\n${complaints}`));
    });
  });
}

/** A drawn page as fixed strings and the slots between them. */
function shellOf(html, source) {
  const value = (key) => new RegExp(`^${key}: "?(.*?)"?$`, 'm').exec(source)?.[1] ?? '';
  const bodyStart = html.indexOf('<div class="prose">') + '<div class="prose">'.length;
  const bodyEnd = html.indexOf('</div>', bodyStart);
  let parts = [html.slice(0, bodyStart), { slot: 'BODY' }, html.slice(bodyEnd)];
  const slots = {
    TITLE: value('title'),
    EXCERPT: value('excerpt'),
    PATH: '/blog/post-1',
    ISO: value('publishedDate'),
  };
  for (const [slot, text] of Object.entries(slots)) {
    parts = parts.flatMap((part) =>
      typeof part === 'string'
        ? part.split(text).flatMap((piece, i) => (i === 0 ? [piece] : [{ slot }, piece]))
        : [part],
    );
  }
  return parts;
}

function bytesPerPost(out) {
  const folder = join(out, 'blog');
  const pages = readdirSync(folder).filter((file) => /^post-\d+\.html$/.test(file));
  return pages.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / pages.length;
}

function report(results) {
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  const of = (name, kind, what) => median(results[name].map((round) => round[kind][what]));
  console.log('| | Galley | Eleventy | ratio |\n| --- | --- | --- | --- |');
  const row = (label, a, b, unit) =>
    console.log(
      `| ${label} | ${a.toFixed(unit === 's' ? 2 : 0)} ${unit} | ${b.toFixed(unit === 's' ? 2 : 0)} ${unit} | ${(a / b).toFixed(2)} |`,
    );
  for (const kind of ['cold', 'unchanged', 'edited'])
    row(kind, of('galley', kind, 'time') / 1000, of('eleventy', kind, 'time') / 1000, 's');
  row('peak memory, cold', of('galley', 'cold', 'memory'), of('eleventy', 'cold', 'memory'), 'MB');
  row('bytes per post page', results.galley[0].bytes, results.eleventy[0].bytes, 'B');
}
