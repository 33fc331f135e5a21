import type { Named, Picture, Post, StoryTime } from '../../templates/types.ts';
import type { Words } from '../../templates/words/words.ts';
import { describedFiles } from '../checks/described-files.ts';
import { checkAdPlacements, providerProblems } from '../checks/embeds.ts';
import { noticeProblems } from '../checks/notices.ts';
import { checkReferences, repeatsIn } from '../checks/references.ts';
import { inOrderOfTime, type LiveText, liveText } from '../content/markdown/live.ts';
import { firstSentence } from '../content/markdown/paragraphs.ts';
import { markdownProblems } from '../content/markdown/problems.ts';
import type { Edition, EditionOptions, EditionPost, Images, ParsedPost, Records } from '../content/model.ts';
import { type PostFile, slugOf } from '../content/post.ts';
import { languageOf, timeZoneOf } from '../content/site.ts';
import type { PulledFeed } from '../headlines/snapshots.ts';
import { cached } from '../lib/cached.ts';
import { type Clock, createClock } from '../lib/clock.ts';
import { groupBy } from '../lib/group-by.ts';
import { createClockTimes, createDays, createMoments, endOf, startOf } from '../lib/in-zone.ts';
import { pictureAt, placeholderAt, wordImagePath, wordImageSize } from '../look/pictures.ts';
import { createBylines } from '../pages/kinds/authors.ts';
import { withNotFound } from '../pages/kinds/not-found.ts';
import { notices as noticesPage } from '../pages/kinds/notices.ts';
import { rss } from '../pages/kinds/rss.ts';
import { createTags } from '../pages/kinds/tags.ts';
import { asPost, createNotices } from '../pages/notices.ts';
import { isOfKind } from '../pages/page-kind.ts';
import { seriesKey } from '../pages/series.ts';
import type { At } from '../problems/locate.ts';
import { append, type Outcome, type Problem, problem, type Rule } from '../problems/problem.ts';

/** Brings the records together: ids and slugs are unique, references lead somewhere, drafts and scheduled posts are left out. */
export function link(
  records: Records,
  pictures: Images,
  pulled: ReadonlyMap<string, PulledFeed>,
  options: EditionOptions,
): Outcome<Edition> {
  const { pages, sources } = records;
  const { site } = records.shared;
  const clock = createClock(options.now);
  const baseUrl = options.baseUrl ?? site.data.baseUrl;
  const isPreview = options.drafts || baseUrl !== site.data.baseUrl;
  const { withoutSlug, problems: duplicates } = uniquePosts(records);
  const live = liveTexts(records);
  const published = publish(records, withoutSlug, pictures, { ...options, clock, liveOf: live.of });
  const notices = publishNotices(records, pictures, { ...options, clock, liveOf: () => undefined });
  const files = describedFiles(records, records.posts, records.notices);
  const references = checkReferences(files, { records, pictures, ...published });
  return {
    value: {
      ...records,
      pages: withNotFound(pages, sources.shownAs, languageOf(site.data).words),
      ...published,
      notices: notices.notices,
      endedNotices: notices.endedNotices,
      unpublished: new Map([...published.unpublished, ...notices.unpublished]),
      unpublishedPosts: [...published.unpublishedPosts, ...notices.unpublishedPosts],
      postsBySection: groupBy(published.posts, ({ post }) => post.category.path),
      hasFeed: published.posts.length > 0 || pages.some((page) => isOfKind(page, rss)),
      pictures,
      pulled,
      hasUnchecked: references.value,
      clock,
      baseUrl,
      audience: isPreview ? 'preview' : options.isDev ? 'dev' : 'readers',
      shownAs: sources.shownAs,
    },
    problems: [
      ...duplicates,
      ...live.problems,
      ...references.problems,
      ...checkAdPlacements(records),
      ...noticeProblems(records),
      ...repeatsIn(files),
      ...providerProblems(records, baseUrl),
    ],
  };
}

/** The entries of posts that are or were live, and what is wrong with their times. */
function liveTexts({ posts, shared }: Records) {
  const timeZone = timeZoneOf(shared.site.data);
  const texts = new Map<ParsedPost, LiveText>();
  const problems: Problem[] = [];
  for (const post of posts) {
    const { source, data, body: markdown, bodyOffset: at } = post;
    if (data.live === undefined) continue;
    const { findings, ...text } = liveText(markdown, { ...data, isOpen: data.live }, timeZone);
    append(problems, markdownProblems(findings, { source, markdown, at }));
    if (text.entries.length > 0) texts.set(post, text);
  }
  return { of: (post: ParsedPost) => texts.get(post), problems };
}

/** Reports ids, slugs and parts of a series that two posts have. Of two with the same slug, one is left out. */
function uniquePosts({ posts }: Records) {
  const problems: Problem[] = [];
  function report(
    repeats: ReturnType<typeof repeatsOf>,
    rule: Rule,
    atOf: (post: ParsedPost) => At,
    whatOf: (first: ParsedPost) => string,
    hint: string,
  ) {
    for (const [first, post] of repeats) {
      const message = `The post \`${first.source.file}\` already ${whatOf(first)}.`;
      const related = [{ source: first.source, at: atOf(first), message: 'The other one' }];
      problems.push(problem(post.source, atOf(post), { rule, message, hint, related }));
    }
  }
  const sameSlug = repeatsOf(posts, slugOf);
  const inParts = posts.filter(({ data }) => data.series?.part !== undefined);
  report(
    repeatsOf(posts, ({ data }) => data.id),
    'duplicate-id',
    () => ['id'],
    ({ data }) => `has the id \`${data.id}\``,
    'Give the newer post an id of its own; readers’ programs know a post by it.',
  );
  report(
    sameSlug,
    'duplicate-address',
    ({ data }) => (data.slug ? ['slug'] : 'top'),
    (first) => `has the address \`/blog/${slugOf(first)}\``,
    'Give one of the two another `slug`.',
  );
  report(
    repeatsOf(inParts, ({ data }) => `${data.series?.part} ${seriesKey(data)}`),
    'duplicate-id',
    () => ['series', 'part'],
    ({ data }) => `is part ${data.series?.part} of this series`,
    'Give one of the two another number, or none: then parts are in the order of their dates.',
  );
  return { withoutSlug: new Set(sameSlug.map(([, post]) => post)), problems };
}

/** The posts whose key another post has, with that one: the one whose file has the key as its name, else the one published first. */
function repeatsOf(all: readonly ParsedPost[], keyOf: (post: ParsedPost) => string) {
  return [...groupBy(all, keyOf)].flatMap(([key, posts]) => {
    if (posts.length === 1) return [];
    const rankOf = ({ fileSlug, data }: ParsedPost) =>
      fileSlug === key ? -Infinity : Date.parse(data.publishedDate);
    const [first, ...others] = posts.toSorted((a, b) => rankOf(a) - rankOf(b));
    return first ? others.map((post) => [first, post] as const) : [];
  });
}

type PostOptions = Pick<EditionOptions, 'drafts'> &
  Pick<Edition, 'clock'> & { readonly liveOf: (post: ParsedPost) => LiveText | undefined };

/** The posts of this build, newest first, those that are over, and those that are not published yet. */
function publish(
  records: Records,
  withoutSlug: ReadonlySet<ParsedPost>,
  pictures: Images,
  options: PostOptions,
  addressOf: (post: ParsedPost) => string = (post) => `/blog/${slugOf(post)}`,
): Pick<Edition, 'posts' | 'endedPosts' | 'unpublished' | 'unpublishedPosts' | 'leftOut'> {
  const { drafts, clock } = options;
  const timeZone = timeZoneOf(records.shared.site.data);
  const dayOf = createDays(timeZone, 'en-US');
  const toPost = createPosts(records, pictures, options);
  const posts: EditionPost[] = [];
  const endedPosts: EditionPost[] = [];
  const unpublished = new Map<string, string>();
  const unpublishedPosts: ParsedPost[] = [];
  for (const parsed of records.posts) {
    const date = new Date(parsed.data.publishedDate);
    if (withoutSlug.has(parsed)) unpublishedPosts.push(parsed);
    else if (drafts || (!parsed.data.draft && clock.isPast(date.getTime()))) {
      const { until } = parsed.data;
      const isOver = until !== undefined && clock.isPast(endOf(until, timeZone));
      (isOver ? endedPosts : posts).push(toPost(parsed, isOver));
    } else {
      const reason = parsed.data.draft ? 'a draft' : `to come: it is published on ${dayOf(date).text}`;
      for (const address of [addressOf(parsed), ...parsed.data.aliases]) unpublished.set(address, reason);
      unpublishedPosts.push(parsed);
    }
  }
  posts.sort((a, b) => b.time - a.time || (a.post.path < b.post.path ? -1 : 1));
  return { posts, endedPosts, unpublished, unpublishedPosts, leftOut: leftOutOf(unpublishedPosts, timeZone) };
}

/** The same for notices, made as posts; none without a page that shows them. */
function publishNotices(records: Records, pictures: Images, options: PostOptions) {
  const { site } = records.shared;
  const path = records.pages.find((page) => isOfKind(page, noticesPage))?.data.path;
  const kinds = path === undefined ? [] : (site.data.notices ?? []);
  const known = new Map(
    records.notices.flatMap((notice) => {
      const kind = kinds.find(({ kind }) => kind === notice.data.kind);
      return kind ? [[notice.source, { notice, kind }] as const] : [];
    }),
  );
  const made = publish(
    {
      ...records,
      posts: Array.from(known.values(), ({ notice, kind }) => asPost(notice, kind, timeZoneOf(site.data))),
    },
    new Set(),
    pictures,
    options,
    ({ source, fileSlug }) => `${path}/${known.get(source)?.kind.kind}/${fileSlug}`,
  );
  const toNotice = createNotices({ ...records, ...options }, path ?? '');
  const noticesOf = (posts: readonly EditionPost[], isOver: boolean) =>
    posts.flatMap((post) => {
      const { notice, kind } = known.get(post.parsed.source) ?? {};
      return notice && kind ? toNotice(post, notice.data, kind, isOver) : [];
    });
  return { ...made, notices: noticesOf(made.posts, false), endedNotices: noticesOf(made.endedPosts, true) };
}

const captionOf = ({ imageCaption: text, imageCredit: credit }: PostFile): Post['caption'] =>
  text || credit ? { text, credit } : undefined;

/** How long a story is breaking, in milliseconds. */
const breakingFor = 6 * 60 * 60 * 1000;

/** Live while it says so; breaking for some hours. */
function markOf({ live, breaking, publishedDate }: PostFile, clock: Clock): Post['mark'] {
  if (live) return 'live';
  return breaking && !clock.isPast(Date.parse(publishedDate) + breakingFor) ? 'breaking' : undefined;
}

function pictureOf({ imageUrl, imageAlt, imageFocus: focus }: PostFile, pictures: Images): Post['picture'] {
  const picture = pictureAt(imageUrl, imageAlt, pictures);
  return picture && focus ? { ...picture, focus } : picture;
}

function sponsoredOf({ sponsored }: PostFile, words: Words): Post['sponsored'] {
  if (!sponsored) return undefined;
  const by = sponsored === true ? undefined : sponsored.by;
  return { label: words.posts.sponsored(by), by };
}

/** The drawn cover of a category. */
const coverOf = cached((category: string): Picture => {
  const drawn = placeholderAt(wordImagePath(category), wordImageSize);
  return { ...drawn, isDrawn: true };
});

/** What posts say of times, in the zone and the words of the paper. */
function createTimes({ shared }: Records, { drafts, clock }: PostOptions) {
  const { words, locale, timeZone } = languageOf(shared.site.data);
  const dayOf = createDays(timeZone, locale);
  const whenOf = createClockTimes(timeZone, locale, clock);
  const momentOf = createMoments(timeZone, locale);

  function storyTime(iso: string): StoryTime {
    const date = new Date(iso);
    return { iso, text: dayOf(date).text, when: whenOf(date) };
  }

  const isToCome = (moment: string) => !drafts && !clock.isPast(Date.parse(moment));

  /** The corrections of a post so far, newest first; one of the day of publication was made after it. */
  function correctionsOf({ publishedDate, corrections = [] }: PostFile) {
    return corrections
      .map(({ date, text }) => {
        const start = startOf(date, timeZone);
        const moment = Date.parse(start) < Date.parse(publishedDate) ? publishedDate : start;
        return { moment, date: { iso: date, text: dayOf(new Date(moment)).text }, text };
      })
      .filter(({ moment }) => !isToCome(moment))
      .sort((a, b) => Date.parse(b.moment) - Date.parse(a.moment));
  }

  /** When a post was changed, corrected or continued last, but for what is to come. */
  function updateOf(
    { updatedDate, publishedDate }: PostFile,
    corrections: ReturnType<typeof correctionsOf>,
    live?: LiveText,
  ) {
    const published = Date.parse(publishedDate);
    const continued = live?.entries.filter(({ time }) => Date.parse(time) > published) ?? [];
    const moments = [corrections.map(({ moment }) => moment), continued.map(({ time }) => time)];
    const [last] = [updatedDate ?? [], ...moments]
      .flat()
      .filter((moment) => !isToCome(moment))
      .sort((a, b) => Date.parse(b) - Date.parse(a));
    return last === undefined ? undefined : storyTime(last);
  }

  /** What a preview says of a post that readers cannot see yet. */
  function statusOf({ draft, publishedDate }: PostFile): string | undefined {
    const date = new Date(publishedDate);
    if (!drafts || (!draft && clock.isPast(date.getTime()))) return undefined;
    return draft ? words.preview.draft : words.preview.scheduled(momentOf(date));
  }

  return { dayOf, storyTime, correctionsOf, updateOf, statusOf };
}

/** Makes a published post of a file. */
function createPosts(records: Records, pictures: Images, options: PostOptions) {
  const { data: site } = records.shared.site;
  const { categories, covers, corrections: { place } = { place: 'bottom' } } = site;
  const byName = new Map<string, Named>(categories.map((category) => [category.name, category]));
  const { words } = languageOf(site);
  const times = createTimes(records, options);
  const bylineOf = createBylines({ ...records, pictures });
  const tagOf = createTags(records);
  const correctionsPage = records.pages.find(({ data }) => data.template === 'corrections')?.data.path;
  return (parsed: ParsedPost, isOver: boolean): EditionPost => {
    const { data } = parsed;
    // An unknown category is reported, so this page is never written.
    const category = byName.get(data.category) ?? { name: categories[0]?.name ?? data.category };
    const date = new Date(data.publishedDate);
    const corrections = times.correctionsOf(data);
    const entries = corrections.map(({ date, text }) => ({ date, text }));
    const live = options.liveOf(parsed);
    return {
      post: {
        path: `/blog/${slugOf(parsed)}`,
        title: data.title,
        excerpt: data.excerpt ?? firstSentence(live ? inOrderOfTime(live) : parsed.body),
        authors: distinctly(
          [data.author ?? [], data.authors].flat().flatMap((name) => bylineOf(name).authors),
        ),
        published: times.storyTime(data.publishedDate),
        updated: times.updateOf(data, corrections, live),
        category,
        // No list has a story that is over, so its tags may have no pages.
        tags: distinctly(data.tags.map((name) => (isOver ? { name } : tagOf(name)))),
        picture: pictureOf(data, pictures) ?? (covers === 'cards' ? coverOf(category.name) : undefined),
        cover: coverOf(category.name),
        mark: markOf(data, options.clock),
        points: data.points,
        caption: captionOf(data),
        kicker: data.kicker,
        deck: data.deck,
        source: data.source,
        sponsored: sponsoredOf(data, words),
        corrections: entries.length > 0 ? { place, all: correctionsPage, entries } : undefined,
        status: times.statusOf(data),
      },
      id: data.id,
      time: date.getTime(),
      month: times.dayOf(date).iso.replace(/-\d\d$/, ''),
      parsed,
      live,
    };
  };
}

/** Names without those that lead to the same page, or are the same. */
const distinctly = (names: readonly Named[]): Named[] => [
  ...new Map(names.map((named) => [named.path ?? named.name, named])).values(),
];

function leftOutOf(posts: readonly ParsedPost[], timeZone: string): Edition['leftOut'] {
  const toCome = posts.filter(({ data }) => !data.draft);
  const counts = { drafts: posts.length - toCome.length, toCome: toCome.length };
  if (toCome.length === 0) return counts;
  const next = new Date(Math.min(...toCome.map(({ data }) => Date.parse(data.publishedDate))));
  return { ...counts, next: { iso: next.toISOString(), text: createMoments(timeZone, 'en-US')(next) } };
}
