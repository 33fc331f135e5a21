import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { recover } from '../../cli/site/swap.ts';
import { root } from '../helpers.ts';

/** The writer, for processes of their own: plain Node reads no TypeScript. */
export async function bundleWriter(folder: string): Promise<void> {
  await build({
    stdin: {
      contents: "export * from './cli/site/write.ts'; export * from './cli/site/swap.ts';",
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: join(folder, 'writer.mjs'),
    logLevel: 'silent',
  });
}

/** Pages that change with each generation of a site, and pages that stay, in folders that a swap moves. */
const changing = Array.from({ length: 60 }, (_, i) => `${i}.html`);
const kept = Array.from({ length: 20 }, (_, i) => `old${i % 5}/${i}/index.html`);

/** Builds generations of one site, whose pages name the process and, if they change, the generation. */
const builder = `
  import { createWriter, recover, SiteReplaced } from './writer.mjs';
  const [out, generations] = process.argv.slice(2);
  recover(out);
  let former;
  for (let generation = 0; generation < generations; ) {
    const writer = createWriter(out, [], { former });
    try {
      for (const path of ${JSON.stringify(kept)}) writer.write({ path, content: String(process.pid) });
      for (const path of ${JSON.stringify(changing)})
        writer.write({ path, content: process.pid + ' ' + generation });
      writer.commit((outputs) => { former = outputs; });
      process.send('built');
      generation++;
    } catch (error) {
      writer.abandon();
      if (!(error instanceof SiteReplaced)) throw error;
    }
  }
  process.disconnect();`;

/** Looks at one site after another, and tells of each that has pages of two builds. A site that is replaced loses pages meanwhile. */
const reader = `
  import { readFileSync } from 'node:fs';
  for (;;) {
    try {
      process.chdir('/');
      process.chdir(process.argv[2]);
    } catch {
      continue;
    }
    const pages = new Set();
    const processes = new Set();
    for (const path of ${JSON.stringify([...changing, ...kept])}) {
      try {
        const content = readFileSync(path, 'utf8');
        if (content.includes(' ')) pages.add(content);
        processes.add(content.split(' ')[0]);
      } catch {}
    }
    if (pages.size > 1 || processes.size > 1) process.send([...pages, ...processes].join());
    else process.send('whole');
    await new Promise((done) => setTimeout(done, 1));
  }`;

/** What is wrong with the site in `out`, which nobody builds; `undefined` if it is one whole generation with nothing beside it. */
function flawIn(out: string): string | undefined {
  const textOf = (path: string) => (existsSync(join(out, path)) ? readFileSync(join(out, path), 'utf8') : '');
  const pages = new Set(changing.map(textOf));
  const processes = new Set([...changing, ...kept].map((path) => textOf(path).split(' ', 1).join()));
  const beside = readdirSync(join(out, '..'));
  const isWhole = pages.size === 1 && processes.size === 1 && !processes.has('');
  if (isWhole && beside.length === 1) return undefined;
  return `pages: ${[...pages].join()}; processes: ${[...processes].join()}; beside: ${beside.join()}`;
}

async function prepare(folder: string) {
  await bundleWriter(folder);
  writeFileSync(join(folder, 'builder.mjs'), builder);
  writeFileSync(join(folder, 'reader.mjs'), reader);
  return join(folder, 'place', 'dist');
}

/** The exit code of a process, or the signal that ended it. */
const endOf = async (child: ChildProcess) => (await once(child, 'exit')).find((end) => end !== null);

/**
 * Kills a process that builds one generation of a site after another, `kills` times at some moment, and recovers after each. Gives what was
 * then wrong.
 */
export async function killAndRecover(folder: string, kills: number): Promise<readonly string[]> {
  const out = await prepare(folder);
  const flaws: (string | undefined)[] = [];
  for (let i = 0; i < kills; i++) {
    const child = fork(join(folder, 'builder.mjs'), [out, 'Infinity']);
    const end = endOf(child);
    await once(child, 'message');
    // Anywhere in the next generations, which take some milliseconds each.
    await new Promise((done) => setTimeout(done, (i * 7.3) % 31));
    child.kill('SIGKILL');
    await end;
    recover(out);
    flaws.push(flawIn(out));
  }
  return flaws.filter((flaw) => flaw !== undefined);
}

/** Lets several processes build into one folder at once, and kills the first `kills` of them; a reader looks on. Gives what was wrong. */
export async function buildAtOnce(
  folder: string,
  { builders, generations, kills = 0 }: { builders: number; generations: number; kills?: number },
): Promise<readonly string[]> {
  const out = await prepare(folder);
  const flaws: string[] = [];
  const watching = fork(join(folder, 'reader.mjs'), [out]);
  watching.on('message', (message) => message !== 'whole' && flaws.push(`read: ${message}`));
  const children = Array.from({ length: builders }, () =>
    fork(join(folder, 'builder.mjs'), [out, String(generations)]),
  );
  const ends = children.map(endOf);
  await Promise.all(
    children.slice(0, kills).map(async (child, i) => {
      await once(child, 'message');
      await new Promise((done) => setTimeout(done, (i * 7.3) % 31));
      child.kill('SIGKILL');
    }),
  );
  for (const end of (await Promise.all(ends)).slice(kills)) if (end !== 0) flaws.push(`ended with ${end}`);
  watching.kill('SIGKILL');
  recover(out);
  return [...flaws, ...[flawIn(out)].filter((flaw) => flaw !== undefined)];
}
