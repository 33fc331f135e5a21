import { foundOutsideCode, shortcode } from '../content/markdown/slips.ts';
import type { DescribedFile, Edition, ParsedPage, ParsedPost } from '../content/model.ts';
import { isPlaceholder, placeholderLeft } from '../content/placeholders.ts';
import { postSchema } from '../content/post.ts';
import { plainTextsIn, referencesIn } from '../content/schema/references.ts';
import { pathOf } from '../content/single-files.ts';
import { timeZoneOf } from '../content/site.ts';
import type { SourceFile } from '../content/source-file.ts';
import { toIso } from '../headlines/feed.ts';
import { endOf } from '../lib/in-zone.ts';
import { areOutdated } from '../pages/boards.ts';
import { feedProvider } from '../pages/embeds.ts';
import { home } from '../pages/kinds/home.ts';
import { episodesOf, podcast } from '../pages/kinds/podcast.ts';
import { subscribe } from '../pages/kinds/subscribe.ts';
import { pageKindOf } from '../pages/kinds.ts';
import { isOfKind } from '../pages/page-kind.ts';
import { type KeyPath, stretchOf } from '../problems/locate.ts';
import { nearest } from '../problems/nearest.ts';
import { append, doubt, type Problem, problem, reportFirst } from '../problems/problem.ts';
import { describedFiles, feedBlocksOf } from './described-files.ts';
import { eventDates } from './event-dates.ts';
import { nearNames } from './near-names.ts';
import { newsletterProblems } from './newsletter.ts';

/** Values that fit their schemas but are wrong, or very probably wrong, compared with other values, with pictures or with the date. */
export function doubtfulValues(edition: Edition): Problem[] {
  const { shared, pages, unpublishedPosts, pictures } = edition;
  const published = [...edition.posts, ...edition.endedPosts, ...edition.notices, ...edition.endedNotices];
  const posts = [...published.map(({ parsed }) => parsed), ...unpublishedPosts];
  const inward = inwardAddress(edition.baseUrl);
  const doubts = [
    ...addressDoubts(pages),
    ...dateDoubts(edition, posts),
    ...eventDates(edition),
    ...placeholderDoubts(edition),
    ...emptyFrontPage(edition),
    ...emptyPodcasts(edition),
    ...zoneDoubts(edition, posts),
    ...unreadFeedDoubts(edition),
    ...addresseeDoubts(edition),
    ...nearNames(edition, posts),
    ...campaignDoubts(edition),
    ...newsletterProblems(edition),
  ];
  for (const file of describedFiles(edition)) {
    append(doubts, pictureDoubts(file, pictures));
    append(doubts, wordDoubts(file));
    // Streams and providers may be on the paper's own machines.
    if (file.source !== shared.radio?.source && file.source !== shared.embeds?.source)
      append(doubts, inwardAddresses(file.source, inward));
  }
  for (const { source, data } of posts) {
    // There may be thousands of posts, so the fields of each are looked at closely only if it has one of these beside the signs of JSON.
    if (/\W_|[*&<;]|\[[^"\]{]|\{[%{]|"by /i.test(JSON.stringify(data)))
      append(doubts, wordDoubts({ source, data, schema: postSchema }));
    append(doubts, inwardAddresses(source, inward));
  }
  return doubts;
}

/** A paper that shows days and has no time zone. */
function zoneDoubts({ shared: { site, data }, broken }: Edition, posts: readonly ParsedPost[]): Problem[] {
  const hasDates = data.events?.data.events.some(({ starts, repeats }) => starts ?? repeats);
  const showsDays = posts.length > 0 || hasDates;
  if (site.data.timeZone !== undefined || broken.has(site.source.path) || !showsDays) return [];
  const message = 'The paper does not say in which time zone it is, so days and times are shown in UTC.';
  const hint = 'Add a line such as `timeZone: America/Chicago`.';
  return [doubt(site.source, ['timeZone'], message, { hint })];
}

/** Feed blocks whose headlines are too old to be shown, and those that pages leave out because they have neither headlines nor a frame. */
function unreadFeedDoubts({ shared: { embeds }, pages, pulled, broken, clock }: Edition): Problem[] {
  if (broken.has(pathOf('embeds'))) return [];
  const hasFrames = Object.hasOwn(embeds?.data.providers ?? {}, feedProvider);
  return feedBlocksOf(pages).flatMap(({ block: { board, rssUrl, fallback }, source, path }) => {
    const known = pulled.get(rssUrl);
    const isShown = known ? !areOutdated(known, clock) : hasFrames || fallback !== undefined;
    if (board === 'frame' || isShown) return [];
    const message = known
      ? `The headlines of this feed were last read on ${toIso(known.checked).slice(0, 10)}, too long ago for the page to show them.`
      : 'No headlines of this feed have been read yet, so the page leaves this block out.';
    const hint = 'Read them with `galley pull`, or name a `fallback` of content/feeds.';
    return doubt(source, [...path, 'rssUrl'], message, { hint });
  });
}

/** Order buttons on subscription pages that have no address. */
function addresseeDoubts({ shared: { site, data }, pages, broken }: Edition): Problem[] {
  if (site.data.contact?.email || broken.has(site.source.path)) return [];
  const hasOrders =
    !broken.has(pathOf('plans')) &&
    data.plans?.data.plans.some(({ url, path }) => url === undefined && path === undefined);
  return pages.flatMap((page) => {
    if (!isOfKind(page, subscribe)) return [];
    const { source, data } = page;
    const lacks = (key: string, message: string, cure: string) => {
      const hint = `Add ${cure}, or \`contact\` with an \`email\` to site.yaml.`;
      return problem(source, [key], { rule: 'missing-key', message, hint });
    };
    const ofPlans = 'The plans on this page have no address that orders go to.';
    const ofButton = 'This button has no address that it writes to.';
    return [
      hasOrders && !data.plans
        ? lacks('template', ofPlans, '`plans` with a `department`, a `url` to each plan')
        : [],
      data.corporate && !data.corporate.department ? lacks('corporate', ofButton, 'a `department`') : [],
    ].flat();
  });
}

/** Pictures of a kind or size that feed readers and social networks cannot use. */
function pictureDoubts({ source, schema, data }: DescribedFile, pictures: Edition['pictures']): Problem[] {
  return referencesIn(schema, data).flatMap(({ reference, value, path }) => {
    const picture = pictures.get(String(value));
    const needs = reference.to === 'picture' ? reference.needs : undefined;
    // A picture that cannot be read has a size of one pixel and is reported elsewhere.
    if (!needs || !picture || picture.width <= 1) return [];
    const { kinds, isStrict, size: [width, height] = [picture.width, picture.width] } = needs;
    const invalid = (severity: 'error' | 'warning', message: string, hint: string) =>
      problem(source, path, { rule: 'invalid-picture', severity, message, hint });
    const wrongKind = 'The programs that read this picture cannot show its kind.';
    if (kinds && !kinds.some((kind) => String(value).toLowerCase().endsWith(`.${kind}`)))
      return invalid('error', wrongKind, 'Save it as PNG or JPEG.');
    const [least, most] = needs.between ?? [0, Number.POSITIVE_INFINITY];
    const fits = picture.width >= least && picture.width <= most;
    if (fits && picture.width === width && picture.height === height) return [];
    const size = needs.between
      ? `a square of ${least} to ${most} pixels`
      : needs.size
        ? `${width.toLocaleString('en-US')} by ${height} pixels`
        : 'a square';
    const message = `This picture is ${picture.width} by ${picture.height} pixels, but it should be ${size}.`;
    return invalid(isStrict ? 'error' : 'warning', message, 'Change it in a picture program.');
  });
}

/** The usual sizes of pictures for campaigns, and by which factor the shape of one may differ. */
const usualSizes = { wide: [970, 250], narrow: [300, 250] } as const;
const tolerance = 1.6;

/** Campaigns that ended long ago, that have no place, or whose picture leaves much of its place empty. */
function campaignDoubts({ shared: { ads, site }, pages, pictures, broken, clock }: Edition): Problem[] {
  if (!ads || broken.has(ads.source.path)) return [];
  const zone = timeZoneOf(site.data);
  const hasFront = pages.some(
    (page) => isOfKind(page, home) && page.data.blocks.some(({ block }) => block === 'ads'),
  );
  return ads.data.campaigns.flatMap(({ picture, until, places }, i) => {
    const doubts: [at: KeyPath, message: string, hint: string][] = [];
    const files = typeof picture === 'string' ? { wide: picture } : picture;
    for (const [form, file] of Object.entries(files)) {
      const { width, height } = pictures.get(file) ?? { width: 1, height: 1 };
      const [w, h] = usualSizes[form as keyof typeof usualSizes];
      const factor = (width * h) / (height * w);
      const at = typeof picture === 'string' ? ['picture'] : ['picture', form];
      const message = `This picture is ${width} by ${height} pixels, so it leaves much of its place empty.`;
      if (width > 1 && Math.abs(Math.log(factor)) >= Math.log(tolerance))
        doubts.push([at, message, `Ask for one of ${w} by ${h}, or of this shape.`]);
    }
    const ended = 'This campaign ended more than a month ago.';
    if (until !== undefined && clock.isPast(endOf(until, zone) + 30 * day))
      doubts.push([['until'], ended, 'Remove it, or correct its days.']);
    if (places.includes('front') && !hasFront)
      doubts.push([['places'], 'The front page has no place for it.', 'Add `- block: ads` to its `blocks`.']);
    return doubts.map(([at, message, hint]) => doubt(ads.source, ['campaigns', i, ...at], message, { hint }));
  });
}

/** Pages at addresses that the site needs for its own pages and files, now or later. */
function addressDoubts(pages: readonly ParsedPage[]): Problem[] {
  const reserved = pages.flatMap(({ data: { path, template } }) => {
    const reserves = pageKindOf(template)?.reserves;
    return reserves ? [{ path, ...reserves }] : [];
  });
  const reasonFor = (address: string): string | undefined => {
    const folder = /^\/(api|assets|media)(?:\/|$)/.exec(address)?.[1];
    if (folder !== undefined) return `Galley keeps \`/${folder}\` for itself`;
    if (/^\/blog\/[^/]+$/.test(address)) return 'A post with this name will be at this address';
    return reserved.find(
      ({ path, below }) => address.startsWith(path) && below.test(address.slice(path.length)),
    )?.reason;
  };
  return pages.flatMap(({ source, data }) => {
    const reason = reasonFor(data.path);
    const message = `${reason}, so no page can be there.`;
    const hint = 'Give the page another address.';
    return reason ? [problem(source, ['path'], { rule: 'invalid-address', message, hint })] : [];
  });
}

const day = 24 * 60 * 60 * 1000;
const year = 366 * day;

function dateDoubts({ shared: { site, data }, pages, clock }: Edition, posts: readonly ParsedPost[]) {
  const { established } = site.data;
  const hint = 'Is the year right?';
  /** A date may be so long ahead, and if it says so, not longer ago. */
  function check(source: SourceFile, path: KeyPath, date: string | undefined, ahead: number, ago?: number) {
    if (date === undefined) return [];
    const isAhead = !clock.isPast(Date.parse(date) - ahead);
    if (isAhead || (ago !== undefined && clock.isPast(Date.parse(date) + ago))) {
      const message = `This date is ${isAhead ? 'in the future' : 'long past'}: ${date.slice(0, 10)}.`;
      return [doubt(source, path, message, { hint })];
    }
    if (established === undefined || Number(date.slice(0, 4)) >= established) return [];
    const message = `The paper was established in ${established}, and this date is of the year ${date.slice(0, 4)}.`;
    return [doubt(source, path, message, { hint })];
  }
  const { events } = data;
  return [
    ...posts.flatMap(({ source, data: { publishedDate, updatedDate, until, corrections = [] } }) => [
      ...check(source, ['publishedDate'], publishedDate, 2 * year),
      ...check(source, ['updatedDate'], updatedDate, day),
      ...check(source, ['until'], until, 10 * year),
      ...corrections.flatMap(({ date }, i) => check(source, ['corrections', i, 'date'], date, day)),
    ]),
    // A day is over sooner in other zones.
    ...pages.flatMap(({ source, data }) => check(source, ['updated'], data.updated, day)),
    ...(events?.data.events.flatMap(({ starts, ends }, i) => [
      ...check(events.source, ['events', i, 'starts'], starts, 3 * year, 5 * year),
      ...check(events.source, ['events', i, 'ends'], ends, 3 * year),
    ]) ?? []),
    ...check(site.source, ['established'], established?.toString(), 0),
  ];
}

/** Markdown or HTML in a field that is shown as it is written. */
const markup =
  /(?<!\w)\*\*[^\s*][^*\n]{0,300}\*\*|(?<!\w)__[^\s_][^_\n]{0,300}__(?!\w)|(?<![\w*/])([*_])[^\s*_](?:[^*_\n]{0,300}[^\s*_])?\1(?![\w*])|\[[^\]\n]{1,200}\]\([^()\s]{1,500}\)|&(?:[a-z]{2,10}\d{0,2}|#x?[\da-f]{1,6});|<\/?[a-z][^<>\n]{0,200}>|\{\{|\{%/i;

/** Markup in fields, list entries that are probably two, and authors that start with the `By` that templates add. */
const wordDoubts = ({ source, schema, data }: DescribedFile): Problem[] =>
  reportFirst(
    plainTextsIn(schema, data).flatMap(({ path, text }) => {
      // Placeholders of mailers look like those of templates.
      if (String(path) === 'newsletter,footer') return [];
      const found = /:\/\/\S*$/.test(text) ? undefined : (markup.exec(text) ?? text.match(shortcode))?.[0];
      if (found !== undefined) {
        const message = `Markdown and HTML do not work here, so \`${found}\` will appear as typed.`;
        return {
          path,
          message,
          rule: /^\[\w[^\]]*\]$|^\{[{%]$/.test(found) ? 'shortcode' : 'markdown-slip',
          hint: 'Delete its signs, and keep the words.',
        } as const;
      }
      if (/^(?:tags|keywords)$/.test(String(path[0])) && /;\s/.test(text)) {
        const hint = 'Replace the semicolon with a comma if these are two entries.';
        return { path, message: 'There is a semicolon in this entry of a list.', hint };
      }
      const isAuthor = path.at(-1) === 'author' || path[0] === 'authors';
      if (!isAuthor || !/^by\s/i.test(text)) return [];
      const message = 'This name starts with `By`, which the page adds itself.';
      return { path, message, suggestion: text.slice(3).trim() };
    }),
    ({ path, message, ...details }) => doubt(source, path, message, details),
  );

/** Published posts and pages that still have a text that `new` wrote. */
const placeholderDoubts = ({ posts, pages }: Edition): Problem[] =>
  [
    ...posts.flatMap(({ parsed: { source, data, body } }) =>
      data.draft ? [] : [{ source, data: { excerpt: data.excerpt, body } }],
    ),
    ...pages,
  ].flatMap(({ source, data }) =>
    Object.entries(data).flatMap(([key, text]) =>
      typeof text === 'string' && isPlaceholder(text)
        ? [doubt(source, [key], placeholderLeft, { hint: 'Write your own.' })]
        : [],
    ),
  );

/** A front page of nothing but posts, in a paper that has none but drafts. */
function emptyFrontPage({ posts, unpublishedPosts, pages, broken }: Edition): Problem[] {
  const hasPosts = posts.length > 0 || unpublishedPosts.some(({ data }) => !data.draft);
  if (hasPosts || [...broken.keys()].some((path) => path.startsWith('blog/'))) return [];
  const message = 'This page is empty: all its blocks show posts, and none is published.';
  const hint = 'Write a post or publish a draft, or add a block such as `text`.';
  return pages.flatMap((page) => {
    const blocks = isOfKind(page, home) ? page.data.blocks : [];
    const isEmpty = blocks.length > 0 && blocks.every(({ block }) => block === 'lead' || block === 'stories');
    return isEmpty ? [doubt(page.source, ['blocks'], message, { hint })] : [];
  });
}

/** Podcasts whose name no post with a sound has. */
const emptyPodcasts = (edition: Edition): Problem[] =>
  edition.pages.flatMap((page) => {
    if (!isOfKind(page, podcast) || episodesOf(page.data, edition).length > 0) return [];
    const { series } = page.data;
    const tag = series ?? page.data.tag;
    if (tag === undefined || edition.posts.length === 0) return [];
    const names = edition.posts.flatMap(({ parsed: { data } }) =>
      series ? (data.series?.name ?? []) : data.tags,
    );
    return doubt(page.source, [series ? 'series' : 'tag'], 'No post of this podcast has a sound.', {
      hint: 'Compare the name with that in the posts. A sound is a paragraph that is only its path, such as `media/talk.mp3`.',
      suggestion: nearest(tag, names),
    });
  });

/** Addresses of the paper that readers do not use: on the editor’s machine, where the paper is tried, or without https. */
function inwardAddress(baseUrl: string): RegExp {
  const { protocol, hostname } = new URL(baseUrl);
  const host = hostname.replace(/^www\./, '').replace(/[^\w-]/g, '\\$&');
  const own = String.raw`localhost|127(?:\.\d+){3}|0\.0\.0\.0|(?:staging|stage|dev|test|preview|beta|draft)\.${host}`;
  const insecure = protocol === 'https:' ? `|http://(?:www\\.)?${host}` : '';
  return new RegExp(String.raw`(?:https?://(?:${own})${insecure})(?::\d+)?(?=[/?#\s"')\]>]|$)`, 'gi');
}

const inwardAddresses = (source: SourceFile, inward: RegExp): Problem[] =>
  foundOutsideCode(source, inward).map((match) => {
    const message = `\`${match[0]}\` is not the address at which readers reach the paper.`;
    const hint = 'Write a page of the paper without its host: `/about`.';
    return doubt(source, stretchOf(match), message, { hint });
  });
