import { groupBy } from '../lib/group-by.ts';
import type { EditionPost, ParsedPost, Records, Skipped } from '../model.ts';
import { feedItself, feedProvider, unset } from '../page-kinds/embeds.ts';
import { type KeyPath, placeAt } from '../problems/locate.ts';
import { createGuess } from '../problems/nearest.ts';
import { type Details, type Problem, problemAt } from '../problems/problem.ts';
import { frameIssue } from '../sources/address-issues.ts';
import { slugOf } from '../sources/post.ts';
import { type FoundReference, type Reference, referencesIn } from '../sources/references.ts';
import { isRefused, type SourceFile } from '../sources/source-file.ts';
import { areNamesWritten, type DescribedFile, isWritten } from './files.ts';

/** What references may lead to. */
interface Targets {
  readonly records: Records;
  readonly pictures: ReadonlyMap<string, unknown>;
  readonly posts: readonly EditionPost[];
  /** Addresses of posts that are not published, and why. */
  readonly unpublished: ReadonlyMap<string, string>;
  /** Posts without an address of their own. */
  readonly withoutSlug: ReadonlySet<ParsedPost>;
}

interface CheckedReferences {
  readonly problems: readonly Problem[];
  readonly skipped: readonly Skipped[];
  /** Addresses of what is missing, with the file that names it: links to them are not reported again. */
  readonly claimed: ReadonlyMap<string, string>;
}

/** What is wrong with a reference, at a path of its file; or what could not be checked, because of another file. */
type Finding =
  | { readonly path: KeyPath; readonly details: Details }
  | { readonly skipped: Skipped }
  | { readonly claimed: string };

type Found = FoundReference & { readonly source: SourceFile };

/** Looks for what every reference of the files leads to. */
export function checkReferences(files: readonly DescribedFile[], targets: Targets): CheckedReferences {
  const check = createCheck(targets);
  const problems: Problem[] = [];
  const skipped: Skipped[] = [];
  const claimed = new Map<string, string>();
  for (const { source, data, schema } of files) {
    for (const found of referencesIn(schema, data)) {
      for (const finding of check({ ...found, source })) {
        if ('skipped' in finding) skipped.push(finding.skipped);
        else if ('claimed' in finding) claimed.set(finding.claimed, source.file);
        else if (isWritten(targets.records, source, finding.path))
          problems.push(problemAt(placeAt(source, finding.path), finding.details));
      }
    }
  }
  return { problems, skipped, claimed };
}

/** One check for each kind of reference. */
function createCheck(targets: Targets): (found: Found) => readonly Finding[] {
  const { records } = targets;
  const { site, radio, embeds, data } = records.shared;
  const guess = createGuess();
  const unknown = (
    kind: string,
    { value, path }: Pick<Found, 'value' | 'path'>,
    names: readonly string[],
  ): Finding => {
    const suggestion = guess(String(value), names);
    return {
      path,
      details: {
        rule: 'unknown-reference',
        message: `There is no ${kind} \`${value}\`.`,
        ...(names.length > 0 && names.length <= 30 && { hint: `There is: ${names.join(', ')}.` }),
        ...(suggestion && { suggestion }),
      },
    };
  };
  /** A reference to an entry of a list, by its name; `isKnown` says whether all names of the list are. */
  const named =
    (kind: string, names: readonly string[], isKnown: boolean, file: SourceFile, what: string) =>
    (found: Found): readonly Finding[] => {
      if (names.includes(String(found.value))) return [];
      return [isKnown ? unknown(kind, found, names) : { skipped: { file: file.file, what } }];
    };
  const providers = Object.keys(embeds.data.providers);
  const provider = named(
    'provider',
    providers,
    isWritten(records, embeds.source, ['providers']),
    embeds.source,
    'the providers of embeds',
  );
  const namesOf = (file: { source: SourceFile }, list: string, key: string, names: readonly string[]) =>
    areNamesWritten(records, file.source, list, key, names);
  const categories = site.data.categories.map(({ name }) => name);
  const departments = data.departments.data.departments.map(({ name }) => name);
  const ports = radio.data.stations.map(({ port }) => String(port));
  const checks: Record<Reference['to'], (found: Found) => readonly Finding[]> = {
    picture: createPictureCheck(targets),
    sound: createSoundCheck(targets),
    'feed-file': createFeedFileCheck(targets),
    post: createPostCheck(targets, unknown),
    provider,
    embed: createEmbedCheck(targets, provider),
    feed: createFeedCheck(targets),
    category: named(
      'category',
      categories,
      namesOf(site, 'categories', 'name', categories),
      site.source,
      'the categories of posts',
    ),
    department: named(
      'department',
      departments,
      namesOf(data.departments, 'departments', 'name', departments),
      data.departments.source,
      'the department that a page names',
    ),
    station: named(
      'station',
      ports,
      namesOf(radio, 'stations', 'port', ports),
      radio.source,
      'the station of the player',
    ),
    // Links are checked on the rendered pages.
    page: () => [],
  };
  return (found) => checks[found.reference.to](found);
}

const bareName = (path: string) => path.replace(/^media\/|\.\w+$/g, '');

function createPictureCheck({ records, pictures }: Targets): (found: Found) => readonly Finding[] {
  const guess = createGuess();
  // The folder and the ending are alike in all names of pictures, so they say nothing about which was meant.
  const byBareName = groupBy(pictures.keys(), bareName);
  const bareNames = [...byBareName.keys()];

  function missing({ value, path }: Found): readonly Finding[] {
    if (value === undefined || pictures.has(String(value))) return [];
    const claimed = { claimed: `/${value}` };
    if (isRefused(records.sources, String(value))) return [claimed];
    const near = guess(bareName(String(value)), bareNames);
    const suggestion = near === undefined ? undefined : byBareName.get(near)?.[0];
    const details = {
      rule: 'missing-media',
      message: `There is no file \`${value}\`.`,
      hint: 'Put the file into content/media/; capital and small letters count.',
      ...(suggestion && { suggestion }),
    } as const;
    return [claimed, { path, details }];
  }

  return (found) => {
    const { reference } = found;
    const alt = reference.to === 'picture' ? reference.alt : undefined;
    return alt === undefined ? missing(found) : [...missing(found), ...altFindings(found, alt, records)];
  };
}

/** What is wrong with the words for those who cannot see a picture. */
function altFindings({ source, value, path, parent }: Found, altKey: string, records: Records): Finding[] {
  const { [altKey]: alt, decorative } = parent as Record<string, unknown>;
  const key = String(path.at(-1));
  const at = (name: string) => [...path.slice(0, -1), name];
  const doubtful = { rule: 'doubtful-value', severity: 'warning' } as const;
  if (value === undefined) {
    if (alt === undefined || !isWritten(records, source, path)) return [];
    const message = `This describes a picture, but \`${key}\` is missing: no picture is named.`;
    const hint = `Add \`${key}: media/…\`, or remove this line.`;
    return [{ path: at(altKey), details: { ...doubtful, message, hint } }];
  }
  if (typeof alt === 'string') {
    if (!/^\S+\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(alt)) return [];
    const message = 'This is the name of a file, and people who cannot see the picture will hear it.';
    const hint = 'Say in a few words what the picture shows.';
    return [{ path: at(altKey), details: { ...doubtful, message, hint } }];
  }
  if (decorative || ![altKey, 'decorative'].every((name) => isWritten(records, source, at(name)))) return [];
  const message = 'This picture has no words for those who cannot see it.';
  const hint = `Add \`${altKey}: …\` and say what it shows, or \`decorative: true\` if it shows nothing that matters.`;
  return [{ path, details: { rule: 'missing-alt', message, hint } }];
}

function createSoundCheck({ records }: Targets): (found: Found) => readonly Finding[] {
  const files = new Set(records.media.map(({ path }) => path));
  return ({ value, path }) => {
    const file = String(value).replace(/^file:/, '');
    if (!file.startsWith('media/') || files.has(file)) return [];
    const hint = 'Put the sound into content/media/; capital and small letters count.';
    return [{ path, details: { rule: 'missing-media', message: `There is no file \`${file}\`.`, hint } }];
  };
}

function createFeedFileCheck({ records: { sources } }: Targets): (found: Found) => readonly Finding[] {
  const files = sources.files.map(({ path }) => path).filter((path) => path.startsWith('feeds/'));
  const guess = createGuess();
  return ({ value, path }) => {
    const file = String(value);
    if (files.includes(file) || isRefused(sources, file)) return [];
    const suggestion = guess(file, files);
    const details = {
      rule: 'unknown-reference',
      message: `There is no file \`${file}\`.`,
      hint: 'Put the feed file into content/feeds/; capital and small letters count.',
      ...(suggestion && { suggestion }),
    } as const;
    return [{ path, details }];
  };
}

function createPostCheck(
  { records, posts, unpublished, withoutSlug }: Targets,
  unknown: (kind: string, found: Found, names: readonly string[]) => Finding,
): (found: Found) => readonly Finding[] {
  return (found) => {
    const address = `/blog/${found.value}`;
    if (posts.some(({ post }) => post.path === address) || records.claimed.has(address)) return [];
    // A link that the page makes of it is not reported again.
    const claimed = { claimed: address };
    const reason = unpublished.get(address);
    if (reason !== undefined) {
      const message = `The post \`${found.value}\` cannot be shown here: it is ${reason}.`;
      return [claimed, { path: found.path, details: { rule: 'unknown-reference', message } }];
    }
    const known = posts.filter(({ parsed }) => !records.flaws.has(parsed.source) && !withoutSlug.has(parsed));
    const slugs = known.map(({ parsed }) => slugOf(parsed));
    return [claimed, unknown('post', found, slugs)];
  };
}

function createEmbedCheck(
  { records }: Targets,
  checkProvider: (found: Found) => readonly Finding[],
): (found: Found) => readonly Finding[] {
  const { source, data } = records.shared.embeds;
  return (found) => {
    const { provider, id } = found.value as { readonly provider: string; readonly id: string };
    const at = (key: string) => [...found.path, key];
    if (!Object.hasOwn(data.providers, provider))
      return checkProvider({ ...found, value: provider, path: at('provider') });
    if (!isWritten(records, source, ['providers', provider, 'url']))
      return [{ skipped: { file: source.file, what: `where embeds of \`${provider}\` lead` } }];
    if (data.providers[provider]?.url === feedItself) {
      const message = `The provider \`${provider}\` shows feeds in a frame, and this is no feed.`;
      const hint = 'Name another provider of embeds.yaml.';
      return [{ path: at('provider'), details: { rule: 'invalid-value', message, hint } }];
    }
    if (id !== unset) return [];
    const details = {
      rule: 'embed-unset',
      severity: 'warning',
      message: 'This embed is not connected yet; the page shows a block that says so.',
      hint: 'Put in the id that the service gave you.',
    } as const;
    return [{ path: at('id'), details }];
  };
}

/** The address of a feed that is shown in a frame as it is. */
function createFeedCheck({ records }: Targets): (found: Found) => readonly Finding[] {
  const { providers } = records.shared.embeds.data;
  if (providers[feedProvider]?.url !== feedItself) return () => [];
  return ({ value, path }) => {
    const issue = frameIssue((value as { readonly rssUrl: string }).rssUrl);
    return issue ? [{ path: [...path, 'rssUrl'], details: issue }] : [];
  };
}
