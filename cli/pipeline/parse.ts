import type * as z from 'zod';
import type { Feed } from '../feeds/feed.ts';
import { parseOwnFeed } from '../feeds/own-feed.ts';
import { forbiddenAt } from '../lib/characters.ts';
import { isRecord } from '../lib/is-record.ts';
import { createMemory, type Memory } from '../lib/memory.ts';
import { valueAt } from '../lib/value-at.ts';
import type { ParsedPage, ParsedPost, Records, Shared } from '../model.ts';
import { pageKindOf, pageKinds } from '../page-kinds/kinds.ts';
import type { PageKind } from '../page-kinds/page-kind.ts';
import { schemaFor } from '../page-kinds/schema-for.ts';
import { text as textKind } from '../page-kinds/text.ts';
import { type KeyPath, placeAt, placeOf, topOf } from '../problems/locate.ts';
import { nearest } from '../problems/nearest.ts';
import { append, type Outcome, type Problem, problemAt } from '../problems/problem.ts';
import { type DataName, dataKinds } from '../sources/data-kinds.ts';
import { type PageFile, pageFields } from '../sources/page-fields.ts';
import { isPlaceholder } from '../sources/placeholders.ts';
import { type PostFile, postSchema } from '../sources/post.ts';
import { checkAgainst } from '../sources/schema/check-schema.ts';
import {
  allFlawed,
  type Flaws,
  lostSlug,
  type Recovered,
  recover,
  recoverNothing,
} from '../sources/schema/recover.ts';
import { type FieldIssue, textIssue } from '../sources/schema/text-issues.ts';
import { pathOf, type SharedName, sharedSchemas } from '../sources/shared-files.ts';
import { isRefused, type SourceFile, type Sources } from '../sources/source-file.ts';
import { renamedKey } from '../sources/yaml/certain-fixes.ts';
import { readFrontMatter } from '../sources/yaml/front-matter.ts';
import { parseYamlFile } from '../sources/yaml/yaml.ts';

/** Checks every file against the schema of its kind; reports every problem of every file. What has none is remembered. */
export function parse(sources: Sources, memory: Memory = createMemory()): Outcome<Records> {
  const problems: Problem[] = [];
  const flaws = new Map<SourceFile, Flaws>();
  const take: Take = (source, parse) => {
    const parsed = remembered(source, parse, memory);
    append(problems, parsed.problems);
    if (parsed.flaws) flaws.set(source, parsed.flaws);
    return parsed.value;
  };
  const inFolder = (folder: string) => sources.files.filter(({ path }) => path.startsWith(folder));
  const posts = inFolder('blog/').map((source) => postOf(source, take(source, parsePost)));
  const pages = inFolder('pages/').flatMap((source) => {
    const page = take(source, parsePage);
    return page ? { source, ...page } : [];
  });
  const ownFeeds = new Map<string, Feed>();
  for (const source of inFolder('feeds/')) {
    const feed = take(source, parseOwnFeed);
    if (feed) ownFeeds.set(source.path, feed);
  }
  const shared = parseShared(sources, needsOf(pages, flaws), take);
  return {
    value: {
      shared,
      site: flaws.has(shared.site.source) ? undefined : shared.site,
      pages,
      posts,
      media: sources.media,
      ownFeeds,
      broken: [...sources.refused, ...Array.from(flaws, hidesAddresses).flat()].filter(
        (path) => path in addressKeys || /^(?:blog|pages|public)\//.test(path),
      ),
      flaws,
      sources,
    },
    problems,
  };
}

/** The keys of files that addresses depend on; all of redirects.yaml. */
const addressKeys: Readonly<Record<string, readonly KeyPath[]>> = {
  'site.yaml': [['knownMissing']],
  'redirects.yaml': [[]],
};
const keysOfPost = [['slug'], ['aliases'], ['draft'], ['publishedDate']];
const keysOfPage = [['path'], ['aliases'], ['template']];

/** The path of a file whose mistakes leave it open which addresses it names. */
function hidesAddresses([{ path }, flaw]: readonly [SourceFile, Flaws]): string[] {
  const keys = path.startsWith('blog/')
    ? keysOfPost
    : path.startsWith('pages/')
      ? keysOfPage
      : addressKeys[path];
  return keys?.some((key) => !flaw.isWhole(key)) ? [path] : [];
}

/** What was made of a file: its value, and which of it are stand-ins. */
interface ParsedFile<T> extends Outcome<T> {
  readonly flaws?: Flaws | undefined;
  /** `false` if its address is a stand-in. */
  readonly hasAddress?: boolean;
}

/** Takes a file, parsed by a function that follows from its path. */
type Take = <T>(source: SourceFile, parse: (source: SourceFile) => ParsedFile<T>) => T;

/** What an earlier build made of the same file, else what `parse` makes of it. */
function remembered<T>(
  source: SourceFile,
  parse: (source: SourceFile) => ParsedFile<T>,
  { recall, note }: Memory,
): ParsedFile<T> {
  const { path, hash } = source;
  if (hash === undefined) return parse(source);
  const key = `${hash} ${path}`;
  const known = recall<T>('parse', key);
  if (known !== undefined) return { value: known, problems: [] };
  const parsed = parse(source);
  const { value, problems, flaws, hasAddress = true } = parsed;
  const isGood = value !== undefined && problems.length === 0 && !flaws && hasAddress;
  if (!isGood) return parsed;
  note('parse', key, value);
  return parsed;
}

/** A page that has nothing to show without a file; not sure if a stand-in makes it seem so. */
interface Need {
  readonly page: ParsedPage;
  readonly isSure: boolean;
}

/** What pages need, by the path of the file. */
function needsOf(
  pages: readonly ParsedPage[],
  flaws: ReadonlyMap<SourceFile, Flaws>,
): ReadonlyMap<string, readonly Need[]> {
  const found = new Map<string, Need[]>();
  for (const page of pages) {
    const isWritten = (key: string) => flaws.get(page.source)?.isWritten([key]) ?? true;
    const { needs = [], needsWithout = {} } = pageKindOf(page.data.template) ?? {};
    const all = [
      ...needs.map((name) => ({ name, isSure: true })),
      ...Object.entries(needsWithout)
        .filter(([field]) => valueAt(page.data, [field]) === undefined)
        .map(([field, name]) => ({ name, isSure: isWritten(field) })),
    ];
    for (const { name, isSure } of all) {
      const path = pathOf(name);
      const need = { page, isSure: isSure && isWritten('template') };
      const others = found.get(path);
      if (others) others.push(need);
      else found.set(path, [need]);
    }
  }
  return found;
}

function parseShared(sources: Sources, needs: ReturnType<typeof needsOf>, take: Take): Shared {
  const files = new Map(sources.files.map((file) => [file.path, file]));
  const single = (name: SharedName | DataName, schema: z.ZodType) => {
    const path = pathOf(name);
    const source = files.get(path);
    const needed = needs.get(path);
    if (source && (needed || name === 'site' || !hasOnlyComments(source.text)))
      return { source, data: take(source, (source) => parseSingle(source, schema)) };
    const absent = absentFile(path, schema, sources, needed);
    return absent && { source: absent.source, data: take(absent.source, () => absent) };
  };
  const all = (schemas: Readonly<Record<string, z.ZodType>>) =>
    Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, single(name as SharedName | DataName, schema)]),
    );
  // The registries have the types; their entries do not.
  return { ...all(sharedSchemas), data: all(dataKinds) } as unknown as Shared;
}

/** Whether all that a file has was taken out by `#`: nobody means anything by it. */
const hasOnlyComments = (text: string) => /^\uFEFF?(?:\s*(?:#.*|---)(?:\r?\n|$))+\s*$/.test(text);

/**
 * A stand-in for a file that is not there: if the paper or one of its pages needs it, with a problem at the page; if it cannot be read or
 * has a misspelt name, which is reported elsewhere. `undefined` if the paper does without it.
 */
function absentFile(
  path: string,
  schema: z.ZodType,
  sources: Sources,
  needs: readonly Need[] = [],
): (ParsedFile<unknown> & { readonly source: SourceFile }) | undefined {
  const standIn = (file: string, problems: readonly Problem[]) => {
    const { data, flaws } = recoverNothing(schema);
    return { value: data, problems, flaws, source: { path, file, text: '' } };
  };
  if (isRefused(sources, path)) return standIn(`${sources.shownAs}/${path}`, []);
  const misspelt = [...sources.refused].find((refused) => nearest(refused, knownPaths) === path);
  if (misspelt !== undefined) return standIn(`${sources.shownAs}/${misspelt}`, []);
  if (path === pathOf('site')) {
    const file = `${sources.shownAs}/${path}`;
    const message = `The file \`${path}\` is missing, and every paper needs it.`;
    return standIn(file, [problemAt(topOf(file), { rule: 'missing-file', message })]);
  }
  const [need] = needs;
  if (!need) return undefined;
  const [page, ...others] = needs.filter(({ isSure }) => isSure).map(({ page }) => page);
  if (!page) return standIn(need.page.source.file, []);
  const missing = problemAt(placeAt(page.source, ['template']), {
    rule: 'missing-file',
    message: `This page shows what is in \`${path}\`, and there is no such file.`,
    hint: 'Add the file, or remove the page.',
    ...(others.length > 0 && {
      related: others.map(({ source }) => ({
        ...placeAt(source, ['template']),
        message: 'Another page that shows it',
      })),
    }),
  });
  return standIn(page.source.file, [missing]);
}

const knownPaths = [...Object.keys(sharedSchemas), ...Object.keys(dataKinds)].map((name) =>
  pathOf(name as SharedName | DataName),
);

/** A file that the paper has one of. */
function parseSingle<S extends z.ZodType>(source: SourceFile, schema: S): ParsedFile<z.infer<S>> {
  const recovered = (problems: readonly Problem[], { data, flaws }: Recovered<z.infer<S>>) => ({
    value: data,
    problems,
    flaws,
  });
  const { value, problems } = parseYamlFile(source, schemaFor);
  if (value === undefined) return recovered(problems, recoverNothing(schema));
  const checked = checkAgainst(schema, value, source, schemaFor);
  const all = [...problems, ...checked.problems];
  return checked.value ? { value: checked.value, problems: all } : recovered(all, recover(schema, value));
}

/** A post without its text, which is the file's from an offset on; or another text, where the file has problems. */
interface PostRecord extends Pick<ParsedPost, 'data' | 'bodyOffset' | 'isPlaceholder'> {
  readonly body?: string;
}

/** Its text stays in the file until it is needed. */
const postOf = (source: SourceFile, record: PostRecord): ParsedPost => ({
  data: record.data,
  bodyOffset: record.bodyOffset,
  isPlaceholder: record.isPlaceholder,
  source,
  fileSlug: slugOfFile(source),
  get body() {
    return record.body ?? source.text.slice(record.bodyOffset);
  },
});

/** The post in a file; `undefined` if something is wrong with it. */
export function goodPost(source: SourceFile, memory: Memory): ParsedPost | undefined {
  const { value, problems, flaws, hasAddress = true } = remembered(source, parsePost, memory);
  return problems.length === 0 && !flaws && hasAddress ? postOf(source, value) : undefined;
}

const slugOfFile = ({ path }: SourceFile) => path.slice('blog/'.length, -'.md'.length);

function parsePost(source: SourceFile): ParsedFile<PostRecord> {
  const fileSlug = slugOfFile(source);
  const front = readFrontMatter(source, schemaFor);
  if (front.value === undefined) {
    const { data, flaws } = recoverNothing(postSchema);
    const draft = /^draft:[ \t]*true\b/m.test(source.text);
    const value = {
      data: { ...data, slug: lostSlug(source.path), draft },
      isPlaceholder: false,
      ...bodyBelow(source),
    };
    return { value, problems: front.problems, flaws, hasAddress: false };
  }
  const { data, body, bodyOffset } = front.value;
  const checked = checkAgainst(postSchema, data, source, schemaFor);
  const badName = isRecord(data) && !('slug' in data) ? nameProblem(source, fileSlug) : undefined;
  const badBody = textIssue(body);
  const kept: { readonly data: PostFile; readonly flaws?: Flaws } = checked.value
    ? { data: checked.value }
    : recover(postSchema, data);
  const hasAddress = !badName && (kept.flaws?.isWritten(['slug']) ?? true);
  return {
    value: {
      data: hasAddress ? kept.data : { ...kept.data, slug: lostSlug(source.path) },
      bodyOffset,
      isPlaceholder: isPlaceholder(body),
      // It differs where front matter that is there twice was taken out.
      ...(front.problems.length > 0 && { body }),
    },
    problems: [
      ...front.problems,
      ...checked.problems,
      ...(badName ? [badName] : []),
      ...(badBody ? [bodyProblem(source, body, bodyOffset, badBody)] : []),
    ],
    flaws: kept.flaws,
    hasAddress,
  };
}

/** What is wrong with a file's name as the slug of its post. */
function nameProblem({ file }: SourceFile, slug: string): Problem | undefined {
  const issue = postSchema.shape.slug.safeParse(slug).error?.issues[0];
  const params = issue?.code === 'custom' ? (issue.params as FieldIssue | undefined) : undefined;
  return (
    params &&
    problemAt(topOf(file), { ...params, message: `The file’s name is its slug, and ${params.message}` })
  );
}

function bodyProblem(source: SourceFile, body: string, bodyOffset: number, issue: FieldIssue): Problem {
  const at = body.trim() === '' ? Math.max(0, bodyOffset - 4) : bodyOffset + (forbiddenAt(body) ?? 0);
  return problemAt(placeOf(source.file, source.text, at, at + (body.trim() === '' ? 3 : 1)), {
    ...issue,
    ...(body.trim() === '' && {
      message: 'There is no text under the front matter.',
      hint: 'Write the text under the second `---`.',
    }),
  });
}

/** The fields of a page file, and its text if it is a Markdown file. */
interface PageText extends Outcome<unknown> {
  readonly text?: { readonly body: string; readonly bodyOffset: number };
}

function readPage(source: SourceFile): PageText {
  if (!source.path.endsWith('.md')) return parseYamlFile(source, schemaFor);
  const front = readFrontMatter(source, schemaFor);
  const text = front.value ?? bodyBelow(source);
  const data = front.value?.data;
  if (!isRecord(data)) return { value: data, problems: front.problems, text };
  const { body: misplaced, ...fields } = data;
  const problem =
    'body' in data &&
    problemAt(placeAt(source, ['body'], 'key'), {
      rule: 'unknown-key',
      message: 'The text of a Markdown page is under its front matter, not in `body`.',
      hint: 'Move it there, and remove the key.',
    });
  return {
    value: text.body.trim() === '' ? fields : { ...fields, body: text.body },
    problems: problem ? [...front.problems, problem] : front.problems,
    text,
  };
}

type PageRecord = Omit<ParsedPage, 'source'>;

function parsePage(source: SourceFile): ParsedFile<PageRecord | undefined> {
  const { value: data, problems: found, text } = readPage(source);
  const { template, problems: unknown } =
    data === undefined ? { template: undefined, problems: [] } : templateOf(data, source);
  const problems = [...found, ...unknown];
  const kind = pageKinds.find(({ name }) => name === template);
  if (kind && unknown.length === 0) {
    const checked = checkAgainst(fileSchema(kind), data, source, schemaFor);
    append(problems, checked.problems);
    if (checked.value) {
      const value = { data: checked.value, ...(text && { bodyOffset: text.bodyOffset }) };
      return { value, problems };
    }
  }
  // Of a page without a template, only the text under its front matter is known.
  if (!kind && !text) return { value: undefined, problems, flaws: allFlawed, hasAddress: false };
  const { data: file, flaws } = kind ? recover(fileSchema(kind), data) : recoverNothing(fileSchema(textKind));
  const hasAddress = flaws.isWritten(['path']);
  const path = hasAddress ? file.path : `/${lostSlug(source.path)}`;
  const body = text && 'body' in file && text.body.trim() !== '' ? { body: text.body } : {};
  return {
    value: { data: { ...file, ...body, path }, ...(text && { bodyOffset: text.bodyOffset }) },
    problems,
    flaws,
    hasAddress,
  };
}

/** A kind's schema, by what all files of `pages/` have. */
const fileSchema = ({ schema }: Pick<PageKind, 'schema'>): z.ZodType<PageFile> =>
  schema as z.ZodType as z.ZodType<PageFile>;

/** The template that a page names, or was probably meant to name; with a problem if it names none that exists. */
function templateOf(
  data: unknown,
  source: SourceFile,
): { readonly template: unknown; readonly problems: readonly Problem[] } {
  if (!isRecord(data)) {
    return { template: undefined, problems: checkAgainst(textKind.schema, data, source, schemaFor).problems };
  }
  const names = pageKinds.map(({ name }) => name);
  const { template } = data;
  if (names.some((name) => name === template)) return { template, problems: [] };
  const hint = `Templates: ${names.join(', ')}.`;
  if (template !== undefined) {
    const suggestion = nearest(String(template), names);
    const message = `There is no template \`${String(template)}\`.`;
    const details = { rule: 'unknown-value', message, hint, ...(suggestion && { suggestion }) } as const;
    return { template: suggestion, problems: [problemAt(placeAt(source, ['template']), details)] };
  }
  const misspelled = nearest('template', Object.keys(data));
  if (misspelled === undefined) {
    const message = 'This page does not name its `template`.';
    return {
      template,
      problems: [problemAt(placeAt(source, []), { rule: 'missing-key', message, hint })],
    };
  }
  const keys = { known: Object.keys(pageFields.shape), used: Object.keys(data) };
  const fix = renamedKey(source, [], misspelled, keys);
  const details = {
    rule: 'unknown-key',
    message: `There is no key \`${misspelled}\` here.`,
    hint: 'The key `template` says which kind of page this is.',
    suggestion: 'template',
    ...(fix && { fix }),
  } as const;
  return {
    template: data[misspelled],
    problems: [problemAt(placeAt(source, [misspelled], 'key'), details)],
  };
}

/** The text of a Markdown file whose front matter cannot be read, from where it seems to start. */
function bodyBelow({ text }: SourceFile): { readonly body: string; readonly bodyOffset: number } {
  const fence = /^---[^\n]*(?:\n|$)/m;
  const opening = text.startsWith('---') ? (fence.exec(text)?.[0].length ?? 0) : 0;
  const rest = text.slice(opening);
  // If nothing closes the fields, they end at the first empty line.
  const end = fence.exec(rest) ?? (opening > 0 ? /\n[ \t]*\n/.exec(rest) : null);
  const fields = end ? end.index + end[0].length : opening > 0 ? rest.length : 0;
  return { body: rest.slice(fields), bodyOffset: opening + fields };
}
