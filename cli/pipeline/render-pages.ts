import type { Html, MarkdownText, PartName } from '../../templates/types.ts';
import { isOwn, isRelative } from '../checks/links.ts';
import type { BuildCache } from '../lib/build-cache.ts';
import { cached } from '../lib/cached.ts';
import { hashOf, keyOf } from '../lib/content-hash.ts';
import type { Edition, Images } from '../model.ts';
import type { Route } from '../page-kinds/page-kind.ts';
import { append, type Finding, type Outcome, type Problem } from '../problems/problem.ts';
import type { BlockRenderer } from '../sources/markdown/blocks.ts';
import { markdown, type Pictures, shiftHeadings } from '../sources/markdown/markdown.ts';
import type { Composed, Renderer } from './compose.ts';
import { markdownProblems, type PageDraft, type PlacedText } from './page.ts';
import type { RenderPage } from './render.tsx';
import { fileOf } from './route.ts';
import { pageBlocks } from './text-blocks.ts';
import type { Writer } from './write.ts';

/** A page could not be rendered: a fault in a template, with the page it happened on. */
export class RenderFault extends Error {
  override name = 'RenderFault';
}

/** A rendered page, as links are checked against it. */
export interface RenderedPage {
  readonly route: Route;
  readonly ids: readonly string[];
  /** The internal links in its texts. */
  readonly links: readonly { readonly text: PlacedText; readonly hrefs: readonly string[] }[];
}

/** A page in the build cache. */
interface KnownPage {
  /** In bytes. */
  readonly size: number;
  readonly ids: readonly string[];
  /** Findings and links, by the index of the text. */
  readonly found: readonly (readonly [text: number, found: Found])[];
  /** The parts it shows that have a stylesheet of their own. */
  readonly parts: readonly PartName[];
  /** The keys of the pictures in its texts, by path, missing ones included. */
  readonly pictures: Readonly<Record<string, string>>;
}

interface Found {
  readonly findings: readonly Finding[];
  readonly hrefs: readonly string[];
}

interface RenderInput
  extends Pick<Composed, 'edition' | 'routes' | 'draft' | 'parts' | 'sharedKey' | 'loadRenderer'> {
  readonly buildCache: BuildCache;
  readonly writer: Writer;
  readonly onPage?: ((done: number, all: number) => void) | undefined;
  /** Yields to other work between two pages. */
  readonly pause?: (() => Promise<void>) | undefined;
}

/** The pages of a site. */
export interface RenderedPages {
  readonly pages: readonly RenderedPage[];
  /** The parts that some page shows. */
  readonly parts: ReadonlySet<PartName>;
  /** Renders cached pages whose file is missing from the old site; needed only if the site is written. Rejects as `renderPages` does. */
  readonly finish: () => Promise<void>;
}

/**
 * Renders the pages that are not in the cache. The rest keep their files of the old site.
 *
 * Rejects with `RenderFault` if a template fails, and with what the disk throws.
 */
export async function renderPages(input: RenderInput): Promise<Outcome<RenderedPages>> {
  const { edition, routes, draft, sharedKey, writer, buildCache } = input;
  const keyOfPicture = createPictureKeys(edition.pictures);
  const jsonOf = createJson();
  const pages: RenderedPage[] = [];
  const problems: Problem[] = [];
  const parts = new Set<PartName>();
  const late: { readonly route: Route; readonly key: string }[] = [];
  let render: RenderDraft | undefined;

  async function write(page: PageDraft, route: Route, key: string) {
    render ??= createPageRenderer(await input.loadRenderer(), input);
    const { html, ...found } = render(page, route);
    const size = writer.write({ path: fileOf(route.address), content: html }, key);
    return { ...found, size };
  }

  for (const [i, route] of routes.entries()) {
    await input.pause?.();
    const page = naming(route, () => draft(route));
    const key = hashOf(sharedKey + jsonOf(page.props));
    let known = buildCache.get<KnownPage>('page', key);
    const isSame =
      known && Object.entries(known.pictures).every(([picture, as]) => keyOfPicture(picture) === as);
    if (known && isSame) {
      if (!writer.keep(fileOf(route.address), key, known.size)) late.push({ route, key });
    } else {
      const found = await write(page, route, key);
      const pictures = Object.fromEntries(found.pictures.map((path) => [path, keyOfPicture(path)]));
      buildCache.set('page', key, { ...found, pictures });
      known = buildCache.get<KnownPage>('page', key) ?? { ...found, pictures };
    }
    for (const part of known.parts) parts.add(part);
    const texts = known.found.flatMap(([at, found]) => {
      const text = page.texts[at];
      return text ? [{ text, ...found }] : [];
    });
    for (const { text, findings } of texts) append(problems, markdownProblems(findings, text));
    pages.push({ route, ids: known.ids, links: texts.filter(({ hrefs }) => hrefs.length > 0) });
    input.onPage?.(i + 1, routes.length);
  }

  async function finish() {
    for (const { route, key } of late) {
      await input.pause?.();
      await write(draft(route), route, key);
    }
  }

  return { value: { pages, parts, finish }, problems };
}

/** Creates a function that renders one page of a site. It throws `RenderFault`. */
export function createPageRenderer(
  { createRenderer, renderFacade }: Renderer,
  { parts, edition }: Pick<Composed, 'parts' | 'edition'>,
) {
  const render = createRenderer(parts);
  const blocks = pageBlocks(edition, renderFacade);
  return (page: PageDraft, route: Route) => renderPage(page, route, render, blocks, edition);
}

export type RenderDraft = ReturnType<typeof createPageRenderer>;

function renderPage(
  { props, texts, idOf }: PageDraft,
  route: Route,
  render: RenderPage,
  blocks: BlockRenderer,
  { pictures, baseUrl, audience }: Edition,
) {
  const lookedUp = new Set<string>();
  const watched: Pictures = {
    has: (path) => pictures.has(lookedUp.add(path) && path),
    get: (path) => pictures.get(lookedUp.add(path) && path),
  };
  const found: [number, Found][] = [];
  const parts = new Set<PartName>(props.parts);
  if (audience === 'preview' && !props.isFramed) parts.add('preview');
  const frames: string[] = [];
  const htmlOf = cached((shown: MarkdownText): Html => {
    const at = texts.indexOf(shown as PlacedText);
    if (at === -1) throw new Error('it shows a Markdown text that is not in its props');
    const rendered = markdown(shown.markdown, watched, idOf, blocks);
    const { html, findings, links } = rendered;
    for (const part of rendered.parts) parts.add(part);
    append(frames, rendered.frames ?? []);
    const hrefs = links.filter((href) => href !== '' && (isOwn(href, baseUrl) || isRelative(href)));
    if (findings.length + hrefs.length > 0) found.push([at, { findings, hrefs }]);
    return shiftHeadings(html, texts[at]?.lowerBy ?? 0);
  });
  // The head of the document names the parts in its texts.
  for (const text of texts) htmlOf(text);
  const html = naming(route, () => render(props, htmlOf, { parts, frames }));
  const ids = Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id);
  return { html, ids, found, parts: [...parts], pictures: [...lookedUp] };
}

/** Characters; a longer object in the props goes into the key as its hash. */
const maxJson = 100;

/** Serializes the props of pages for their keys. Many share posts and pictures, and each of these is serialized once. */
function createJson(): (props: PageDraft['props']) => string {
  const keys = new WeakMap<object, string>();
  const write = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(write).join()}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
    const known = keys.get(value);
    if (known !== undefined) return known;
    const json = JSON.stringify(value);
    if (json.length <= maxJson) return json;
    const key = hashOf(json);
    keys.set(value, key);
    return key;
  };
  return (props) =>
    `{${Object.entries(props)
      .map(([name, value]) => `"${name}":${write(value)}`)
      .join()}}`;
}

/** Returns the key of a picture by its path; all missing pictures have the same. */
function createPictureKeys(pictures: Images): (path: string) => string {
  return cached((path) => {
    const { drawing: _, ...picture } = pictures.get(path) ?? {};
    return keyOf(picture);
  });
}

/** Names the page on which a template fails. */
function naming<T>({ address, source }: Route, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RenderFault(`The page ${address} of ${source.file} could not be rendered: ${reason}`, {
      cause,
    });
  }
}
