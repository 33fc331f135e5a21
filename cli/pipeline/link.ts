import type { Category, Moment, Post } from '../../templates/types.ts';
import { plateSize } from '../drawing/sizes.ts';
import type { PulledFeed } from '../feeds/snapshots.ts';
import { type KeyPath, placeAt, topOf } from '../problems/locate.ts';
import { createGuess } from '../problems/nearest.ts';
import { type Outcome, type Problem, problemAt } from '../problems/problem.ts';
import { frameIssue } from '../schemas/fields.ts';
import { type BoardSources, feedBlocksOf } from './boards.ts';
import { feedItself, feedProvider, isOwn, unset } from './embeds.ts';
import { groupBy } from './group-by.ts';
import type { PrintedMedia } from './media.ts';
import type { Parsed, ParsedPage, ParsedPost, Records, Shared } from './parse.ts';
import { drawnAt, pictureAt, platePath } from './pictures.ts';
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
  /** Addresses at which something would stand but for a problem that has been told. */
  readonly claimed: ReadonlySet<string>;
  readonly now: Date;
  readonly baseUrl: string;
  /** `content` as the command named it. */
  readonly shownAs: string;
}

/**
 * Brings the records together: ids and slugs are unique, every reference leads somewhere, drafts and posts to come are left out.
 * The edition is `undefined` where the files that every page needs did not parse.
 */
export function link(
  records: Records,
  pictures: PrintedMedia['pictures'],
  pulled: ReadonlyMap<string, PulledFeed>,
  options: EditionOptions,
): Outcome<Edition | undefined> {
  const problems: Problem[] = [];
  const { shared, pages, media } = records;
  const claimed = new Set(records.claimed);
  const guess = createGuess();
  // The folder and the ending are alike in all names of pictures, so they say nothing of which was meant.
  const bare = (path: string) => path.replace(/^media\/|\.\w+$/g, '');
  const byBareName = groupBy(pictures.keys(), bare);
  const bareNames = [...byBareName.keys()];

  const report = (
    source: SourceFile,
    path: KeyPath,
    details: Parameters<typeof problemAt>[1],
    what: 'value' | 'key' = 'value',
  ) => problems.push(problemAt(placeAt(source, path, what), details));

  function checkMedia(source: SourceFile, path: KeyPath, value: string | undefined) {
    if (value === undefined || pictures.has(value)) return;
    claimed.add(`/${value}`);
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
    if (image === undefined || alt !== undefined || decorative) return;
    const key = `${String(path.at(-1)).replace(/Url$/, '')}Alt`;
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

  // Posts hold together on their own: ids, slugs, pictures.
  const byId = new Map<string, ParsedPost>();
  const bySlug = new Map<string, ParsedPost>();
  for (const post of records.posts) {
    const { source, data } = post;
    const sameId = byId.get(data.id);
    if (sameId) {
      report(source, ['id'], {
        rule: 'duplicate-id',
        message: `Another post already has the id \`${data.id}\`.`,
        hint: 'Give the newer post an id of its own; readers’ programs know a post by it.',
        related: [{ ...placeAt(sameId.source, ['id']), message: 'The other one' }],
      });
    } else byId.set(data.id, post);
    const slug = slugOfPost(post);
    const sameSlug = bySlug.get(slug);
    if (sameSlug) {
      report(source, ['slug'], {
        rule: 'duplicate-address',
        message: `Another post already stands at \`/blog/${slug}\`.`,
        hint: 'Give one of the two another `slug`.',
        related: [{ ...slugPlace(sameSlug), message: 'The other one' }],
      });
    } else bySlug.set(slug, post);
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

  if (!shared) return { value: undefined, problems };
  const { site, embeds, radio, data } = shared;
  const baseUrl = options.baseUrl ?? site.data.baseUrl;

  checkMedia(site.source, ['icon'], site.data.icon);
  checkMedia(site.source, ['shareImage', 'src'], site.data.shareImage.src);
  checkMedia(site.source, ['feed', 'image'], site.data.feed.image);
  checkMedia(radio.source, ['picture'], radio.data.picture);
  const stations = radio.data.stations.map(({ port }) => String(port));
  if (!stations.includes(String(radio.data.port)))
    unknown(radio.source, ['port'], 'station', String(radio.data.port), stations);
  const sounds = new Set(media.map(({ path }) => path));
  const firstStations = new Map<number, number>();
  for (const [i, station] of radio.data.stations.entries()) {
    const first = firstStations.get(station.port);
    if (first === undefined) firstStations.set(station.port, i);
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

  function checkProviders({ source, data }: Parsed<Shared['embeds']['data']>) {
    for (const [name, provider] of Object.entries(data.providers)) {
      if (
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
      unknown(source, ['ads', 'provider'], 'provider', data.ads.provider, providers);
    }
  }

  // Schemas are strict, so whatever has a `provider` and an `id` is an embed.
  function checkEmbeds(source: SourceFile, value: unknown, path: KeyPath) {
    if (typeof value !== 'object' || value === null) return;
    if ('provider' in value && typeof value.provider === 'string' && 'id' in value) {
      if (!Object.hasOwn(embeds.data.providers, value.provider)) {
        unknown(source, [...path, 'provider'], 'provider', value.provider, providers);
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

  const named = new Set<string>();
  for (const [i, { name }] of site.data.categories.entries()) {
    if (named.has(name)) {
      report(site.source, ['categories', i, 'name'], {
        rule: 'duplicate-id',
        message: `Two categories are called \`${name}\`.`,
        hint: 'Take one of them out.',
      });
    }
    named.add(name);
  }

  // What is printed in this edition.
  const categories = new Map<string, Category>(
    site.data.categories.map((category) => [category.name, category]),
  );
  const categoryNames = [...categories.keys()];
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
  for (const parsed of bySlug.values()) {
    const { data: file, source } = parsed;
    const category = categories.get(file.category);
    if (!category) {
      unknown(source, ['category'], 'category', file.category, categoryNames);
      claimed.add(`/blog/${slugOfPost(parsed)}`);
      continue;
    }
    const date = new Date(file.publishedDate);
    const path = `/blog/${slugOfPost(parsed)}`;
    const waits = date.getTime() > options.now.getTime();
    if (!options.drafts && (file.draft || waits)) {
      withheld.set(path, file.draft ? 'a draft' : `to come: it is published on ${day.format(date)}`);
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
        category,
        tags: file.tags,
        picture:
          pictureAt(file.imageUrl, file.imageAlt, pictures) ?? drawnAt(platePath(file.category), plateSize),
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
            posts.map(({ post }) => post.path.slice('/blog/'.length)),
          );
        }
      }
    }
    if (page.data.template === 'subscribe') {
      const departments = data.departments.data.departments.map(({ name }) => name);
      for (const key of ['corporate', 'plans'] as const) {
        const department = page.data[key]?.department;
        if (department !== undefined && !departments.includes(department))
          unknown(page.source, [key, 'department'], 'department', department, departments);
      }
    }
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
      claimed,
      now: options.now,
      baseUrl,
      shownAs: records.sources.shownAs,
    },
    problems,
  };
}

const slugOfPost = (post: ParsedPost): string => post.data.slug ?? post.fileSlug;

const slugPlace = (post: ParsedPost) =>
  post.data.slug ? placeAt(post.source, ['slug']) : topOf(post.source.file);
