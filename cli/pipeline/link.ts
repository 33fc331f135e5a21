import type { Category, Moment, Post } from '../../templates/types.ts';
import type { Skipped } from '../checks/not-checked.ts';
import { type BoardSources, feedBlocksOf } from '../feeds/boards.ts';
import type { PulledFeed } from '../feeds/snapshots.ts';
import type { PrintedMedia } from '../images/media.ts';
import { drawnAt, pictureAt, platePath } from '../images/pictures.ts';
import { plateSize } from '../images/sizes.ts';
import { groupBy } from '../lib/group-by.ts';
import { feedItself, feedProvider, isOwn, unset } from '../page-kinds/embeds.ts';
import { type KeyPath, placeAt, topOf } from '../problems/locate.ts';
import { createGuess } from '../problems/nearest.ts';
import { type Outcome, type Problem, problemAt } from '../problems/problem.ts';
import { frameIssue } from '../sources/fields.ts';
import { type Flaws, lostSlug, unknownOrigin } from '../sources/recover.ts';
import type { Parsed, ParsedPage, ParsedPost, Records, Shared } from './parse.ts';
import { isRefused, type MediaFile, type SourceFile } from './read.ts';

/** When and how this edition is made. */
export interface EditionOptions {
  readonly now: Date;
  /** Prints drafts and posts to come as well. */
  readonly drafts: boolean;
  /** Stands in for `baseUrl` of site.yaml. */
  readonly baseUrl?: string | undefined;
}

/** A post that is printed in this edition. */
export interface EditionPost {
  readonly post: Post;
  readonly id: string;
  /** The moment of publication, in milliseconds. */
  readonly time: number;
  /** Year and month in the paper's zone: `2026-11`. */
  readonly month: string;
  readonly parsed: ParsedPost;
}

/** Posts that are not printed in this edition. */
export interface LeftOut {
  readonly drafts: number;
  readonly toCome: number;
  /** When the first of those to come is published. */
  readonly next?: { readonly iso: string; readonly text: string };
}

/** The records with every reference resolved: what will be printed, and nothing else. */
export interface Edition {
  readonly shared: Shared;
  readonly pages: readonly ParsedPage[];
  /** Newest first. */
  readonly posts: readonly EditionPost[];
  readonly lead: EditionPost | undefined;
  readonly media: readonly MediaFile[];
  /** Those of `media` that are pictures, by their path in `content/`. */
  readonly pictures: PrintedMedia['pictures'];
  /** Where boards have their headlines from. */
  readonly boards: BoardSources;
  /** Addresses of posts that are left out, and why, in words that complete "the post is …". */
  readonly withheld: ReadonlyMap<string, string>;
  /** Posts that are left out; their texts are checked all the same. */
  readonly withheldPosts: readonly ParsedPost[];
  readonly leftOut: LeftOut;
  /** Addresses at which something would stand but for a problem that has been told, with the file that has it. */
  readonly claimed: ReadonlyMap<string, string>;
  /** A page that could stand at any address, as reports show it. */
  readonly homeless: string | undefined;
  /** What is a stand-in, in files with problems. */
  readonly flaws: ReadonlyMap<SourceFile, Flaws>;
  readonly skipped: readonly Skipped[];
  /** Whether site.yaml lists an address as missing; `undefined` where that cannot be told. */
  readonly isKnownMissing: (address: string) => boolean | undefined;
  readonly now: Date;
  readonly baseUrl: string;
  /** `content` as the command named it. */
  readonly shownAs: string;
}

/**
 * Brings the records together: ids and slugs are unique, every reference leads somewhere, drafts and posts to come are left out.
 * Nothing is reported of what only stands in for something that has been told; what that leaves unchecked is listed in the edition.
 */
export function link(
  records: Records,
  pictures: PrintedMedia['pictures'],
  pulled: ReadonlyMap<string, PulledFeed>,
  options: EditionOptions,
): Outcome<Edition> {
  const problems: Problem[] = [];
  const { shared, pages, media, flaws } = records;
  const { site, embeds, radio, data } = shared;
  const claimed = new Map(records.claimed);
  const skipped: Skipped[] = [];
  const guess = createGuess();
  // The folder and the ending are alike in all names of pictures, so they say nothing of which was meant.
  const bare = (path: string) => path.replace(/^media\/|\.\w+$/g, '');
  const byBareName = groupBy(pictures.keys(), bare);
  const bareNames = [...byBareName.keys()];

  const isWritten = (source: SourceFile, path: KeyPath) => flaws.get(source)?.isWritten(path) ?? true;
  /** Whether each item of a list was written with its name. */
  const allNamed = (source: SourceFile, list: string, name: string, { length }: readonly unknown[]) =>
    Array.from({ length }).every((_, i) => isWritten(source, [list, i, name]));

  function report(source: SourceFile, path: KeyPath, details: Parameters<typeof problemAt>[1]) {
    if (isWritten(source, path)) problems.push(problemAt(placeAt(source, path), details));
  }

  const skip = ({ file }: SourceFile, what: string) => skipped.push({ file, what });

  function checkMedia(source: SourceFile, path: KeyPath, value: string | undefined) {
    if (value === undefined || pictures.has(value)) return;
    claimed.set(`/${value}`, source.file);
    if (isRefused(records.sources, value)) return;
    const near = guess(bare(value), bareNames);
    const suggestion = near === undefined ? undefined : byBareName.get(near)?.[0];
    report(source, path, {
      rule: 'missing-media',
      message: `There is no file \`${value}\`.`,
      hint: 'Put the file into content/media/; capital and small letters count.',
      ...(suggestion && { suggestion }),
    });
  }

  function checkAlt(
    source: SourceFile,
    path: KeyPath,
    image: string | undefined,
    alt: string | undefined,
    decorative: boolean,
  ) {
    const key = `${String(path.at(-1)).replace(/Url$/, '')}Alt`;
    if (image === undefined && alt !== undefined && isWritten(source, path)) {
      report(source, [...path.slice(0, -1), key], {
        rule: 'doubtful-value',
        severity: 'warning',
        message: `This says what a picture shows, and no picture is named: \`${String(path.at(-1))}\` is missing.`,
        hint: `Add \`${String(path.at(-1))}: media/…\`, or take this line out.`,
      });
    }
    if (image !== undefined && alt !== undefined && /^\S+\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(alt)) {
      report(source, [...path.slice(0, -1), key], {
        rule: 'doubtful-value',
        severity: 'warning',
        message: 'This is the name of a file, and people who cannot see the picture will hear it.',
        hint: 'Say in a few words what the picture shows.',
      });
    }
    if (image === undefined || alt !== undefined || decorative) return;
    if (![key, 'decorative'].every((other) => isWritten(source, [...path.slice(0, -1), other]))) return;
    report(source, path, {
      rule: 'missing-alt',
      message: 'This picture has no words for those who cannot see it.',
      hint: `Add \`${key}: …\` and say what it shows, or \`decorative: true\` where it only adorns.`,
    });
  }

  function unknown(source: SourceFile, path: KeyPath, kind: string, value: string, names: readonly string[]) {
    const suggestion = guess(value, names);
    report(source, path, {
      rule: 'unknown-reference',
      message: `There is no ${kind} \`${value}\`.`,
      ...(names.length > 0 && names.length <= 30 && { hint: `There is: ${names.join(', ')}.` }),
      ...(suggestion && { suggestion }),
    });
  }

  const byId = new Map<string, ParsedPost>();
  const bySlug = new Map<string, ParsedPost>();
  const withoutSlug = new Set<ParsedPost>();
  for (const post of records.posts) {
    const { source, data } = post;
    if (isWritten(source, ['id'])) {
      const [first, second] = inOrder(byId.get(data.id), post);
      byId.set(data.id, first);
      if (second) {
        report(second.source, ['id'], {
          rule: 'duplicate-id',
          message: `The post \`${first.source.file}\` already has the id \`${data.id}\`.`,
          hint: 'Give the newer post an id of its own; readers’ programs know a post by it.',
          related: [{ ...placeAt(first.source, ['id']), message: 'The other one' }],
        });
      }
    }
    const slug = slugOfPost(post);
    const [first, second] = inOrder(bySlug.get(slug), post, ({ fileSlug }) => fileSlug === slug);
    bySlug.set(slug, first);
    if (second) {
      withoutSlug.add(second);
      problems.push(
        problemAt(slugPlace(second), {
          rule: 'duplicate-address',
          message: `The post \`${first.source.file}\` already stands at \`/blog/${slug}\`.`,
          hint: 'Give one of the two another `slug`.',
          related: [{ ...slugPlace(first), message: 'The other one' }],
        }),
      );
    }
    checkMedia(source, ['imageUrl'], data.imageUrl);
    checkAlt(source, ['imageUrl'], data.imageUrl, data.imageAlt, data.decorative);
  }

  const feedFiles = records.sources.files.map(({ path }) => path).filter((path) => path.startsWith('feeds/'));
  const knownFeedFiles = new Set(feedFiles);
  for (const { block, source, path } of feedBlocksOf(pages)) {
    const { fallback } = block;
    if (fallback === undefined || knownFeedFiles.has(fallback) || isRefused(records.sources, fallback))
      continue;
    const suggestion = guess(fallback, feedFiles);
    report(source, [...path, 'fallback'], {
      rule: 'unknown-reference',
      message: `There is no file \`${fallback}\`.`,
      hint: 'Put the feed file into content/feeds/; capital and small letters count.',
      ...(suggestion && { suggestion }),
    });
  }

  const baseUrl = options.baseUrl ?? site.data.baseUrl;

  if (baseUrl === unknownOrigin) skip(site.source, 'links that name the paper’s own host');

  checkMedia(site.source, ['icon'], site.data.icon);
  checkMedia(site.source, ['shareImage', 'src'], site.data.shareImage.src);
  checkMedia(site.source, ['feed', 'image'], site.data.feed.image);
  checkMedia(radio.source, ['picture'], radio.data.picture);
  const stations = radio.data.stations.map(({ port }) => String(port));
  if (
    !stations.includes(String(radio.data.port)) &&
    allNamed(radio.source, 'stations', 'port', radio.data.stations)
  )
    unknown(radio.source, ['port'], 'station', String(radio.data.port), stations);
  const sounds = new Set(media.map(({ path }) => path));
  const firstStations = new Map<number, number>();
  for (const [i, station] of radio.data.stations.entries()) {
    const first = firstStations.get(station.port);
    if (!isWritten(radio.source, ['stations', i, 'port'])) {
      // A stand-in is nobody's port.
    } else if (first === undefined) firstStations.set(station.port, i);
    else
      report(radio.source, ['stations', i, 'port'], {
        rule: 'duplicate-id',
        message: `Another station already has the port ${station.port}.`,
        hint: 'Give one of the two another port; players ask for a station by it.',
        related: [{ ...placeAt(radio.source, ['stations', first, 'port']), message: 'The other one' }],
      });
    for (const key of ['source', 'fallback'] as const) {
      const path = station[key]?.replace(/^file:/, '');
      if (!path?.startsWith('media/') || sounds.has(path)) continue;
      report(radio.source, ['stations', i, key], {
        rule: 'missing-media',
        message: `There is no file \`${path}\`.`,
        hint: 'Put the sound into content/media/; capital and small letters count.',
      });
    }
  }
  checkAlt(radio.source, ['picture'], radio.data.picture, radio.data.pictureAlt, radio.data.decorative);
  for (const [i, book] of data.books.data.books.entries())
    checkMedia(data.books.source, ['books', i, 'cover'], book.cover);
  for (const [i, member] of data.team.data.team.entries()) {
    checkMedia(data.team.source, ['team', i, 'image'], member.image);
    checkAlt(data.team.source, ['team', i, 'image'], member.image, member.imageAlt, member.decorative);
  }

  const providers = Object.keys(embeds.data.providers);
  checkProviders(embeds);
  if (embeds.data.providers[feedProvider]?.url === feedItself) {
    for (const { block, source, path } of feedBlocksOf(pages)) {
      const issue = frameIssue(block.rssUrl);
      if (issue) report(source, [...path, 'rssUrl'], issue);
    }
  }
  for (const page of pages) checkEmbeds(page.source, page.data, []);
  checkEmbeds(data.partners.source, data.partners.data, []);

  function unknownProvider(source: SourceFile, path: KeyPath, name: string) {
    if (isWritten(embeds.source, ['providers'])) unknown(source, path, 'provider', name, providers);
    else skip(embeds.source, 'the providers of embeds');
  }

  function checkProviders({ source, data }: Parsed<Shared['embeds']['data']>) {
    for (const [name, provider] of Object.entries(data.providers)) {
      if (
        isWritten(source, ['providers', name, 'url']) &&
        isOwn(provider, baseUrl) &&
        provider.sandbox.includes('allow-scripts') &&
        provider.sandbox.includes('allow-same-origin')
      ) {
        report(source, ['providers', name, 'sandbox'], {
          rule: 'embed-sandbox',
          message:
            'A frame of the paper’s own pages may not have both allow-scripts and allow-same-origin: it could take its sandbox off.',
          hint: 'Take one of the two out.',
        });
      }
    }
    if (!Object.hasOwn(data.providers, feedProvider)) {
      report(source, ['providers'], {
        rule: 'missing-key',
        message: `\`${feedProvider}\` is missing in \`providers\`: feed blocks are shown by it.`,
      });
    }
    if (!Object.hasOwn(data.providers, data.ads.provider)) {
      unknownProvider(source, ['ads', 'provider'], data.ads.provider);
    }
  }

  // Schemas are strict, so whatever has a `provider` and an `id` is an embed.
  function checkEmbeds(source: SourceFile, value: unknown, path: KeyPath) {
    if (typeof value !== 'object' || value === null) return;
    if ('provider' in value && typeof value.provider === 'string' && 'id' in value) {
      if (!Object.hasOwn(embeds.data.providers, value.provider)) {
        unknownProvider(source, [...path, 'provider'], value.provider);
      } else if (!isWritten(embeds.source, ['providers', value.provider, 'url'])) {
        skip(embeds.source, `where embeds of \`${value.provider}\` lead`);
      } else if (embeds.data.providers[value.provider]?.url === feedItself) {
        report(source, [...path, 'provider'], {
          rule: 'invalid-value',
          message: `\`${value.provider}\` frames feeds, and this is none.`,
          hint: 'Name another provider of embeds.yaml.',
        });
      } else if (value.id === unset) {
        report(source, [...path, 'id'], {
          rule: 'embed-unset',
          severity: 'warning',
          message: 'This embed is not connected yet; the page shows a block that says so.',
          hint: 'Put in the id that the service gave you.',
        });
      }
      return;
    }
    for (const [key, part] of Object.entries(value)) {
      checkEmbeds(source, part, [...path, Array.isArray(value) ? Number(key) : key]);
    }
  }

  const named = new Map<string, number>();
  for (const [i, { name }] of site.data.categories.entries()) {
    const first = named.get(name);
    if (!isWritten(site.source, ['categories', i, 'name'])) continue;
    if (first === undefined) named.set(name, i);
    else {
      report(site.source, ['categories', i, 'name'], {
        rule: 'duplicate-id',
        message: `Two categories are called \`${name}\`.`,
        hint: 'Take one of them out.',
        related: [{ ...placeAt(site.source, ['categories', first, 'name']), message: 'The other one' }],
      });
    }
  }

  // What is printed in this edition.
  const categories = new Map<string, Category>(
    site.data.categories.map((category) => [category.name, category]),
  );
  const categoryNames = [...categories.keys()];
  const knowsCategories = allNamed(site.source, 'categories', 'name', site.data.categories);
  const day = new Intl.DateTimeFormat('en-US', {
    timeZone: site.data.timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });
  const yearAndMonth = new Intl.DateTimeFormat('en-CA', {
    timeZone: site.data.timeZone,
    year: 'numeric',
    month: '2-digit',
  });
  /** When a post was changed; not a moment to come, like posts themselves. */
  function updateOf({ updatedDate }: ParsedPost['data']): Moment | undefined {
    if (updatedDate === undefined) return undefined;
    const date = new Date(updatedDate);
    if (!options.drafts && date.getTime() > options.now.getTime()) return undefined;
    return { iso: updatedDate, text: day.format(date) };
  }

  const posts: EditionPost[] = [];
  const withheld = new Map<string, string>();
  const withheldPosts: ParsedPost[] = [];
  let next: Date | undefined;
  for (const known of records.posts) {
    const { source } = known;
    const parsed = withoutSlug.has(known)
      ? { ...known, data: { ...known.data, slug: lostSlug(source.path) } }
      : known;
    const { data: file } = parsed;
    const category = categories.get(file.category);
    if (!category && isWritten(source, ['category'])) {
      if (knowsCategories) unknown(source, ['category'], 'category', file.category, categoryNames);
      else skip(site.source, 'the categories of posts');
    }
    const date = new Date(file.publishedDate);
    const path = `/blog/${slugOfPost(parsed)}`;
    const waits = date.getTime() > options.now.getTime();
    if (!options.drafts && (file.draft || waits)) {
      withheld.set(path, file.draft ? 'a draft' : `to come: it is published on ${day.format(date)}`);
      if (!file.draft && date.getTime() < (next?.getTime() ?? Infinity)) next = date;
      withheldPosts.push(parsed);
      continue;
    }
    posts.push({
      post: {
        path,
        title: file.title,
        excerpt: file.excerpt,
        author: file.author,
        published: { iso: file.publishedDate, text: day.format(date) },
        updated: updateOf(file),
        // Any will do where it has none: this is never printed.
        category: category ?? { name: categoryNames[0] ?? file.category },
        tags: file.tags,
        picture:
          pictureAt(file.imageUrl, file.imageAlt, pictures) ??
          drawnAt(platePath(category?.name ?? categoryNames[0] ?? ''), plateSize),
      },
      id: file.id,
      time: date.getTime(),
      month: yearAndMonth.format(date),
      parsed,
    });
  }
  posts.sort((a, b) => b.time - a.time || (a.post.path < b.post.path ? -1 : 1));

  let lead = posts[0];
  for (const page of pages) {
    if (page.data.template === 'home') checkMedia(page.source, ['video', 'poster'], page.data.video.poster);
    if (page.data.template === 'home' && page.data.lead !== undefined) {
      const wanted = `/blog/${page.data.lead}`;
      lead = posts.find(({ post }) => post.path === wanted) ?? lead;
      if (lead?.post.path !== wanted && !claimed.has(wanted)) {
        const reason = withheld.get(wanted);
        if (reason) {
          report(page.source, ['lead'], {
            rule: 'unknown-reference',
            message: `The post \`${page.data.lead}\` cannot lead the front page: it is ${reason}.`,
          });
        } else {
          unknown(
            page.source,
            ['lead'],
            'post',
            page.data.lead,
            posts.flatMap(({ parsed }) =>
              flaws.has(parsed.source) || withoutSlug.has(parsed) ? [] : [slugOfPost(parsed)],
            ),
          );
        }
      }
    }
    if (page.data.template === 'subscribe') {
      const departments = data.departments.data.departments.map(({ name }) => name);
      for (const key of ['corporate', 'plans'] as const) {
        const department = page.data[key]?.department;
        if (department === undefined || departments.includes(department)) continue;
        if (allNamed(data.departments.source, 'departments', 'name', departments))
          unknown(page.source, [key, 'department'], 'department', department, departments);
        else skip(data.departments.source, 'the department that a page names');
      }
    }
  }

  const knownMissing = new Set(site.data.knownMissing);
  function isKnownMissing(address: string): boolean | undefined {
    if (knownMissing.has(address)) return true;
    if (flaws.get(site.source)?.isWhole(['knownMissing']) ?? true) return false;
    // What stands nowhere in a file is not in its list either.
    const mayBeListed = isRefused(records.sources, site.source.path) || site.source.text.includes(address);
    return mayBeListed ? undefined : false;
  }

  return {
    value: {
      shared,
      pages,
      posts,
      lead,
      media,
      pictures,
      boards: {
        pulled,
        ownFeeds: records.ownFeeds,
        now: options.now,
        timeZone: site.data.timeZone,
      },
      withheld,
      withheldPosts,
      leftOut: leftOutOf(withheldPosts, next, site.data.timeZone, options.now),
      claimed,
      homeless: records.homeless,
      flaws,
      skipped,
      isKnownMissing,
      now: options.now,
      baseUrl,
      shownAs: records.sources.shownAs,
    },
    problems,
  };
}

/** Of two posts that claim one thing, the one whose file is named for it has it, or the one that was published first. */
function inOrder(
  known: ParsedPost | undefined,
  post: ParsedPost,
  isNamedForIt: (post: ParsedPost) => boolean = () => false,
): readonly [first: ParsedPost, second?: ParsedPost] {
  if (!known) return [post];
  const after =
    Number(isNamedForIt(post)) - Number(isNamedForIt(known)) ||
    Date.parse(known.data.publishedDate) - Date.parse(post.data.publishedDate);
  return after > 0 ? [post, known] : [known, post];
}

function leftOutOf(
  posts: readonly ParsedPost[],
  next: Date | undefined,
  timeZone: string,
  now: Date,
): LeftOut {
  const drafts = posts.filter(({ data }) => data.draft).length;
  const toCome = posts.length - drafts;
  if (!next) return { drafts, toCome };
  const yearOf = (date: Date) => new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }).format(date);
  const words = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(yearOf(next) !== yearOf(now) && { year: 'numeric' }),
  });
  const text = words
    .format(next)
    .replace(/\s?AM$/, ' a.m.')
    .replace(/\s?PM$/, ' p.m.');
  return { drafts, toCome, next: { iso: next.toISOString(), text } };
}

/** The last part of a post's address. */
export const slugOfPost = (post: ParsedPost): string => post.data.slug ?? post.fileSlug;

const slugPlace = (post: ParsedPost) =>
  post.data.slug ? placeAt(post.source, ['slug']) : topOf(post.source.file);
