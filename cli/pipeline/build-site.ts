import type { Navigation, Site } from '../../templates/types.ts';
import { secondLook } from '../checks/doubtful-values.ts';
import { withSkipped } from '../checks/not-checked.ts';
import { feedBlocksOf } from '../feeds/boards.ts';
import { readPulled } from '../feeds/snapshots.ts';
import { icons } from '../images/icons.ts';
import type { FaceFiles } from '../images/lettering.ts';
import { placeholders } from '../images/placeholders.ts';
import { createImageRenderer } from '../images/renderer.ts';
import { resizeImages } from '../images/resize-images.ts';
import { createShareImages } from '../images/share-images.ts';
import { append, type Problem, sortProblems } from '../problems/problem.ts';
import { markdown } from '../sources/markdown.ts';
import { assets, type CompiledAssets } from './assets.ts';
import { deadLinks } from './check-links.ts';
import { feeds, feedText, sitemap } from './feeds.ts';
import type { Finishing } from './finish.ts';
import { type Edition, type EditionOptions, type LeftOut, link } from './link.ts';
import { createPages, markdownProblems } from './page.ts';
import { parse, type Records } from './parse.ts';
import { read } from './read.ts';
import { type Route, route } from './route.ts';
import type { WriteResult } from './write.ts';

/** Everything a build depends on: the same input gives the same bytes, whatever the machine. */
export interface BuildInput extends EditionOptions {
  /** The content folder, and its name in reports. */
  readonly content: string;
  readonly shownAs: string;
  /** The folder of the snapshots that `pull` keeps. */
  readonly feeds: string;
  readonly compiled: CompiledAssets;
  /** The fonts of drawings, and the folder where images are cached. */
  readonly drawing: { readonly faces: FaceFiles; readonly cache: string };
  /** Loads the templates and React: only when there is something to draw, and in `dev` from a newer compilation. */
  readonly loadRenderer: () => Promise<Renderer>;
  /** Told after each page, for those who wait. */
  readonly onPage?: (done: number, all: number) => void;
}

/** Readies the place where pages are finished, given how many files the content has. */
export type PrepareFinishing = (files: number) => Finishing;

/** The templates, as the render stage needs them. */
export type Renderer = Pick<typeof import('./render.tsx'), 'createRenderer' | 'createWrap'>;

/** Milliseconds a stage took, in the order they ran. */
export type Timings = Readonly<Record<string, number>>;

export interface BuildReport {
  /** Sorted; with an error among them nothing was written. */
  readonly problems: readonly Problem[];
  readonly pages: number;
  readonly posts: number;
  readonly leftOut: LeftOut;
  /** `undefined` where errors kept the site from being written. */
  readonly written: WriteResult | undefined;
  readonly timings: Timings;
}

/** A page could not be drawn: a fault in a template, with the page it happened on. */
export class RenderFault extends Error {
  override name = 'RenderFault';
}

/**
 * Runs every stage from the content folder to the writer, which shows the new site only when nothing was wrong.
 *
 * @throws what the disk throws, and `RenderFault` when a template does; the site that stood before then still stands
 */
export async function buildSite(input: BuildInput, prepare: PrepareFinishing): Promise<BuildReport> {
  const { time, timings } = stopwatch();
  const sources = time('read', () => read(input.content, input.shownAs));
  const finishing = prepare(sources.value.files.length);
  try {
    return await buildFrom(sources, input, finishing, time, timings);
  } finally {
    await finishing.close();
  }
}

async function buildFrom(
  sources: ReturnType<typeof read>,
  input: BuildInput,
  finishing: Finishing,
  time: ReturnType<typeof stopwatch>['time'],
  timings: Record<string, number>,
): Promise<BuildReport> {
  const problems: Problem[] = [];
  const keep = <T>({ value, problems: found }: { value: T; problems: readonly Problem[] }): T => {
    append(problems, found);
    return value;
  };

  const records = keep(time('parse', () => parse(keep(sources))));
  const imageRenderer = createImageRenderer(input.drawing.faces, input.drawing.cache);
  const { files: media, pictures } = keep(
    await time('pictures', () =>
      resizeImages(
        records.media,
        sources.value.shownAs,
        unresized(records),
        sources.value.refused,
        imageRenderer.cache,
      ),
    ),
  );
  const pulled = time('read', () =>
    readPulled(
      input.feeds,
      feedBlocksOf(records.pages).map(({ block }) => block.rssUrl),
    ),
  );
  const edition = keep(time('link', () => link(records, pictures, pulled, input)));
  const routes = keep(time('route', () => route(edition)));
  const isNew = besideErrors(problems);
  append(
    problems,
    time('link', () => secondLook(edition).filter(isNew)),
  );

  const { createRenderer, createWrap } = await time('load', input.loadRenderer);
  const { files, addresses } = time('assets', () => assets(input.compiled, edition.shared.embeds.data));
  const press = { site: siteOf(edition), navigation: navigationOf(edition), assets: addresses };
  const { draw, chrome } = time('render', () => createRenderer(press));
  const finisher = finishing.open(chrome, createWrap);
  const feed = time('feeds', () => feeds(edition));
  const shareImages = createShareImages(edition, imageRenderer);
  append(files, await time('pictures', () => placeholders(edition, imageRenderer)));
  append(files, keep(await time('pictures', () => icons(edition, imageRenderer))));
  append(files, media);
  files.push(
    { path: 'rss.xml', content: feed.rss },
    { path: feedText, content: feed.rss },
    { path: 'feed.json', content: feed.json },
  );
  append(
    files,
    time('feeds', () => sitemap(edition, routes)),
  );
  for (const file of files) finisher.file(file);

  const fill = createPages(edition, shareImages);
  for (const [i, at] of routes.entries()) {
    const [page, main] = time('render', () =>
      drawAt(at, () => {
        const filled = keep(fill(at));
        return [filled, draw(filled)] as const;
      }),
    );
    finisher.page(page, main);
    input.onPage?.(i + 1, routes.length);
  }
  for (const post of edition.withheldPosts) keep(checkText(post, pictures));
  const hasErrors = () => problems.some(({ severity }) => severity === 'error');
  if (!hasErrors()) {
    for (const file of await time('pictures', shareImages.files)) {
      finisher.file(file);
      files.push(file);
    }
  }
  const links = await finisher.links();
  const paths = new Set(files.map(({ path }) => path));
  const dead = time('links', () => deadLinks(links, paths, routes, edition));
  append(problems, dead.problems);

  const written = hasErrors() ? undefined : await finisher.commit();
  for (const [stage, spent] of Object.entries(finisher.timings()))
    timings[stage] = (timings[stage] ?? 0) + spent;
  return {
    problems: sortProblems(withSkipped(sortProblems(problems), dead.skipped)),
    pages: routes.length,
    posts: edition.posts.length,
    leftOut: edition.leftOut,
    written,
    timings,
  };
}

/** Keeps what is not about a line of which an error has been told: it has one cause with that. */
function besideErrors(problems: readonly Problem[]): (problem: Problem) => boolean {
  const lineOf = ({ file, line }: Problem) => `${file}:${line}`;
  const wrong = new Set(problems.filter(({ severity }) => severity === 'error').map(lineOf));
  return (problem) => !wrong.has(lineOf(problem));
}

/** Images for programs, which are published as they are. */
const unresized = ({ site }: Records): ReadonlySet<string> =>
  new Set(site && [site.data.icon, site.data.shareImage.src, site.data.feed.image]);

const checkText = (
  { body, bodyOffset, source }: Edition['withheldPosts'][number],
  pictures: Edition['pictures'],
) => ({
  value: undefined,
  problems: markdownProblems(markdown(body, pictures).findings, body, source, bodyOffset),
});

function drawAt<T>(at: Route, draw: () => T): T {
  try {
    return draw();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RenderFault(
      `The page ${at.address}, asked for by ${at.source.file}, could not be drawn: ${reason}`,
      { cause },
    );
  }
}

function siteOf({ shared, baseUrl, now, posts }: Edition): Site {
  const { feed, timeZone, icon, shareImage, shareImages, ...site } = shared.site.data;
  const year = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }).format(now);
  const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full' });
  const newest = posts[0]?.post.published.iso;
  return {
    ...site,
    baseUrl,
    icon: `/${icon}`,
    feedTitle: feed.title,
    year: Number(year),
    edition: newest ? { iso: newest, text: day.format(new Date(newest)) } : undefined,
  };
}

function navigationOf({ shared }: Edition): Navigation {
  const { header, categories, more, footer } = shared.navigation.data;
  const outward = ({ title, items }: typeof footer.social) => ({
    title,
    items: items.map(({ title, url }) => ({ title, path: url })),
  });
  return {
    header,
    categories,
    more,
    footer: { ...footer, partners: outward(footer.partners), social: outward(footer.social) },
  };
}

function stopwatch() {
  const timings: Record<string, number> = {};
  function time<T>(stage: string, run: () => T): T {
    const start = performance.now();
    const add = () => {
      timings[stage] = (timings[stage] ?? 0) + performance.now() - start;
    };
    const result = run();
    if (result instanceof Promise) return result.finally(add) as T;
    add();
    return result;
  }
  return { time, timings };
}
