import type { SiteParts } from '../../templates/Document.tsx';
import type { NewsletterMail } from '../../templates/Newsletter.tsx';
import type { Picture } from '../../templates/types.ts';
import { takenAddresses } from '../addresses/collisions.ts';
import { goneAddresses, type PublishedBefore } from '../addresses/gone-addresses.ts';
import { findRedirects, type Redirects } from '../addresses/redirects.ts';
import { describedFiles, feedBlocksOf } from '../checks/described-files.ts';
import type { ContentFolder } from '../content/content-folder.ts';
import type { Edition, EditionOptions, OutputFile, Records } from '../content/model.ts';
import { publishedAt } from '../content/published-paths.ts';
import { referencesIn } from '../content/schema/references.ts';
import { importedUntil, languageOf } from '../content/site.ts';
import { readPulled } from '../headlines/snapshots.ts';
import type { BuildCache } from '../lib/build-cache.ts';
import { keyOf } from '../lib/content-hash.ts';
import type { FileCache } from '../lib/file-cache.ts';
import { addCrops } from '../look/crops.ts';
import { icons } from '../look/icons.ts';
import { placeholders } from '../look/placeholders.ts';
import type { OnPicture } from '../look/pool.ts';
import { createImageRenderer } from '../look/renderer.ts';
import { resizeImages } from '../look/resize-images.ts';
import { createShareImages, type ShareImages } from '../look/share-images.ts';
import { type FontSupply, theme } from '../look/theme.ts';
import type { Route } from '../pages/page-kind.ts';
import { append } from '../problems/problem.ts';
import { desk } from '../site/desk.ts';
import { hostLimits, namelessDomain } from '../site/host-files.ts';
import { newsletter } from '../site/newsletter.ts';
import { soundsOf } from '../site/text-blocks.ts';
import { createArticles } from './articles.ts';
import { assets, type CompiledAssets } from './assets.ts';
import { feeds } from './feeds.ts';
import { link } from './link.ts';
import { createPages, navigationOf, type PageDraft, siteOf } from './page.ts';
import { createPageKeys } from './page-keys.ts';
import { parse } from './parse.ts';
import { publishedMedia } from './published-media.ts';
import { readOpened } from './read.ts';
import { route } from './route.ts';
import type { Run } from './run.ts';

/** Everything that pages depend on, except their templates. */
export interface ComposeInput extends EditionOptions {
  /** The content folder, and its name in reports. */
  readonly content: string;
  readonly shownAs: string;
  /** The folder of the snapshots that `pull` keeps. */
  readonly feeds: string;
  readonly compiled: CompiledAssets;
  /** Loads the templates and React: only if there is something to render. */
  readonly loadRenderer: () => Promise<Renderer>;
  readonly pictureCache: FileCache;
  readonly fonts: FontSupply;
  /** The addresses that an earlier state of the paper had published; those that would be gone are reported. */
  readonly before?: PublishedBefore | undefined;
  readonly onPicture?: OnPicture;
  /** Only looks for problems: pictures are measured, and none is made. */
  readonly onlyFindings?: boolean;
}

/** The templates, as stages need them. */
export type Renderer = typeof import('./render.tsx');

/** A site before its pages are rendered. */
export interface Composed {
  readonly edition: Edition;
  readonly routes: readonly Route[];
  /** All files except pages, share images and redirects. */
  readonly files: readonly OutputFile[];
  readonly redirects: Redirects;
  readonly shareImages: ShareImages;
  /** The props that all pages share. */
  readonly parts: SiteParts;
  /** Makes the props of a page. It has no other effect. */
  readonly draft: (route: Route) => PageDraft;
  /** The key of a page with these props. */
  readonly keyOfPage: (props: object) => string;
  /** The key of everything that drafts are made of, except the time and the texts of posts. */
  readonly contentKey: string;
  readonly loadRenderer: ComposeInput['loadRenderer'];
}

/** Runs the stages from the content folder to the pages' addresses and contents. Rejects with what the disk throws. */
export async function compose(
  input: ComposeInput & { readonly buildCache: BuildCache; readonly folder: ContentFolder },
  run: Run,
): Promise<Composed> {
  const { pictureCache: cache } = input;
  const sources = run.stage('read', () => readOpened(input.folder, input.content, input.shownAs));
  const records = run.stage('parse', () => parse(sources, input.buildCache));
  const { media: originals, refused, shownAs } = records.sources;
  const resized = await run.stage('images', () =>
    resizeImages(originals, shownAs, unresized(records, input), refused, cache, input.onPicture),
  );
  const media = await run.time('images', () => addCrops(resized, leadPictures(records), cache));
  const look = await run.stage('theme', () => theme(records, media.pictures, input.fonts));
  const renderer = createImageRenderer(look.drawn, cache);
  const feedUrls = feedBlocksOf(records.pages).map(({ block }) => block.rssUrl);
  const pulled = run.time('read', () => readPulled(input.feeds, feedUrls));
  const edition = run.stage('link', () => link(records, media.pictures, pulled, input));
  const routes = run.stage('route', () => route(edition));
  const shareImages = createShareImages(edition, renderer, input.onPicture);
  const site = siteOf(edition);
  const { files, addresses } = run.time('assets', () =>
    assets(
      input.compiled,
      look,
      new Set(routes.map(({ kind }) => kind.name)),
      edition.shared.embeds?.data,
      languageOf(edition.shared.site.data).words.scripts,
      site.analytics?.provider,
    ),
  );
  // Two pages of a kind may load the same.
  const ofPages = routes.flatMap(({ kind, part }) => kind.files?.(part) ?? []);
  append(files, [...new Map(ofPages.map((file) => [file.path, file])).values()]);
  const published = run.time('link', () => publishedMedia(media.files, records, edition));
  append(files, [...published, ...look.files]);
  const made = await run.time('images', () => icons(edition, renderer));
  append(files, [...placeholders(edition, renderer), ...made]);
  const parts = { site, navigation: navigationOf(edition), assets: addresses, look: look.site };
  const pictures = keyOf(
    Array.from(edition.pictures, ([path, { drawing: _, ...picture }]) => [path, picture]),
  );
  // Texts may show frames of any provider, and any sound.
  const keyOfPage = createPageKeys(keyOf(parts, edition.shared.embeds?.data, [...soundsOf(edition)]));
  const articleKey = (props: object) => keyOfPage({ ...props, pictures });
  const articles = createArticles(edition, articleKey, input.loadRenderer);
  const feedFiles = run.time('feeds', () => feeds(edition, routes, articles));
  append(files, feedFiles);
  const render = async (mail: NewsletterMail) => (await input.loadRenderer()).renderNewsletter(mail);
  append(files, await run.time('images', () => newsletter(edition, site, cache, keyOfPage, render)));
  const deskFiles = run.stage('route', () => desk(records, edition, input.content, input.compiled.js.desk));
  append(files, deskFiles);
  const redirects = run.stage('route', () => findRedirects(edition, routes));
  run.report('route', () => [...hostLimits(edition.shared), ...namelessDomain(edition.shared, sources)]);
  run.report('route', () => takenAddresses(routes, files, redirects, sources));
  for (const { path, absolute } of sources.publicFiles)
    files.push({ path: publishedAt(path), content: { copyOf: absolute } });
  const { before } = input;
  if (before) run.report('route', () => goneAddresses(before, edition, routes, files, redirects));

  return {
    edition,
    routes,
    files,
    redirects,
    shareImages,
    parts,
    draft: createPages(edition, shareImages),
    keyOfPage,
    contentKey: keyOfPage({ ...contentOf(edition, input), pictures, look: renderer.cache.keyOf() }),
    loadRenderer: input.loadRenderer,
  };
}

/** What pages are made of besides the time, pictures and the texts of posts: posts as they are linked, all other files by their hashes. */
function contentOf(
  { posts, endedPosts, audience, baseUrl, pulled }: Edition,
  { folder, drafts }: { readonly folder: ContentFolder; readonly drafts: boolean },
): object {
  const published = [...posts, ...endedPosts];
  const paths = new Set(published.map(({ parsed }) => parsed.source.path));
  return {
    audience,
    baseUrl,
    drafts,
    pulled: [...pulled],
    // One text for what nothing else shares.
    posts: published.map((one) => [one.post, JSON.stringify([one.id, one.time, one.month, one.parsed.data])]),
    files: folder.entries.flatMap(({ path, hash }) => (paths.has(path) ? [] : [path, hash])),
  };
}

/** The pictures of stories, with what must stay in sight; those of imported ones may be thousands. */
function leadPictures({ posts, shared }: Records): ReadonlyMap<string, Picture['focus']> {
  const until = importedUntil(shared.site.data);
  const recent = posts.filter(({ data }) => data.imageUrl && Date.parse(data.publishedDate) >= until);
  return new Map(recent.map(({ data }) => [data.imageUrl ?? '', data.imageFocus]));
}

/** Pictures that programs read, which are published unchanged; all, if nothing is published. */
function unresized(records: Records, { onlyFindings }: ComposeInput): ReadonlySet<string> {
  if (onlyFindings) return new Set(records.media.map(({ path }) => path));
  const references = describedFiles(records).flatMap(({ schema, data }) => referencesIn(schema, data));
  return new Set(
    references.flatMap(({ reference, value }) =>
      reference.to === 'picture' && reference.unchanged ? [String(value)] : [],
    ),
  );
}
