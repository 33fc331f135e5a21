import { basename } from 'node:path';
import type * as z from 'zod';
import { parseOwnFeed } from '../content/feed-file.ts';
import type { BrokenFile, DescribedFile, ParsedPage, Records, Shared, Written } from '../content/model.ts';
import { noteName, noteSchema } from '../content/newsletter.ts';
import { noticeSchema } from '../content/notice.ts';
import type { PageFile } from '../content/page-fields.ts';
import { postSchema } from '../content/post.ts';
import { textIssue } from '../content/schema/text-issues.ts';
import {
  type DataName,
  dataKinds,
  pathOf,
  type SharedName,
  sharedSchemas,
  singleFileMeant,
  singleSchemas,
} from '../content/single-files.ts';
import type { Parsed, SourceFile, Sources } from '../content/source-file.ts';
import type { Feed } from '../headlines/feed.ts';
import { type BuildCache, createBuildCache } from '../lib/build-cache.ts';
import { forbiddenAt } from '../lib/characters.ts';
import { groupBy } from '../lib/group-by.ts';
import { isRecord } from '../lib/is-record.ts';
import { text as textKind } from '../pages/kinds/text.ts';
import { filesNeededBy, pageKinds, schemaFor } from '../pages/kinds.ts';
import type { PageKind } from '../pages/page-kind.ts';
import { nearest } from '../problems/nearest.ts';
import {
  append,
  type Details,
  type LooseProblem,
  type Outcome,
  type Problem,
  problem,
  withoutSource,
  withSource,
} from '../problems/problem.ts';
import { checkAgainst } from '../reading/check-schema.ts';
import { fittingPart } from '../reading/fitting.ts';
import { readFrontMatter } from '../reading/front-matter.ts';
import { misreadProblem, schemelessLinks, unfinishedMerges } from '../reading/text-mistakes.ts';
import { parseYamlFile } from '../reading/yaml.ts';
import { mediaIn } from './published-media.ts';

/** Checks every file against the schema of its kind; reports every problem of every file. Files that can be used are cached. */
export function parse(sources: Sources, cache: BuildCache = createBuildCache()): Outcome<Records> {
  const { media } = sources;
  const problems: Problem[] = [];
  const broken = new Map<string, BrokenFile>(Array.from(sources.refused, (path) => [path, {}]));
  const take: Take = (source, parse) => {
    const parsed = cached(source, parse, cache);
    append(problems, parsed.problems);
    if (parsed.broken) broken.set(source.path, parsed.broken);
    return parsed.value;
  };
  const inFolder = (folder: string) => sources.files.filter(({ path }) => path.startsWith(folder));
  const written = <File>(folder: string, schema: z.ZodType<File>) =>
    inFolder(folder).flatMap((source) => {
      const record = take(source, (file) => parseWritten(file, schema));
      return record ? writtenOf(source, record) : [];
    });
  const posts = written('blog/', postSchema);
  const notices = written('notices/', noticeSchema);
  const [note] = written(noteName, noteSchema);
  const pages = inFolder('pages/').flatMap((source) => {
    const page = take(source, parsePage);
    return page ? { source, ...page } : [];
  });
  const ownFeeds = new Map<string, Feed>();
  for (const source of inFolder('feeds/')) {
    const feed = take(source, parseOwnFeed);
    if (feed) ownFeeds.set(source.path, feed);
  }
  const needed = pages.flatMap(({ source, data }) =>
    filesNeededBy(data).map((name) => ({ source, path: pathOf(name) })),
  );
  const needs = groupBy(needed, ({ path }) => path);
  const singles = parseSingles(sources, needs, broken, take);
  for (const [path, found] of needs)
    if (!singles.has(path) && !broken.has(path)) append(problems, missingFile(path, found));
  return {
    value: { shared: sharedOf(singles), pages, posts, notices, note, media, ownFeeds, broken, sources },
    problems,
  };
}

/** The value of a file; of a broken one, the part of it that can be used. */
interface ParsedFile<T> extends Outcome<T | undefined> {
  readonly broken?: BrokenFile | undefined;
}

/** A file in the build cache. */
type CachedFile<T> = Pick<ParsedFile<T>, 'value'> & { readonly problems: readonly LooseProblem[] };

/** A function that depends on the path of a file. */
type Parse<T> = (source: SourceFile) => ParsedFile<T>;

type Take = <T>(source: SourceFile, parse: Parse<T>) => T | undefined;

/** The cached value of a file and its problems, else what `parse` returns. The papers of a network show a file by different names. */
function cached<T>(source: SourceFile, parse: Parse<T>, cache: BuildCache): ParsedFile<T> {
  const { path, hash } = source;
  if (hash === undefined) return parseWhole(source, parse);
  const key = `${hash} ${path}`;
  const known = cache.get<CachedFile<T>>('parse', key);
  if (known)
    return { value: known.value, problems: known.problems.map((problem) => withSource(problem, source)) };
  const parsed = parseWhole(source, parse);
  const { value, problems, broken } = parsed;
  if (value !== undefined && !broken && problems.every((problem) => problem.source === source))
    cache.set('parse', key, { value, problems: problems.map(withoutSource) } satisfies CachedFile<T>);
  return parsed;
}

/** Parses a file, and checks its text as a whole. A file with two versions of its lines is not searched for other mistakes. */
function parseWhole<T>(source: SourceFile, parse: Parse<T>): ParsedFile<T> {
  const merges = unfinishedMerges(source);
  if (merges.length > 0) return { ...parse({ ...source, text: '' }), problems: merges };
  const parsed = parse(source);
  return { ...parsed, problems: [...misreadProblem(source), ...schemelessLinks(source), ...parsed.problems] };
}

const sitePath = pathOf('site');

/** Defaults for the required keys of site.yaml, so that everything else can be checked. No site is written with them. */
const siteDefaults = { name: 'The paper', baseUrl: 'https://paper.invalid' };

/** Takes the files that a paper has one of, by their path. */
function parseSingles(
  sources: Sources,
  needs: ReadonlyMap<string, unknown>,
  broken: Map<string, BrokenFile>,
  take: Take,
): ReadonlyMap<string, Parsed<unknown>> {
  const files = new Map(sources.files.map((file) => [file.path, file]));
  for (const path of sources.refused) {
    const meant = singleFileMeant(path);
    if (meant !== undefined && !files.has(meant)) broken.set(meant, {});
  }
  const singles = new Map<string, Parsed<unknown>>();
  for (const [path, schema] of singleSchemas) {
    const isSite = path === sitePath;
    const absent = { path, file: `${sources.shownAs}/${path}`, text: '' };
    const source = files.get(path) ?? (isSite ? absent : undefined);
    if (!source || (!isSite && !needs.has(path) && hasOnlyComments(source.text))) continue;
    const parse = source === absent ? () => missingSite(absent, broken) : parseSingle;
    const data = take(source, (file) => parse(file, schema));
    const leftOut = broken.get(path)?.leftOut;
    if (data !== undefined) singles.set(path, { source: leftOut ? { ...source, leftOut } : source, data });
  }
  return singles;
}

/** Whether all that a file has was taken out by `#`: nobody means anything by it. */
const hasOnlyComments = (text: string) => /^\uFEFF?(?:\s*(?:#.*|---)(?:\r?\n|$))+\s*$/.test(text);

/** A file that the paper has one of. */
function parseSingle(source: SourceFile, schema: z.ZodType): ParsedFile<unknown> {
  const { value, problems } = parseYamlFile(source, schemaFor);
  const checked = value === undefined ? undefined : checkAgainst(schema, value, source, schemaFor);
  const all = [...problems, ...(checked?.problems ?? [])];
  if (checked?.value !== undefined) return { value: checked.value, problems: all };
  const part = partOf(source, schema, value);
  const defaults = source.path === sitePath ? siteDefaults : {};
  const { data } = schema.safeParse(isRecord(part.data) ? { ...defaults, ...part.data } : part.data);
  const { leftOut } = part.source;
  return { value: data, problems: all, broken: data === undefined ? { part } : { leftOut } };
}

/** The defaults of a site.yaml that is not there. */
function missingSite(source: SourceFile, broken: Records['broken']): ParsedFile<unknown> {
  const { path } = source;
  const message = `The file \`${path}\` is missing, and every paper needs it.`;
  const problems = broken.has(path) ? [] : [problem(source, 'top', { rule: 'missing-file', message })];
  return { value: sharedSchemas.site.parse(siteDefaults), problems, broken: {} };
}

/** The file that some pages show, and that is not there. */
function missingFile(path: string, [page, ...others]: readonly Pick<ParsedPage, 'source'>[]): Problem[] {
  if (!page) return [];
  const at = ['template'];
  return [
    problem(page.source, at, {
      rule: 'missing-file',
      message: `This page shows what is in \`${path}\`, and there is no such file.`,
      hint: 'Add the file, or remove the page.',
      related: others.map(({ source }) => ({ source, at, message: 'Another page that shows it' })),
    }),
  ];
}

function sharedOf(singles: ReadonlyMap<string, unknown>): Shared {
  const all = (schemas: Readonly<Record<string, z.ZodType>>) =>
    Object.fromEntries(
      Object.keys(schemas).map((name) => [name, singles.get(pathOf(name as SharedName | DataName))]),
    );
  // The registries have the types; their entries do not.
  return { ...all(sharedSchemas), data: all(dataKinds) } as unknown as Shared;
}

/** The Markdown of a file, and where it starts. */
type Body = Pick<Written<unknown>, 'body' | 'bodyOffset'>;

/** A post or page that cannot be used. Its text and its valid keys are checked all the same. */
const brokenFile = (
  source: SourceFile,
  problems: readonly Problem[],
  text: Body | undefined,
  part?: DescribedFile,
): ParsedFile<never> => ({
  value: undefined,
  problems,
  broken: {
    addresses: addressesOf(source),
    text: text && { source, markdown: text.body, at: text.bodyOffset },
    part,
  },
});

/** The valid keys of a file. */
function partOf(source: SourceFile, schema: z.ZodType, value: unknown): DescribedFile {
  const { data = {}, leftOut } = fittingPart(schema, value);
  return { source: { ...source, leftOut }, schema, data };
}

/** The addresses that a post or page probably has, by its file name and by its fields. */
function addressesOf({ path, text }: SourceFile): string[] {
  const name = path.replace(/^pages(?=\/)|\.\w+$/g, '').replace(/^(?!\/)/, '/');
  const written = Array.from(text.matchAll(/^(path|slug):[ \t]*["']?([\w/-]+)/gm), ([, key, value]) =>
    key === 'slug' ? `/blog/${value}` : String(value),
  );
  return [name, ...written];
}

/** A post or notice without its text, which is the rest of the file. */
type WrittenRecord<File> = Pick<Written<File>, 'data' | 'bodyOffset' | 'media'>;

// Written out: an object that starts with a spread takes ten times as long to make.
const writtenOf = <File>(
  source: SourceFile,
  { data, bodyOffset, media }: WrittenRecord<File>,
): Written<File> => ({
  data,
  bodyOffset,
  media,
  source,
  fileSlug: slugOfFile(source),
  /** Read only if it is needed. */
  get body() {
    return source.text.slice(bodyOffset);
  },
});

const slugOfFile = ({ path }: SourceFile) => basename(path, '.md');

function parseWritten<File>(source: SourceFile, schema: z.ZodType<File>): ParsedFile<WrittenRecord<File>> {
  const front = readFrontMatter(source, schemaFor);
  if (!front.value) return brokenFile(source, front.problems, bodyBelow(source));
  const { data, body, bodyOffset } = front.value;
  const checked = checkAgainst(schema, data, source, schemaFor);
  const badName = isRecord(data) && !('slug' in data) ? nameProblem(source) : [];
  // A notice may be a name and dates alone, and a post lead elsewhere.
  const mayBeEmpty = isRecord(data) && ('source' in data || 'kind' in data);
  const badBody = mayBeEmpty && body.trim() === '' ? undefined : textIssue(body);
  const problems = [
    ...front.problems,
    ...checked.problems,
    ...badName,
    ...(badBody ? [bodyProblem(source, body, bodyOffset, badBody)] : []),
  ];
  // Front matter that is there twice is not part of the text.
  const isTwice = front.problems.some(({ rule }) => rule === 'front-matter');
  if (!checked.value || badName.length > 0 || isTwice)
    return brokenFile(source, problems, front.value, partOf(source, schema, data));
  const media = mediaIn(source.text);
  return { value: { data: checked.value, bodyOffset, ...(media.length > 0 && { media }) }, problems };
}

/** What is wrong with a file's name as a slug. */
function nameProblem(source: SourceFile): Problem[] {
  const issue = postSchema.shape.slug.safeParse(slugOfFile(source)).error?.issues[0];
  const params = issue?.code === 'custom' ? (issue.params as Details | undefined) : undefined;
  if (!params) return [];
  const message = `The file’s name is its slug, and ${params.message}`;
  return [problem(source, 'top', { ...params, message })];
}

function bodyProblem(source: SourceFile, body: string, bodyOffset: number, issue: Details): Problem {
  if (body.trim() === '') {
    const fence = Math.max(0, bodyOffset - 4);
    const message = 'There is no text under the front matter.';
    const hint = 'Write the text under the second `---`.';
    return problem(source, { start: fence, end: fence + 3 }, { ...issue, message, hint });
  }
  const start = bodyOffset + (forbiddenAt(body) ?? 0);
  return problem(source, { start, end: start + 1 }, issue);
}

/** The fields of a page file, and its text if it is a Markdown file. */
function readPage(source: SourceFile) {
  if (!source.path.endsWith('.md')) return { ...parseYamlFile(source, schemaFor), text: undefined };
  const front = readFrontMatter(source, schemaFor);
  const text = front.value ?? { data: undefined, ...bodyBelow(source) };
  if (!isRecord(text.data)) return { value: text.data, problems: front.problems, text };
  const { body: misplacedText, ...fields } = text.data;
  const message = 'The text of a Markdown page is under its front matter, not in `body`.';
  const hint = 'Move it there, and remove the key.';
  const misplaced = problem(source, { key: ['body'] }, { rule: 'unknown-key', message, hint });
  return {
    value: text.body.trim() === '' ? fields : { ...fields, body: text.body },
    problems: misplacedText === undefined ? front.problems : [...front.problems, misplaced],
    text,
  };
}

function parsePage(source: SourceFile): ParsedFile<Omit<ParsedPage, 'source'>> {
  const { value: data, problems: found, text } = readPage(source);
  const { value: kind, problems: unknown } =
    data === undefined ? { value: undefined, problems: [] } : kindIn(data, source);
  // The type that all files of `pages/` share.
  const schema = kind?.schema as z.ZodType as z.ZodType<PageFile> | undefined;
  const checked = schema && checkAgainst(schema, data, source, schemaFor);
  const problems = [...found, ...unknown, ...(checked?.problems ?? [])];
  if (!checked?.value) return brokenFile(source, problems, text, schema && partOf(source, schema, data));
  return { value: { data: checked.value, ...(text && { bodyOffset: text.bodyOffset }) }, problems };
}

/** The kind of page in `template`, or a problem. */
function kindIn(data: unknown, source: SourceFile): Outcome<PageKind | undefined> {
  const wrong = (problem: Problem) => ({ value: undefined, problems: [problem] });
  if (!isRecord(data))
    return { value: undefined, problems: checkAgainst(textKind.schema, data, source, schemaFor).problems };
  const key = 'template' in data ? 'template' : nearest('template', Object.keys(data));
  const names = pageKinds.map(({ name }) => name);
  const hint = `Templates: ${names.join(', ')}.`;
  if (key === undefined) {
    const message = 'This page does not name its `template`.';
    return wrong(problem(source, [], { rule: 'missing-key', message, hint }));
  }
  const template = data[key];
  // A misspelled key is reported with the other keys of the file.
  const kind = pageKinds.find(({ name }) => name === template);
  if (kind) return { value: kind, problems: [] };
  const word = typeof template === 'string' ? template : JSON.stringify(template);
  const suggestion = nearest(word, names);
  const message = `There is no template \`${word}\`.`;
  const details = { rule: 'unknown-value', message, hint, suggestion } as const;
  return wrong(problem(source, [key], details));
}

/** The text of a Markdown file whose front matter cannot be read, from where it probably starts. */
function bodyBelow({ text }: SourceFile): Body {
  const fence = /^---[^\n]*(?:\n|$)/m;
  const opening = text.startsWith('---') ? (fence.exec(text)?.[0].length ?? 0) : 0;
  const rest = text.slice(opening);
  // If nothing closes the fields, they end at the first empty line.
  const end = fence.exec(rest) ?? (opening > 0 ? /\n[ \t]*\n/.exec(rest) : null);
  const fields = end ? end.index + end[0].length : opening > 0 ? rest.length : 0;
  return { body: rest.slice(fields), bodyOffset: opening + fields };
}
