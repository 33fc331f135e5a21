import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { postFile, removeNames, writeCorpus } from '../tests/pipeline/corpus.ts';
import { root } from './build/generators.ts';
import { type Cost, measure } from './build/measure.ts';

/** Posts of a paper. With the shared pages and the lists of posts and authors, it has 60 pages. */
const posts = 11;

/** Papers that are compared with builds of their own. */
const compared = 10;

const demo = join(root, 'content');
const nameOf = (paper: number) => `town-${String(paper).padStart(4, '0')}`;
const titleOf = (paper: number) => `The Courier of Town ${paper}`;

/** Writes a network of `count` papers that share all but their name, address and posts; its pages and data are those of the demo. */
export function writeNetwork(folder: string, count: number): void {
  const shared = join(folder, 'shared');
  // Notices lead to stories of the demo.
  const own = ['blog', 'notices', 'site.yaml', 'pages/tags.yaml'].map((path) => join(demo, path));
  cpSync(demo, shared, { recursive: true, filter: (path) => !own.includes(path) });
  const settings = readFileSync(join(demo, 'site.yaml'), 'utf8');
  const home = join(shared, 'pages', 'home.yaml');
  removeNames(shared);
  const navigation = join(shared, 'navigation.yaml');
  writeFileSync(navigation, readFileSync(navigation, 'utf8').replace(/.*path: \/tags }\n/, ''));
  writeFileSync(home, readFileSync(home, 'utf8').replace(/^headline: .*/m, 'headline: "{{name}}"'));
  const categories: readonly string[] = parse(settings).categories.map(({ name }: { name: string }) => name);
  for (let i = 0; i < count; i++) {
    const paper = join(folder, nameOf(i));
    mkdirSync(join(paper, 'blog'), { recursive: true });
    writeFileSync(
      join(paper, 'site.yaml'),
      settings
        .replace(/^shareImages: \w+$/m, 'shareImages: none')
        .replace(/^name: .*/m, `name: ${titleOf(i)}`)
        .replace(/^baseUrl: .*/m, `baseUrl: https://town-${i}.example`),
    );
    for (let n = 0; n < posts; n++) {
      const text = `${postFile(n, categories, 'flow')}\nThe neighbors of Town ${i} heard it first.\n`;
      writeFileSync(join(paper, 'blog', `post-${n}.md`), text);
    }
  }
}

/** Writes a paper of a network as a paper of its own; gives its name in the network. */
export function writeAlone(network: string, paper: number, folder: string): string {
  const name = nameOf(paper);
  for (const part of ['shared', name]) cpSync(join(network, part), folder, { recursive: true });
  const home = join(folder, 'pages', 'home.yaml');
  writeFileSync(home, readFileSync(home, 'utf8').replace('{{name}}', titleOf(paper)));
  return name;
}

/** Measures builds of a network of `count` papers beside one of a paper with 4,000 posts, and compares some of its papers with builds of their own. */
export async function benchNetwork(count: number): Promise<void> {
  const work = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'galley-network-'));
  const place = (name: string) => join(work, name);
  const cache = place('cache');
  const pagesIn = (folder: string) =>
    Number(spawnSync('sh', ['-c', `find ${folder} -name '*.html' | wc -l`], { encoding: 'utf8' }).stdout);
  const build = (...flags: readonly string[]) =>
    measure({
      program: process.execPath,
      args: [join(root, 'cli', 'galley.mjs'), 'build', '--cache', cache, ...flags],
    });
  const network = ['--network', place('papers'), '--out', place('sites')];
  const forget = () => {
    for (const name of ['sites', 'large', 'cache/builds', 'cache/store'])
      rmSync(place(name), { recursive: true, force: true });
  };
  const show = (what: string, { time, cpu, memory }: Cost, pages: number) =>
    console.log(
      `| ${what} | ${time.toFixed(1)} s | ${cpu.toFixed(1)} s | ${((1000 * cpu) / pages).toFixed(2)} ms | ${memory.toFixed(0)} MiB |`,
    );
  try {
    console.log(
      `Load average before: ${loadavg().join(' ')}; ${availableParallelism()} cores; in ${work}.\n`,
    );
    console.log('| build | time | processor time | a page | memory |\n| --- | --- | --- | --- | --- |');
    writeCorpus(place('corpus'), demo, 4000);
    const large = ['--content', place('corpus'), '--out', place('large')];
    await build(...large);
    forget();
    show('4,000 posts, cold', await build(...large), pagesIn(place('large')));
    writeNetwork(place('papers'), count);
    const cold = await build(...network);
    const pages = pagesIn(place('sites'));
    show(`${count} papers, cold`, cold, pages);
    show('nothing changed', await build(...network), pages);
    for (let i = 0; i < count; i++)
      appendFileSync(join(place('papers'), nameOf(i), 'blog', 'post-3.md'), '\nMore was heard.\n');
    show('one page changed in each', await build(...network), pages);
    const used = spawnSync('du', ['-sm', place('sites'), cache], { encoding: 'utf8' }).stdout;
    console.log(`\n${pages} pages. On the disk, in MiB:\n${used}`);
    await compare(place, count, build);
    console.log(`Load average afterwards: ${loadavg().join(' ')}.`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Throws unless some papers are byte for byte as a build of their own makes them; says what those took. */
async function compare(
  place: (name: string) => string,
  count: number,
  build: (...flags: readonly string[]) => Promise<Cost>,
): Promise<void> {
  let [time, cpu] = [0, 0];
  for (let n = 0; n < compared; n++) {
    const paper = Math.floor(Math.random() * count);
    const alone = place(`alone-${n}`);
    writeAlone(place('papers'), paper, alone);
    const cost = await build('--content', alone, '--out', `${alone}-out`);
    time += cost.time;
    cpu += cost.cpu;
    const { status, stdout } = spawnSync('diff', ['-r', `${alone}-out`, join(place('sites'), nameOf(paper))]);
    if (status !== 0) throw new Error(`${nameOf(paper)} differs from a build of its own:\n${stdout}`);
  }
  console.log(
    `${compared} papers are byte for byte as builds of their own, which took ${(time / compared).toFixed(2)} s each, ${(cpu / compared).toFixed(2)} s of processor time.`,
  );
}
