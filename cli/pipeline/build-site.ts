import type { Assets } from '../../templates/types.ts';
import { checkLinks } from '../addresses/check-links.ts';
import type { Redirects } from '../addresses/redirects.ts';
import { feedBlocksOf } from '../checks/described-files.ts';
import { doubtfulValues } from '../checks/doubtful-values.ts';
import { countImported, type Imported, importedIn, importedProblems } from '../checks/imported.ts';
import { withUnchecked } from '../checks/not-checked.ts';
import { type ContentFolder, openContentFolder } from '../content/content-folder.ts';
import type { Edition, LeftOut, OutputFile } from '../content/model.ts';
import { feedKey, fileNameOf } from '../headlines/snapshots.ts';
import { type BuildCache, createBuildCache } from '../lib/build-cache.ts';
import { cached } from '../lib/cached.ts';
import { keyOf } from '../lib/content-hash.ts';
import { withoutAcknowledged } from '../problems/acknowledged.ts';
import { append, type PlacedProblem, type Problem, placed, sortProblems } from '../problems/problem.ts';
import { redirectFiles } from '../site/host-files.ts';
import type { Outputs } from '../site/manifest.ts';
import { SiteReplaced } from '../site/swap.ts';
import type { WriteResult, Writer } from '../site/write.ts';
import { type Composed, type ComposeInput, compose } from './compose.ts';
import { checkUnrendered } from './page.ts';
import { renderPages } from './render-pages.ts';
import { createRun, type Run, type Timings } from './run.ts';

/** Everything that a build depends on: the same input gives the same bytes on every machine. */
export interface BuildInput extends ComposeInput {
  /** Lists also the problems that are only counted because they came with an archive. */
  readonly listImported?: boolean;
  /** The content folder, if it is already open. */
  readonly folder?: ContentFolder;
  readonly buildCache?: BuildCache;
  /** Saves the result for the next build, once all files of the new site are written. */
  readonly save?: (built: Built) => void;
  /** Called after each page, to show progress. */
  readonly onPage?: (done: number, all: number) => void;
}

/** The results of a build. */
export interface Findings {
  /** Sorted; with an error among them nothing was written. */
  readonly problems: readonly PlacedProblem[];
  readonly pages: number;
  readonly posts: number;
  readonly leftOut: LeftOut;
  readonly imported?: Imported | undefined;
}

/** What a build leaves for the next one. */
export interface Built {
  readonly findings: Findings;
  /** When this build expires, in milliseconds; `Infinity` for never. */
  readonly until: number;
  /** The names of the snapshots of the feeds that pages name. */
  readonly feeds: readonly string[];
  readonly outputs: Outputs;
}

export interface BuildReport extends Findings {
  /** `undefined` if errors kept the site from being written. */
  readonly written: WriteResult | undefined;
  readonly timings: Timings;
  /** Whether nothing had changed, so that no stage ran. */
  readonly isSame?: boolean;
}

/**
 * Runs every stage from the content folder to the output folder; the new site replaces the old one only if no errors were found. If another
 * build has replaced that meanwhile, all stages run again.
 *
 * @throws what the disk throws, and `RenderFault` if a template does; the old site is still there
 */
export async function buildSite(
  input: BuildInput,
  openWriter: (composed: Composed) => Writer,
): Promise<BuildReport> {
  const run = createRun();
  const { buildCache = createBuildCache() } = input;
  const folder = run.time('read', () => input.folder ?? openContentFolder(input.content));
  const composed = await compose({ ...input, buildCache, folder }, run);
  return publish(composed, { ...input, buildCache, folder }, run, openWriter(composed)).catch((error) => {
    if (error instanceof SiteReplaced) return buildSite(input, openWriter);
    throw error;
  });
}

type Known = BuildInput & Required<Pick<BuildInput, 'buildCache' | 'folder'>>;

/** Renders the composed site, checks all links, and replaces the old site unless there are errors. */
async function publish(composed: Composed, input: Known, run: Run, writer: Writer): Promise<BuildReport> {
  const { edition, routes, redirects, shareImages } = composed;
  const isRead = !run.hasErrors(importedIn(edition));
  let written: WriteResult | undefined;
  try {
    const rendered = await run.stage('render', () => renderPages({ ...composed, ...input, writer }));
    const files = withoutUnused(composed.files, composed.parts.assets, rendered.parts);
    const all = [...files, ...rendered.shareImages];
    run.report('link', () => doubts(edition, run.problems));
    const unrendered = checkUnrendered(edition);
    run.report('render', () => unrendered.problems);
    const hasUnchecked = run.stage('check links', () =>
      checkLinks(rendered.pages, unrendered.links, all, routes, redirects, edition, input.listImported),
    );
    const findings = settle(composed, input, run, hasUnchecked);
    // `dev` shows a page whose text has an error; without a page that cannot be read, the last site stays.
    const isWritable = input.isDev ? isRead : !run.hasErrors(importedIn(edition));
    if (input.onlyFindings || !isWritable) return { ...findings, written, timings: run.timings };
    append(files, await run.time('share images', () => shareImages.files(rendered.shareImages)));
    append(files, await movedPages(redirects, edition, input));
    const onReady = (outputs: Outputs) => {
      const { folder, save } = input;
      const until = edition.clock.validUntil();
      const urls = new Set(feedBlocksOf(edition.pages).map(({ block }) => feedKey(block.rssUrl)));
      if (folder.isUnchanged()) save?.({ findings, until, feeds: Array.from(urls, fileNameOf), outputs });
    };
    written = await run.time('write', () => commit(files, writer, onReady));
    return { ...findings, written, timings: run.timings };
  } finally {
    if (!written) writer.abandon();
  }
}

/** The problems as they are reported, those of an archive only counted unless they are listed, and what else reports say. */
function settle({ edition, routes }: Composed, input: Known, run: Run, hasUnchecked: boolean): Findings {
  const isImported = importedIn(edition);
  const imported = countImported(run.problems.filter(isImported), edition);
  // Other links are dead if drafts are published.
  if (imported && !input.drafts) run.report('check links', () => importedProblems(imported, edition));
  const marked = run.problems.map(
    (problem): Problem => (isImported(problem) ? { ...problem, severity: 'warning' } : problem),
  );
  const reported = withoutAcknowledged(marked, acknowledgingFiles(input.folder, edition));
  const listed = input.listImported ? reported : reported.filter((problem) => !isImported(problem));
  const problems = sortProblems(listed);
  return {
    problems: hasUnchecked || edition.hasUnchecked ? withUnchecked(problems, edition) : problems,
    pages: routes.length,
    posts: edition.posts.length + edition.endedPosts.length,
    leftOut: edition.leftOut,
    imported,
  };
}

/** The files without stylesheets and scripts of parts that no page shows. */
function withoutUnused(files: readonly OutputFile[], { parts, scripts }: Assets, shown: ReadonlySet<string>) {
  const unused = Object.entries(parts).filter(([name]) => !shown.has(name));
  const addresses = new Set(unused.flatMap(([name, css]) => [css, scripts[name]]));
  return files.filter(({ path }) => !addresses.has(`/${path}`));
}

/** The redirect pages at former addresses. */
async function movedPages(redirects: Redirects, edition: Edition, { loadRenderer }: BuildInput) {
  const { language } = edition.shared.site.data;
  // An address that names a folder has two files of one content.
  const htmlOf = cached((await loadRenderer()).createMovedRenderer(language));
  return redirectFiles(redirects, edition, (to) => ({
    key: keyOf('moved', to, language),
    make: async () => htmlOf(to),
  }));
}

/** Doubtful values, but not on lines with an error: one cause, one report. */
function doubts(edition: Edition, problems: readonly Problem[]): Problem[] {
  const lineOf = (problem: Problem) => {
    const { file, line } = placed(problem);
    return `${file}:${line}`;
  };
  const all = doubtfulValues(edition);
  const files = new Set(all.map(({ source }) => source.file));
  const errors = problems.filter(({ severity, source }) => severity === 'error' && files.has(source.file));
  const wrong = new Set(errors.map(lineOf));
  return wrong.size === 0 ? all : all.filter((doubt) => !wrong.has(lineOf(doubt)));
}

/** The texts that may have comments in which editors acknowledge warnings. */
const acknowledgingFiles = ({ entries, textOf }: ContentFolder, { shownAs }: Edition) =>
  entries
    .filter(({ acknowledges, isText }) => acknowledges && isText)
    .map((entry) => ({ file: `${shownAs}/${entry.path}`, text: textOf(entry) }));

/** Writes the files; those that are made on demand are made only if the old site does not have them. */
async function commit(files: readonly OutputFile[], writer: Writer, onReady: (outputs: Outputs) => void) {
  for (const { path, content } of files) {
    if (typeof content === 'string' || !('make' in content)) writer.write({ path, content });
    else if (!writer.keep(path, content.key))
      writer.write({ path, content: await content.make() }, content.key);
  }
  return writer.commit(onReady);
}
