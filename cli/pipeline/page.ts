import type { NavGroup, Navigation, PageHead, Site } from '../../templates/types.ts';
import { isInternal } from '../addresses/links.ts';
import { createIds, markdown } from '../content/markdown/markdown.ts';
import { markdownProblems } from '../content/markdown/problems.ts';
import type { Edition, WrittenText } from '../content/model.ts';
import type { PageFile } from '../content/page-fields.ts';
import { analyticsHost, languageOf } from '../content/site.ts';
import type { SourceFile } from '../content/source-file.ts';
import { cached } from '../lib/cached.ts';
import { createDays, dayFormat, yearIn } from '../lib/in-zone.ts';
import { iconPath } from '../look/pictures.ts';
import type { ShareImages } from '../look/share-images.ts';
import { alertOf } from '../pages/alert.ts';
import { newsletterOf } from '../pages/blocks.ts';
import { createEmbeds } from '../pages/embeds.ts';
import { search } from '../pages/kinds/search.ts';
import { type Build, isOfKind, type PageInput, type PageKind, type Route } from '../pages/page-kind.ts';
import type { KeyPath } from '../problems/locate.ts';
import { createNearFile } from '../problems/nearest.ts';
import { feedBlocks } from '../site/text-blocks.ts';

/** A Markdown text of a page. */
export interface PlacedText extends WrittenText {
  /** By how many levels its headings are lowered. */
  readonly lowerBy: number;
}

/** What a page shows, before it is rendered. */
export interface PageDraft {
  /** The props of its component: plain data, with Markdown texts in it. */
  readonly props: PageHead;
  /** These texts. */
  readonly texts: readonly PlacedText[];
  /** Makes ids that are unique on the page. */
  readonly idOf: (words: string) => string;
}

/** Makes the pages of a build from its content. */
export function createPages(edition: Edition, shareImages: ShareImages): (route: Route) => PageDraft {
  const addresses = new Map(edition.pages.toReversed().map(({ data }) => [data.template, data.path]));
  const build: Build = {
    edition,
    ...languageOf(edition.shared.site.data),
    embeds: createEmbeds(edition),
    shareImages,
    addressOf: (kind) => addresses.get(kind),
  };
  const fillOf = cached((kind: PageKind) => kind.props(build));
  return (route) => {
    const { input, texts } = pageInput(route, build);
    return { props: fillOf(route.kind)(input), texts, idOf: input.idOf };
  };
}

/** What a page can use, and the list that its texts are added to. */
function pageInput(route: Route, build: Build) {
  const texts: PlacedText[] = [];
  const { source, page, address, part } = route;
  const proseOf: PageInput<unknown, unknown>['proseOf'] = (source, markdown, at, lowerBy = 0) => {
    const text = placedText(source, at, lowerBy, markdown);
    texts.push(text);
    return text;
  };
  const input = {
    get file(): PageFile {
      if (!page) throw new Error(`The page ${address} has no file of its own`);
      return page.data;
    },
    source,
    address,
    part,
    head: () => headOf(input.file, route, build),
    idOf: createIds(),
    prose: (text: string, at: KeyPath = ['body']) =>
      proseOf(source, text, at.length === 1 && at[0] === 'body' ? (page?.bodyOffset ?? at) : at),
    proseOf,
  };
  return { input, texts };
}

export const placedText = (source: SourceFile, at: KeyPath | number, lowerBy: number, markdown: string) => ({
  source,
  at,
  lowerBy,
  markdown,
  /** For the key of a page, which depends on the words of a text, not on their place. */
  toJSON: () => [markdown, lowerBy],
});

function headOf(
  file: PageFile,
  { address, kind, isHidden }: Route,
  { shareImages, words, locale }: Build,
): PageHead {
  const dayOf = createDays('UTC', locale);
  const headline = file.headline ?? file.title;
  const home = { title: words.page.home, path: '/' };
  return {
    kind: kind.name,
    path: address,
    title: file.title,
    description: file.description,
    keywords: file.keywords,
    headline,
    tagline: file.tagline,
    noindex: isHidden,
    shareImage: address === '/' || isHidden ? shareImages.ofPaper : shareImages.ofPage(headline),
    updated: file.updated === undefined ? undefined : dayOf(new Date(`${file.updated}T00:00:00Z`)),
    breadcrumbs: file.path === '/' ? [home] : [home, { title: headline, path: file.path }],
    isFramed: kind.isFramed ?? false,
  };
}

/** What the header, the footer and the head of every page show, but for links. */
export function siteOf(edition: Edition): Site {
  const { shared, baseUrl, audience, clock, pages, posts, hasFeed } = edition;
  const { feed, icon, shareImage, shareImages, currency, newsletter, analytics, pixel, ...site } =
    shared.site.data;
  const isForReaders = audience === 'readers';
  const { locale, words, timeZone } = languageOf(shared.site.data);
  const newest = posts[0]?.post.published.iso;
  const year = clock.read(yearIn(timeZone));
  const day = { timeZone, weekday: 'long', month: 'long', day: 'numeric' } as const;
  const dayOf = (date: Date) => dayFormat(locale, date, year, day).format(date);
  return {
    ...site,
    shortName: site.shortName ?? site.name,
    publisher: site.publisher ?? site.name,
    baseUrl,
    isPreview: audience === 'preview' || undefined,
    analytics: isForReaders && analytics ? { ...analytics, host: analyticsHost(analytics) } : undefined,
    pixel: isForReaders ? pixel : undefined,
    icon: icon === undefined ? iconPath : `/${icon}`,
    feedTitle: hasFeed ? (feed?.title ?? site.name) : undefined,
    newsletter: newsletterOf({ edition, words, locale }),
    search: pages.find((page) => isOfKind(page, search))?.data.path,
    timeZone,
    alert: alertOf(edition),
    year: Number(year),
    day: newest ? { iso: newest, text: words.masthead.day(dayOf(new Date(newest))) } : undefined,
  };
}

export function navigationOf({ shared }: Edition): Navigation {
  const {
    header = [],
    sections = [],
    buttons = [],
    categories,
    more,
    footer = {},
  } = shared.navigation?.data ?? {};
  const groups = (...all: readonly (NavGroup | undefined)[]) =>
    all.filter((group) => group !== undefined && group.items.length > 0) as readonly NavGroup[];
  const outward = (group: (typeof footer)['social']) =>
    group && { ...group, items: group.items.map(({ title, url }) => ({ title, path: url })) };
  return {
    header,
    sections,
    buttons,
    menus: groups(categories, more),
    footer: groups(footer.quickLinks, footer.about, outward(footer.partners), outward(footer.social)),
  };
}

/** Checks the texts of posts that are not published yet, and of posts and pages that are left out because of errors; gives the links of these. */
export function checkUnrendered(edition: Edition) {
  const { unpublishedPosts, broken, pictures } = edition;
  const blocks = feedBlocks(edition);
  const nearFile = createNearFile(edition.media.map(({ path }) => path));
  const waiting = unpublishedPosts.map(({ source, body, bodyOffset, data }): WrittenText => {
    // Entries of live stories may end in `[pinned]`, which their pages do not show.
    const shown = data.live === undefined ? body : body.replace(/\[pinned\](?=[ \t#]*$)/gim, ' '.repeat(8));
    return { source, markdown: shown, at: bodyOffset };
  });
  const note = edition.note && { ...edition.note, markdown: edition.note.body, at: edition.note.bodyOffset };
  const rest = [note ?? [], ...[...broken.values()].map(({ text }) => text ?? [])].flat();
  const rendered = [...waiting, ...rest].map((text) => ({
    text,
    ...markdown(text.markdown, pictures, createIds(), blocks),
  }));
  return {
    problems: rendered.flatMap(({ findings, text }) => markdownProblems(findings, text, nearFile)),
    links: rendered
      .filter(({ text }) => rest.includes(text))
      .map(({ text, links }) => ({
        text: () => text,
        hrefs: links.filter((href) => isInternal(href, edition.baseUrl)),
      })),
  };
}
