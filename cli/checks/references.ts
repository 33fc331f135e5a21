import type { FeedBlockFile } from '../content/embeds.ts';
import type { DescribedFile, EditionPost, Records } from '../content/model.ts';
import { slugOf } from '../content/post.ts';
import { frameIssue } from '../content/schema/address-issues.ts';
import {
  distinctListsIn,
  type FoundReference,
  type Reference,
  referencesIn,
} from '../content/schema/references.ts';
import { pathOf } from '../content/single-files.ts';
import { isRefused, type Parsed, type SourceFile } from '../content/source-file.ts';
import { providersOf, videoServices } from '../content/videos.ts';
import { feedItself, feedProvider, unset } from '../pages/embeds.ts';
import type { KeyPath } from '../problems/locate.ts';
import { createGuess, createNearFile } from '../problems/nearest.ts';
import { type Details, doubt, type Outcome, type Problem, problem, type Rule } from '../problems/problem.ts';

interface Targets {
  readonly records: Records;
  readonly pictures: ReadonlyMap<string, unknown>;
  readonly posts: readonly EditionPost[];
  readonly endedPosts: readonly EditionPost[];
  /** The reasons of posts that are not published, by their address. */
  readonly unpublished: ReadonlyMap<string, string>;
}

type Found = FoundReference & { readonly source: SourceFile };
type Check = (found: Found) => readonly Problem[];

/** Checks all references of some files. The value is whether some were not checked, because they may lead to broken files. */
export function checkReferences(files: readonly DescribedFile[], targets: Targets): Outcome<boolean> {
  const problems: Problem[] = [];
  let hasUnchecked = false;
  const check = createCheck(targets, () => {
    hasUnchecked = true;
    return [];
  });
  for (const { source, data, schema } of files) {
    // Adding a missing file corrects all references to it, so it is reported once for each file that names it.
    const missing = new Set<string | undefined>();
    for (const reference of referencesIn(schema, data))
      for (const wrong of check({ ...reference, source })) {
        if (wrong.rule === 'missing-file' && missing.has(wrong.hint)) continue;
        if (wrong.rule === 'missing-file') missing.add(wrong.hint);
        problems.push(wrong);
      }
  }
  return { value: hasUnchecked, problems };
}

/** One check for each kind of reference; `leave` notes that one cannot be checked. */
function createCheck(targets: Targets, leave: () => readonly Problem[]): Check {
  const { records } = targets;
  const { site, radio, embeds, data } = records.shared;
  const guess = createGuess();
  const unknown = (kind: string, { source, value, path }: Found, names: readonly string[], file?: string) =>
    problem(source, path, {
      rule: 'unknown-reference',
      message: `There is no ${kind} \`${value}\`.`,
      ...(names.length > 0 && names.length <= 30 && { hint: `There is: ${names.join(', ')}.` }),
      ...(names.length === 0 && file !== undefined && { hint: `Add it to ${file}.` }),
      suggestion: guess(String(value), names),
    });
  /** A reference to an entry of a file, by its name. */
  function named<T>(
    kind: string,
    path: string,
    file: Parsed<T> | undefined,
    namesIn: (data: T) => readonly (string | number)[],
  ): Check {
    const names = file ? namesIn(file.data).map(String) : [];
    const known = new Set(names);
    return (found) => {
      if (known.has(String(found.value))) return [];
      if (records.broken.has(path)) return leave();
      if (file) return [unknown(kind, found, names, path)];
      const message = `This names the ${kind} \`${found.value}\`, which \`${path}\` would describe, and there is no such file.`;
      const hint = `Add \`${path}\`, or remove what needs it.`;
      return [problem(found.source, found.path, { rule: 'missing-file', message, hint })];
    };
  }
  const ownProvider = named('provider', pathOf('embeds'), embeds, (file) => Object.keys(providersOf(file)));
  const provider: Check = (found) =>
    Object.hasOwn(videoServices, String(found.value)) ? [] : ownProvider(found);
  const paths = records.sources.files.map(({ path }) => path);
  const feeds = paths.filter((path) => path.startsWith('feeds/'));
  const mediaCheck = (files: Iterable<string>, what: string) =>
    createFileCheck(files, 'missing-media', `the ${what} into content/media/`, records);
  const missing = mediaCheck(targets.pictures.keys(), 'file');
  const sounds = records.media.flatMap(({ path }) => (/\.mp3$/i.test(path) ? `file:${path}` : []));
  const missingSound = mediaCheck(sounds, 'sound');
  const checks: Record<Reference['to'], Check> = {
    picture: (found) => {
      const alt = found.reference.to === 'picture' ? found.reference.alt : undefined;
      return alt === undefined ? missing(found) : [...missing(found), ...altProblems(found, alt, records)];
    },
    sound: (found) => (String(found.value).startsWith('file:') ? missingSound(found) : []),
    'feed-file': createFileCheck(feeds, 'unknown-reference', 'the feed file into content/feeds/', records),
    post: createPostCheck(targets, unknown, leave),
    provider,
    embed: createEmbedCheck(targets, provider),
    feed: createFeedCheck(targets, provider),
    category: named('category', pathOf('site'), site, ({ categories }) => categories.map(({ name }) => name)),
    department: named('department', pathOf('departments'), data.departments, ({ departments }) =>
      departments.map(({ name }) => name),
    ),
    'notice-kind': named('kind of notices', pathOf('site'), site, ({ notices = [] }) =>
      notices.map(({ kind }) => kind),
    ),
    station: named('station', pathOf('radio'), radio, ({ stations }) => stations.map(({ port }) => port)),
    // Links are checked once all addresses are known.
    link: () => [],
    page: () => [],
  };
  return (found) => checks[found.reference.to](found);
}

/** Checks references to files; the hint says where to put a missing one. */
function createFileCheck(files: Iterable<string>, rule: Rule, place: string, { sources }: Records): Check {
  const known = new Set(files);
  const nearFile = createNearFile(known);
  return ({ source, value, path }) => {
    const name = String(value);
    const file = name.replace(/^file:/, '');
    if (value === undefined || known.has(name) || isRefused(sources, file)) return [];
    const message = `There is no file \`${file}\`.`;
    const hint = `Put ${place}; capital and small letters count.`;
    return [problem(source, path, { rule, message, hint, suggestion: nearFile(name) })];
  };
}

function altProblems({ source, value, path, parent }: Found, altKey: string, records: Records): Problem[] {
  const { [altKey]: alt, decorative } = parent as Record<string, unknown>;
  const key = String(path.at(-1));
  const at = (name: string) => [...path.slice(0, -1), name];
  // What is missing may have an error.
  const isBroken = records.broken.has(source.path);
  if (value === undefined) {
    if (alt === undefined || isBroken) return [];
    const message = `This describes a picture, but \`${key}\` is missing: no picture is named.`;
    const hint = `Add \`${key}: media/…\`, or remove this line.`;
    return [doubt(source, at(altKey), message, { hint })];
  }
  if (typeof alt === 'string') {
    if (!/^\S+\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(alt)) return [];
    const message = 'This is the name of a file, and people who cannot see the picture will hear it.';
    const hint = 'Say in a few words what the picture shows.';
    return [doubt(source, at(altKey), message, { hint })];
  }
  if (decorative || isBroken) return [];
  const message = 'This picture has no words for those who cannot see it.';
  const hint = `Add \`${altKey}: …\` and say what it shows, or \`decorative: true\` if it shows nothing that matters.`;
  return [problem(source, path, { rule: 'missing-alt', message, hint })];
}

function createPostCheck(
  { records, posts, endedPosts, unpublished }: Targets,
  unknown: (kind: string, found: Found, names: readonly string[]) => Problem,
  leave: () => readonly Problem[],
): Check {
  const isBroken = [...records.broken.keys()].some((path) => path.startsWith('blog'));
  let published: ReadonlyMap<string, EditionPost> | undefined;
  return (found) => {
    const { reference } = found;
    const address = `/blog/${found.value}`;
    published ??= new Map([...posts, ...endedPosts].map((post) => [post.post.path, post]));
    const named = published.get(address);
    if (named && reference.to === 'post' && reference.isNews && named.post.sponsored) {
      const message = `Somebody paid for the post \`${found.value}\`, so it cannot stand among news.`;
      const hint = 'Remove it here: the block `paid` shows it.';
      return [problem(found.source, found.path, { rule: 'unknown-reference', message, hint })];
    }
    if (named) return [];
    const reason = unpublished.get(address);
    const mayWait = reference.to === 'post' && reference.mayWait && reason !== 'a draft';
    if (reason !== undefined && mayWait) return [];
    if (reason !== undefined) {
      const message = `The post \`${found.value}\` cannot be shown here: it is ${reason}.`;
      return [problem(found.source, found.path, { rule: 'unknown-reference', message })];
    }
    const slug = String(found.value).replace(/^.*\/|\.(?:md|html)$/g, '');
    if (slug !== found.value && published.has(`/blog/${slug}`)) {
      const message = `A post is named by the end of its address or the name of its file alone, and this is \`${found.value}\`.`;
      return [problem(found.source, found.path, { rule: 'unknown-reference', message, suggestion: slug })];
    }
    if (isBroken) return leave();
    const slugs = posts.map(({ parsed }) => slugOf(parsed));
    return [unknown('post', found, slugs)];
  };
}

function createEmbedCheck({ records }: Targets, checkProvider: Check): Check {
  const providers = providersOf(records.shared.embeds?.data);
  return (found) => {
    const { provider, id } = found.value as { readonly provider: string; readonly id: string };
    const at = (key: string) => [...found.path, key];
    if (!Object.hasOwn(providers, provider))
      return checkProvider({ ...found, value: provider, path: at('provider') });
    if (providers[provider]?.url === feedItself) {
      const message = `The provider \`${provider}\` shows feeds in a frame, and this is no feed.`;
      const hint = 'Name another provider of embeds.yaml.';
      return [problem(found.source, at('provider'), { rule: 'invalid-value', message, hint })];
    }
    const wrong = idIssue(providers[provider]?.url ?? '', id);
    if (wrong) return [problem(found.source, at('id'), wrong)];
    if (id !== unset) return [];
    const message = 'This embed is not connected yet; the page shows a block that says so.';
    const hint = 'Put in the id that the service gave you.';
    return [problem(found.source, at('id'), { rule: 'embed-unset', severity: 'warning', message, hint })];
  };
}

/** An address where an embed needs an id, which is probably in it: `?v=id`, or the last part of its path. */
function idIssue(frame: string, id: string): Details | undefined {
  if (!/^(?:(?:https?:)?\/\/|www\.|youtu\.?be)/i.test(id) || frame.includes('={id}')) return undefined;
  const suggestion = (/[?&]v=([\w-]+)/.exec(id) ?? /\/([\w-]+)\/?(?:[?#].*)?$/.exec(id))?.[1];
  return {
    rule: 'doubtful-value',
    severity: 'warning',
    message: `\`${id}\` is not an id, so the frame will stay empty.`,
    hint: `Write only what the service has in the place of \`{id}\` in \`${frame}\`.`,
    suggestion,
  };
}

/** Checks that a feed in a frame has a provider, and an address that browsers show in frames. */
function createFeedCheck({ records }: Targets, checkProvider: Check): Check {
  const provider = records.shared.embeds?.data.providers[feedProvider];
  return (found) => {
    const { rssUrl, board } = found.value as FeedBlockFile;
    const at = (key: string) => [...found.path, key];
    if (!provider)
      return board === 'frame' ? checkProvider({ ...found, value: feedProvider, path: at('board') }) : [];
    const issue = provider.url === feedItself ? frameIssue(rssUrl) : undefined;
    return issue ? [problem(found.source, at('rssUrl'), issue)] : [];
  };
}

/** Names that two entries of a list share, where the list's schema says that none may. */
export const repeatsIn = (files: readonly DescribedFile[]): Problem[] =>
  files.flatMap(({ source, schema, data }) =>
    distinctListsIn(schema, data).flatMap((list) => repeatsInList(source, list)),
  );

type DistinctList = ReturnType<typeof distinctListsIn>[number];

function repeatsInList(source: SourceFile, { path, items, rule }: DistinctList): Problem[] {
  const { names, message, hint, isError } = rule;
  const first = new Map<string, KeyPath>();
  const problems: Problem[] = [];
  for (const [i, item] of items.entries()) {
    for (const [name, ...at] of names(item)) {
      const where = [...path, i, ...at];
      if (name === undefined) continue;
      const key = isError ? name : name.trim().toLowerCase();
      const before = first.get(key);
      if (!before) first.set(key, where);
      else
        problems.push(
          problem(source, where, {
            rule: isError ? 'duplicate-id' : 'doubtful-value',
            severity: isError ? 'error' : 'warning',
            message: message(name),
            hint: hint ?? 'Is one of the two wrong?',
            related: [{ source, at: before, message: isError ? 'The other one' : 'The first one' }],
          }),
        );
    }
  }
  return problems;
}
