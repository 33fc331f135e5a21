import { appendFileSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ContentFolder, openContentFolder } from '../../cli/content/content-folder.ts';
import { createBuildCache } from '../../cli/lib/build-cache.ts';
import type { Composed } from '../../cli/pipeline/compose.ts';
import { createComposedSite } from '../../cli/pipeline/composed-site.ts';
import { editAtRandom, numbersFrom, type Project } from '../commands/random-edits.ts';
import { buildInMemory, now, sites, temporaryFolder } from '../helpers.ts';

/** Builds a paper, and gives what a composed site has of it, if it could be composed. */
async function build(content: string, options: Parameters<typeof buildInMemory>[1] = {}) {
  let composed: Composed | undefined;
  const { files, report } = await buildInMemory(content, {
    ...options,
    onComposed: (found) => {
      composed = found;
    },
  });
  const site = composed && createComposedSite(composed);
  return { files, report, site, composed };
}

const isText = (path: string) => /\.(?:html|xml|json|css|js)$/.test(path);

test('a composed site has every page and feed just as a build writes it', async () => {
  const { files, site, composed } = await build(join(sites, 'small', 'content'));
  if (!site || !composed) throw new Error('nothing was composed');
  // A build drops those of parts that no page shows.
  const { parts, scripts } = composed.parts.assets;
  const ofParts = Object.entries(parts).flatMap(([part, css]) => [css, scripts[part]]);
  const texts = site.paths.filter((path) => isText(path) && !ofParts.includes(`/${path}`));
  expect(texts.length).toBeGreaterThan(20);
  for (const path of texts.toReversed()) expect(await site.read(path), path).toBe(files.get(path));
  expect(await site.read('media/bridge.png')).toMatchObject({ copyOf: expect.any(String) });
  expect(await site.read('nothing.html')).toBe(undefined);
});

/** The content folder as `dev` takes it after saves. */
function reread(folder: ContentFolder, content: string): ContentFolder {
  const found = openContentFolder(content);
  const hashes = new Map(folder.entries.map(({ path, hash }) => [path, hash]));
  const isSame = found.entries.length === hashes.size && found.entries.every(({ path }) => hashes.has(path));
  const saved = found.entries.filter(({ path, hash }) => hashes.get(path) !== hash).map(({ path }) => path);
  return isSame ? folder.reread(saved) : found;
}

function addWords({ content }: Project, next: (below: number) => number): string {
  const posts = readdirSync(join(content, 'blog'));
  const post = posts[next(posts.length)] ?? '';
  appendFileSync(join(content, 'blog', post), `\n## Part ${next(9)}\n\nMore *words* and [a link](/about).\n`);
  return `words in ${post}`;
}

const seed = Number(process.env.SEED ?? 2);
const steps = Number(process.env.STEPS ?? 12);

test(
  'after each save, a site composed with a cache is the one that a fresh build writes',
  async () => {
    const next = numbersFrom(seed);
    const paper = temporaryFolder();
    const [content, good, feeds] = [join(paper, 'content'), join(paper, 'good'), join(paper, 'feeds')];
    for (const folder of [content, good])
      cpSync(join(sites, 'small', 'content'), folder, { recursive: true });
    const project: Project = {
      content,
      feeds,
      out: join(paper, 'out'),
      builds: join(paper, 'builds'),
      now: now.getTime(),
      flags: new Set(),
      program: 0,
    };
    let folder = openContentFolder(content);
    let buildCache = createBuildCache();
    let pages = 0;
    for (let step = 0; step < steps; step++) {
      const edit = step % 2 === 1 ? addWords(project, next) : editAtRandom(project, next);
      const where = `seed ${seed}, step ${step}: ${edit}`;
      const options = { now: new Date(project.now), feeds, drafts: project.flags.has('--drafts') };
      folder = reread(folder, content);
      const live = await build(content, { ...options, folder, buildCache });
      buildCache = buildCache.next(live.report.written !== undefined);
      const fresh = await build(content, options);
      expect(live.report.problems, where).toEqual(fresh.report.problems);
      expect(live.files, where).toEqual(fresh.files);
      expect(live.site?.paths, where).toEqual(fresh.site?.paths);
      for (const path of live.site?.paths.filter((path) => isText(path) && step % 10 < 2) ?? []) {
        expect(await live.site?.read(path), `${where}: ${path}`).toBe(await fresh.site?.read(path));
        pages += 1;
      }
      const [from, to] = fresh.report.written ? [content, good] : [good, content];
      rmSync(to, { recursive: true, force: true });
      cpSync(from, to, { recursive: true });
    }
    expect(pages).toBeGreaterThan(20);
  },
  60_000 + steps * 2000,
);
