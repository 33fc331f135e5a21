import { addNeeds, createNeeds } from '../../templates/parts/Needs.tsx';
import type { Html, MarkdownText, PartName } from '../../templates/types.ts';
import type { RenderedPage } from '../addresses/check-links.ts';
import { isInternal } from '../addresses/links.ts';
import { markdown, type Pictures, shiftHeadings } from '../content/markdown/markdown.ts';
import { markdownProblems } from '../content/markdown/problems.ts';
import { fileOf } from '../content/published-paths.ts';
import type { BuildCache } from '../lib/build-cache.ts';
import { cached } from '../lib/cached.ts';
import type { Validity } from '../lib/clock.ts';
import { keyOf } from '../lib/content-hash.ts';
import type { ShareImage } from '../look/share-images.ts';
import type { Route } from '../pages/page-kind.ts';
import { createNearFile } from '../problems/nearest.ts';
import { append, type Finding, type Problem } from '../problems/problem.ts';
import { pageBlocks } from '../site/text-blocks.ts';
import type { Writer } from '../site/write.ts';
import type { Composed, Renderer } from './compose.ts';
import type { PageDraft, PlacedText } from './page.ts';

/** A page could not be rendered: a fault in a template, with the page it happened on. */
export class RenderFault extends Error {
  override name = 'RenderFault';
}

/** A page in the build cache, by its address: what follows from its key, and the key from what its draft was made of. */
interface KnownPage {
  readonly key: string;
  readonly madeOf: string | undefined;
  /** When what its draft read of the clock is the same. */
  readonly validity: Validity;
  readonly shareImage: Pick<ShareImage, 'path' | 'key'> | undefined;
  /** As they are written: ` id="Main" id="Share"`. */
  readonly ids: string;
  /** Findings and links, by the index of the text. */
  readonly found: readonly (readonly [text: number, found: Found])[];
  /** The parts it shows that have a stylesheet of their own. */
  readonly parts: readonly PartName[];
  /** The keys of the pictures in its texts, by path, missing ones included. */
  readonly pictures: Readonly<Record<string, string>>;
}

type Rendered = Pick<KnownPage, 'ids' | 'found' | 'parts' | 'pictures'>;

/** A page before it is rendered: what is known of it, if its file is kept, and its draft, unless that is known to be the same. */
type Looked = { readonly route: Route } & (
  | { readonly known: KnownPage; readonly drafted?: Drafted }
  | { readonly known: undefined; readonly drafted: Drafted }
);

interface Drafted extends Pick<KnownPage, 'key' | 'validity'> {
  readonly page: PageDraft;
}

interface Found {
  readonly findings: readonly Finding[];
  readonly hrefs: readonly string[];
}

interface RenderInput extends Composed {
  readonly buildCache: BuildCache;
  readonly writer: Writer;
  readonly onPage?: ((done: number, all: number) => void) | undefined;
}

/**
 * Drafts the pages that may have changed, and renders those that have; gives the parts and the share images that some page shows. Rejects
 * with `RenderFault`, and with what the disk throws.
 */
export async function renderPages(input: RenderInput) {
  const { edition, routes, buildCache } = input;
  const { clock } = edition;
  const output = createOutput(input);
  const nearFile = createNearFile(edition.media.map(({ path }) => path));
  const pages: RenderedPage[] = [];
  const problems: Problem[] = [];
  const parts = new Set<PartName>();
  const shareImages = new Map<string, ShareImage>();
  const draft = (route: Route) => naming(route, () => input.draft(route));
  const shareImageOf = ({ props }: PageDraft) => input.shareImages.imageOf(props.shareImage);

  function lookAt(route: Route): Looked {
    const former = buildCache.get<KnownPage>('page', route.address);
    const isDrafted =
      former?.madeOf !== undefined && former.madeOf === madeOf(route, input) && clock.holds(former.validity);
    if (isDrafted && output.keep(route, former.key, former)) return { route, known: former };
    const page = draft(route);
    const drafted = { page, key: input.keyOfPage(page.props), validity: clock.validity() };
    if (former && output.keep(route, drafted.key, former)) return { route, known: former, drafted };
    return { route, known: undefined, drafted };
  }

  /** Caches what is known now of a page that was drafted. */
  function remember(route: Route, { page, key, validity }: Drafted, rendered: Rendered): KnownPage {
    const image = shareImageOf(page);
    const shareImage = image && { path: image.path, key: image.key };
    const { ids, found, parts, pictures } = rendered;
    const known = { key, madeOf: madeOf(route, input), validity, shareImage, ids, found, parts, pictures };
    buildCache.set('page', route.address, known);
    return known;
  }

  async function drawShareImage(route: Route) {
    const image = shareImageOf(draft(route));
    if (!image) throw new Error(`The page ${route.address} has lost its share image`);
    return image.draw();
  }

  function add(route: Route, drafted: Drafted | undefined, known: KnownPage) {
    // A page that was not drafted is, where its mistakes have to be placed.
    const textAt = (index: number) => (drafted?.page ?? draft(route)).texts[index];
    for (const part of known.parts) parts.add(part);
    for (const [index, { findings }] of known.found) {
      const text = findings.length > 0 && textAt(index);
      if (text) append(problems, markdownProblems(findings, text, nearFile));
    }
    const links = known.found.flatMap(([index, { hrefs }]) =>
      hrefs.length > 0 ? { text: () => textAt(index), hrefs } : [],
    );
    // From the cache: an id that was cut out of a page keeps the whole page in memory.
    const ids = () => buildCache.get<KnownPage>('page', route.address)?.ids.match(/(?<= id=")[^"]+/g) ?? [];
    pages.push({ route, ids, links });
    const image = known.shareImage;
    if (image) shareImages.set(image.path, { ...image, draw: () => drawShareImage(route) });
    input.onPage?.(pages.length, routes.length);
  }

  for (let start = 0; start < routes.length; start += pagesAtOnce) {
    const batch = routes.slice(start, start + pagesAtOnce).map(lookAt);
    const rendered = await output.write(batch);
    for (const { route, drafted, known } of batch) {
      const shown = known ?? rendered.get(route);
      if (drafted && shown) add(route, drafted, remember(route, drafted, shown));
      else if (known) add(route, undefined, known);
    }
  }
  return { value: { pages, parts, shareImages: [...shareImages.values()] }, problems };
}

/** Pages that take each step together: thousands take an eighth less time than one after the other, because the same code runs again. */
const pagesAtOnce = 32;

/** Writes the files of pages, or keeps those of the old site. */
function createOutput(input: RenderInput) {
  const { writer } = input;
  /** All missing pictures have the same. */
  const keyOfPicture = cached((path: string) => {
    const { drawing: _, ...picture } = input.edition.pictures.get(path) ?? {};
    return keyOf(picture);
  });
  let render: ReturnType<typeof createPageRenderer> | undefined;

  /** Renders and writes the pages whose files are not kept. */
  async function write(batch: readonly Looked[]): Promise<ReadonlyMap<Route, Rendered>> {
    const changed = batch.flatMap(({ route, known, drafted }) => (known ? [] : { route, ...drafted }));
    if (changed.length === 0) return new Map();
    render ??= createPageRenderer(await input.loadRenderer(), input);
    const withTexts = [];
    for (const { route, key, page } of changed) withTexts.push({ route, key, finish: render(page, route) });
    const finished = withTexts.map(({ route, key, finish }) => ({ route, key, ...finish() }));
    const rendered = new Map<Route, Rendered>();
    for (const { route, key, html, pictures, ...known } of finished) {
      writer.write({ path: fileOf(route.address), content: html }, key);
      rendered.set(route, {
        ...known,
        pictures: Object.fromEntries(pictures.map((path) => [path, keyOfPicture(path)])),
      });
    }
    return rendered;
  }

  return {
    write,
    /** Keeps the file of a page; `false` if the page is another now, or its file is missing. */
    keep: (route: Route, key: string, { key: formerKey, pictures }: KnownPage): boolean =>
      key === formerKey &&
      Object.entries(pictures).every(([path, as]) => keyOfPicture(path) === as) &&
      writer.keep(fileOf(route.address), key, true),
  };
}

/** What the draft of a page is made of besides the time; `undefined` if there is no key of that. */
const madeOf = ({ kind, source }: Route, { contentKey }: RenderInput): string | undefined =>
  kind.readsTexts || source.hash === undefined ? undefined : `${contentKey} ${source.hash}`;

/** Creates a function that renders the texts of a page, and gives one that renders the page. This throws `RenderFault`. */
export function createPageRenderer(
  { createRenderer, renderFacade }: Renderer,
  { parts: sharedParts, edition }: Pick<Composed, 'parts' | 'edition'>,
) {
  const { pictures, baseUrl } = edition;
  const render = createRenderer(sharedParts);
  const blocks = pageBlocks(edition, renderFacade);
  return ({ props, texts, idOf }: PageDraft, route: Route) => {
    const lookedUp = new Set<string>();
    const watched: Pictures = {
      has: (path) => pictures.has(lookedUp.add(path) && path),
      get: (path) => pictures.get(lookedUp.add(path) && path),
    };
    const found: [number, Found][] = [];
    const needs = createNeeds();
    const htmlOf = cached((shown: MarkdownText): Html => {
      const at = texts.indexOf(shown as PlacedText);
      if (at === -1) throw new Error('it shows a Markdown text that is not in its props');
      const rendered = markdown(shown.markdown, watched, idOf, blocks);
      const { html, findings, links } = rendered;
      addNeeds(needs, { parts: rendered.parts, frames: rendered.frames ?? [] });
      const hrefs = links.filter((href) => isInternal(href, baseUrl));
      if (findings.length + hrefs.length > 0) found.push([at, { findings, hrefs }]);
      return shiftHeadings(html, texts[at]?.lowerBy ?? 0);
    });
    // In the order of the file, and those that nothing shows as well: all are checked.
    for (const text of texts) htmlOf(text);
    return () => {
      const html = naming(route, () => render(props, htmlOf, needs));
      const ids = html.match(/ id="[^"]+"/g)?.join('') ?? '';
      return { html, ids, found, parts: [...needs.parts], pictures: [...lookedUp] };
    };
  };
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
