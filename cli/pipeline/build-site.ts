import { doubtfulValues } from '../checks/doubtful-values.ts';
import { feedBlocksOf } from '../checks/feed-blocks.ts';
import { goneAddresses, type PublishedBefore } from '../checks/gone-addresses.ts';
import type { Links } from '../checks/links.ts';
import { withSkipped } from '../checks/not-checked.ts';
import { findRedirects, type Redirects } from '../checks/redirects.ts';
import { readPulled } from '../feeds/snapshots.ts';
import type { OnPicture } from '../images/pool.ts';
import { createImageRenderer } from '../images/renderer.ts';
import { createShareImages, type ShareImages } from '../images/share-images.ts';
import { openCache } from '../lib/cache.ts';
import { keyOf } from '../lib/content-hash.ts';
import { createMemory, type Memory } from '../lib/memory.ts';
import type { Edition, EditionOptions, LeftOut, OutputFile, Records } from '../model.ts';
import type { Outputs } from '../output/manifest.ts';
import type { Route } from '../page-kinds/page-kind.ts';
import { append, type Outcome, type Problem, sortProblems } from '../problems/problem.ts';
import { type ContentFolder, openContentFolder } from '../sources/content-folder.ts';
import { languageOf } from '../sources/site.ts';
import type { Sources } from '../sources/source-file.ts';
import { assets, type CompiledAssets } from './assets.ts';
import { checkLinks } from './check-links.ts';
import { publishedAt, takenAddresses } from './collisions.ts';
import { feeds } from './feeds.ts';
import { images, siteImages } from './images.ts';
import { link } from './link.ts';
import { checkUnpublished, createPages, siteProps } from './page.ts';
import { parse } from './parse.ts';
import { printPages } from './print-pages.ts';
import { createPrinter, openPrintThreads, type PrintThreads } from './printer.ts';
import { readOpened } from './read.ts';
import { redirectFiles } from './redirects.ts';
import type { SiteParts } from './render.tsx';
import { route } from './route.ts';
import { type FontSupply, theme } from './theme.ts';
import type { WriteResult, Writer } from './write.ts';

/** Everything that a build depends on: the same input gives the same bytes on every machine. */
export interface BuildInput extends EditionOptions {
  /** The content folder, and its name in reports. */
  readonly content: string;
  readonly shownAs: string;
  /** The folder of the snapshots that `pull` keeps. */
  readonly feeds: string;
  readonly compiled: CompiledAssets;
  /** The folder of the cache of pictures, and the version of the code that makes them. */
  readonly drawing: { readonly cache: string; readonly version: string };
  readonly fonts: FontSupply;
  /** Loads the templates and React: only if there is a page to render, and in `dev` from a newer compilation. */
  readonly loadRenderer: () => Promise<Renderer>;
  /** The compiled module of the threads that print pages; without it there are none. */
  readonly printWorker?: string | undefined;
  /** What the content folder holds, if it is opened already. */
  readonly folder?: ContentFolder;
  /** The answers of earlier builds. */
  readonly memory?: Memory;
  /** Takes what the next build can use, once all files of the new site are there. */
  readonly remember?: (built: Built) => void;
  /** What an earlier state of the paper had published; what of it would be gone is reported. */
  readonly before?: PublishedBefore | undefined;
  /** Called after each page, to show progress. */
  readonly onPage?: (done: number, all: number) => void;
  readonly onPicture?: OnPicture;
}

/** The templates, as the render stage needs them. */
export type Renderer = Pick<typeof import('./render.tsx'), 'createRenderer' | 'createMovedRenderer'>;

/** Milliseconds that each stage took, in the order in which they ran. */
export type Timings = Readonly<Record<string, number>>;

/** What a build says of the paper. */
export interface Findings {
  /** Sorted; with an error among them nothing was written. */
  readonly problems: readonly Problem[];
  readonly pages: number;
  readonly posts: number;
  readonly leftOut: LeftOut;
}

/** A built site, for the next build. */
export interface Built {
  readonly findings: Findings;
  /** The first moment at which it would be another one, in milliseconds; `Infinity` for never. */
  readonly until: number;
  /** The hash of its content folder. */
  readonly content: string;
  readonly outputs: Outputs;
}

export interface BuildReport extends Findings {
  /** `undefined` if errors kept the site from being written. */
  readonly written: WriteResult | undefined;
  readonly timings: Timings;
  /** Whether nothing had changed, so that nothing was done. */
  readonly isSame?: boolean;
}

/**
 * Runs every stage from the content folder to the output folder; the new site replaces the old one only if no errors were found.
 *
 * @throws what the disk throws, and `RenderFault` if a template does; the old site is still there
 */
export async function buildSite(input: BuildInput, openWriter: () => Writer): Promise<BuildReport> {
  const run = createRun();
  const cache = openCache(input.drawing.cache, input.drawing.version);

  const { memory = createMemory() } = input;
  const folder = run.time('read', () => input.folder ?? openContentFolder(input.content));
  const sources = run.stage('read', () => readOpened(folder, input.content, input.shownAs));
  const threads = openPrintThreads(memory.isEmpty() ? sources.files.length : 0, input.printWorker);
  const records = run.stage('parse', () => parse(sources, memory));
  const media = await run.stage('images', () => images(records, cache, input.onPicture));
  const look = await run.stage('theme', () => theme(records, media.pictures, input.fonts));
  const renderer = createImageRenderer(look.drawn, cache);
  const pulled = run.time('read', () => pulledFeeds(input.feeds, records));
  const edition = run.stage('link', () => link(records, media.pictures, pulled, input));
  const routes = run.stage('route', () => route(edition));
  run.stage('link', () => doubts(edition, run.problems, memory));

  const shareImages = createShareImages(edition, renderer, input.onPicture);
  const { files, addresses } = run.time('assets', () =>
    assets(
      input.compiled,
      look,
      edition.shared.embeds?.data,
      languageOf(edition.shared.site.data).words.scripts,
    ),
  );
  append(files, media.files);
  append(files, look.files);
  append(files, await run.stage('images', () => siteImages(edition, renderer)));
  append(
    files,
    run.time('feeds', () => feeds(edition, routes)),
  );
  const redirects = run.stage('route', () => findRedirects(edition, routes));
  run.stage('route', () => takenAddresses(routes, files, redirects, sources));
  append(files, publicFiles(sources));
  if (input.before) {
    const { before } = input;
    run.stage('route', () => goneAddresses(before, edition, records.claimed, routes, files, redirects));
  }

  const parts = { ...siteProps(edition), assets: addresses, look: look.site };
  const writer = openWriter();
  let written: WriteResult | undefined;
  try {
    const links = await run.stage('print', () =>
      printed(edition, routes, shareImages, parts, input, threads, writer),
    );
    run.stage('page', () => checkUnpublished(edition));
    if (!run.hasErrors()) append(files, await run.time('images', shareImages.files));
    const skipped = run.stage('check links', () => checkLinks(links, files, routes, redirects, edition));
    if (!run.hasErrors()) append(files, await movedPages(redirects, routes, edition, input));
    const findings = {
      problems: sortProblems(withSkipped(sortProblems(run.problems), skipped)),
      pages: routes.length,
      posts: edition.posts.length,
      leftOut: edition.leftOut,
    };
    const onReady = (outputs: Outputs) => {
      const until = edition.clock.validUntil();
      if (folder.isUnchanged()) input.remember?.({ findings, until, content: folder.hash, outputs });
    };
    written = run.hasErrors() ? undefined : run.time('write', () => commit(files, writer, onReady));
    return { ...findings, written, timings: run.timings };
  } finally {
    if (!written) writer.abandon();
    await threads.close();
  }
}

/** Prints the pages that no earlier build has printed from the same; gives the links of all. */
async function printed(
  edition: Edition,
  routes: readonly Route[],
  shareImages: ShareImages,
  parts: SiteParts,
  { loadRenderer, onPage, memory = createMemory() }: BuildInput,
  threads: PrintThreads,
  writer: Writer,
): Promise<Outcome<Links>> {
  const { pictures, baseUrl } = edition;
  const setup = {
    parts,
    pictures: Array.from(pictures, ([path, { drawing: _, ...picture }]) => [path, picture] as const),
  };
  return printPages({
    routes,
    draft: createPages(edition, shareImages),
    sharedKey: keyOf(parts),
    pictures,
    baseUrl,
    writer,
    memory,
    openPrinter: async () => createPrinter((await loadRenderer()).createRenderer, setup, writer, threads),
    onPage,
  });
}

/** The files that send the readers of former addresses on. */
async function movedPages(
  redirects: Redirects,
  routes: readonly Route[],
  edition: Edition,
  { loadRenderer }: BuildInput,
): Promise<OutputFile[]> {
  const { createMovedRenderer } = await loadRenderer();
  return redirectFiles(redirects, routes, edition, createMovedRenderer(edition.shared.site.data.language));
}

/** The files of `public/`, at the top of the site. */
const publicFiles = ({ publicFiles }: Sources): OutputFile[] =>
  publicFiles.map(({ path, absolute }) => ({ path: publishedAt(path), content: { copyOf: absolute } }));

/** Runs stages: adds up how long each takes, and collects what they report. */
function createRun() {
  const problems: Problem[] = [];
  const timings: Record<string, number> = {};

  function time<T>(name: string, run: () => T): T {
    const start = performance.now();
    const add = () => {
      timings[name] = (timings[name] ?? 0) + performance.now() - start;
    };
    const result = run();
    if (result instanceof Promise) return result.finally(add) as T;
    add();
    return result;
  }

  function stage<T>(name: string, run: () => Promise<Outcome<T>>): Promise<T>;
  function stage<T>(name: string, run: () => Outcome<T>): T;
  function stage<T>(name: string, run: () => Outcome<T> | Promise<Outcome<T>>): T | Promise<T> {
    const collect = ({ value, problems: found }: Outcome<T>): T => {
      append(problems, found);
      return value;
    };
    const result = time(name, run);
    return result instanceof Promise ? result.then(collect) : collect(result);
  }

  const hasErrors = () => problems.some(({ severity }) => severity === 'error');
  return { stage, time, problems, timings, hasErrors };
}

const pulledFeeds = (folder: string, { pages }: Records) =>
  readPulled(
    folder,
    feedBlocksOf(pages).map(({ block }) => block.rssUrl),
  );

/** Doubtful values; not on lines with an error, because both have the same cause. */
function doubts(edition: Edition, problems: readonly Problem[], memory: Memory): Outcome<undefined> {
  const lineOf = ({ file, line }: Problem) => `${file}:${line}`;
  const wrong = new Set(problems.filter(({ severity }) => severity === 'error').map(lineOf));
  return {
    value: undefined,
    problems: doubtfulValues(edition, memory).filter((doubt) => !wrong.has(lineOf(doubt))),
  };
}

function commit(
  files: readonly OutputFile[],
  writer: Writer,
  onReady: (outputs: Outputs) => void,
): WriteResult {
  for (const file of files) writer.write(file);
  return writer.commit(onReady);
}
