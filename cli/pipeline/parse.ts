import type * as z from 'zod';
import type { Feed } from '../feeds/feed.ts';
import { parseOwnFeed } from '../feeds/own-feed.ts';
import { forbiddenAt } from '../lib/characters.ts';
import { isRecord } from '../lib/is-record.ts';
import { type PageFile, pageSchemas, type TemplateName } from '../page-kinds/page.ts';
import { schemaFor } from '../page-kinds/schema-for.ts';
import { placeAt, placeOf, topOf } from '../problems/locate.ts';
import { nearest } from '../problems/nearest.ts';
import { append, type Outcome, type Problem, problemAt } from '../problems/problem.ts';
import { checkAgainst } from '../sources/check-schema.ts';
import { type DataFiles, type DataName, dataSchemas } from '../sources/data.ts';
import { type EmbedsFile, embedsSchema } from '../sources/embeds.ts';
import { type FieldIssue, textIssue, toAddress } from '../sources/fields.ts';
import { readFrontMatter } from '../sources/front-matter.ts';
import { type PostFile, postSchema } from '../sources/post.ts';
import {
  allFlawed,
  type Flaws,
  lostSlug,
  type Recovered,
  recover,
  recoverNothing,
} from '../sources/recover.ts';
import {
  type NavigationFile,
  navigationSchema,
  type RadioFile,
  radioSchema,
  type SiteFile,
  siteSchema,
} from '../sources/site.ts';
import { parseYamlFile } from '../sources/yaml.ts';
import { isRefused, type MediaFile, type SourceFile, type Sources } from './read.ts';

/** One file, as its schema has it. */
export interface Parsed<T> {
  readonly source: SourceFile;
  readonly data: T;
}

/** A post: its front matter, and its Markdown with the offset at which that starts in the file. */
export interface ParsedPost extends Parsed<PostFile> {
  readonly body: string;
  readonly bodyOffset: number;
  readonly fileSlug: string;
}

/** A page; `bodyOffset` is there where the page is a Markdown file. */
export interface ParsedPage extends Parsed<PageFile> {
  readonly bodyOffset?: number;
}

/** The files that hold for every page. */
export interface Shared {
  readonly site: Parsed<SiteFile>;
  readonly navigation: Parsed<NavigationFile>;
  readonly embeds: Parsed<EmbedsFile>;
  readonly radio: Parsed<RadioFile>;
  readonly data: { readonly [K in DataName]: Parsed<DataFiles[K]> };
}

/**
 * Everything in `content/`. Where a file does not keep to its schema, or is not there, what could be kept of it stands here among
 * stand-ins, so that the rest can be checked; it has been told then, and nothing of this is printed.
 */
export interface Records {
  readonly shared: Shared;
  /** `undefined` where site.yaml is missing or wrong. */
  readonly site: Parsed<SiteFile> | undefined;
  readonly pages: readonly ParsedPage[];
  readonly posts: readonly ParsedPost[];
  readonly media: readonly MediaFile[];
  /** The paper's own feed files, by their path in `content/`. */
  readonly ownFeeds: ReadonlyMap<string, Feed>;
  /** Addresses that files with problems would have had, with the file as reports show it: links to them are not also wrong. */
  readonly claimed: ReadonlyMap<string, string>;
  /** A page that could stand at any address, as reports show it: its own cannot even be guessed. */
  readonly homeless: string | undefined;
  /** What is a stand-in, in files with problems. */
  readonly flaws: ReadonlyMap<SourceFile, Flaws>;
  readonly sources: Sources;
}

/** Checks every file against the schema of its kind; reports every problem of every file. */
export function parse(sources: Sources): Outcome<Records> {
  const problems: Problem[] = [];
  const pages: ParsedPage[] = [];
  const posts: ParsedPost[] = [];
  const claimed = new Map<string, string>();
  const flaws = new Map<SourceFile, Flaws>();
  let homeless: string | undefined;
  const singles = new Map<string, SourceFile>();
  const ownFeeds = new Map<string, Feed>();

  function claim(source: SourceFile) {
    for (const address of claimsOf(source)) claimed.set(address, source.file);
    if (source.path.startsWith('pages/') && writtenAddresses(source).length === 0) homeless ??= source.file;
  }

  for (const path of sources.refused) claim({ path, file: `${sources.shownAs}/${path}`, text: '' });
  for (const source of sources.files) {
    if (source.path.startsWith('blog/')) {
      const post = parsePost(source);
      append(problems, post.problems);
      posts.push(post.value);
      if (post.flaws) flaws.set(source, post.flaws);
      if (!post.hasAddress) claim(source);
    } else if (source.path.startsWith('pages/')) {
      const page = parsePage(source);
      append(problems, page.problems);
      if (page.value) pages.push(page.value);
      if (page.flaws) flaws.set(source, page.flaws);
      if (!page.hasAddress) claim(source);
    } else if (source.path.startsWith('feeds/')) {
      const feed = parseOwnFeed(source);
      append(problems, feed.problems);
      if (feed.value) ownFeeds.set(source.path, feed.value);
    } else {
      singles.set(source.path, source);
    }
  }

  function single<S extends z.ZodType>(path: string, schema: S): Parsed<z.infer<S>> {
    const source = singles.get(path);
    if (!source) {
      const file = `${sources.shownAs}/${path}`;
      if (!isRefused(sources, path)) {
        problems.push(
          problemAt(topOf(file), {
            rule: 'missing-file',
            message: `The paper needs \`${path}\`, and it is not there.`,
          }),
        );
      }
      return keep({ path, file, text: '' }, recoverNothing(schema));
    }
    const { value, problems: found } = parseYamlFile(source, schemaFor);
    append(problems, found);
    if (value === undefined) return keep(source, recoverNothing(schema));
    const checked = checkAgainst(schema, value, source, schemaFor);
    append(problems, checked.problems);
    return checked.value ? { source, data: checked.value } : keep(source, recover(schema, value));
  }

  function keep<T>(source: SourceFile, recovered: Recovered<T>): Parsed<T> {
    flaws.set(source, recovered.flaws);
    return { source, data: recovered.data };
  }

  const shared: Shared = {
    site: single('site.yaml', siteSchema),
    navigation: single('navigation.yaml', navigationSchema),
    embeds: single('embeds.yaml', embedsSchema),
    radio: single('radio.yaml', radioSchema),
    data: {
      books: single('data/books.yaml', dataSchemas.books),
      faq: single('data/faq.yaml', dataSchemas.faq),
      plans: single('data/plans.yaml', dataSchemas.plans),
      departments: single('data/departments.yaml', dataSchemas.departments),
      team: single('data/team.yaml', dataSchemas.team),
      partners: single('data/partners.yaml', dataSchemas.partners),
      events: single('data/events.yaml', dataSchemas.events),
    },
  };
  const site = flaws.has(shared.site.source) ? undefined : shared.site;
  const { media } = sources;
  return {
    value: { shared, site, pages, posts, media, ownFeeds, claimed, homeless, flaws, sources },
    problems,
  };
}

/** A post or a page, and what of it is not as it was written; its address is its own only where it `hasAddress`. */
interface ParsedFile<T> extends Outcome<T> {
  readonly flaws: Flaws | undefined;
  readonly hasAddress: boolean;
}

function parsePost(source: SourceFile): ParsedFile<ParsedPost> {
  const fileSlug = source.path.slice('blog/'.length, -'.md'.length);
  const front = readFrontMatter(source, schemaFor);
  if (front.value === undefined) {
    const { data, flaws } = recoverNothing(postSchema);
    const draft = /^draft:[ \t]*true\b/m.test(source.text);
    const value = {
      source,
      data: { ...data, slug: lostSlug(source.path), draft },
      fileSlug,
      ...bodyBelow(source),
    };
    return { value, problems: front.problems, flaws, hasAddress: false };
  }
  const { data, body, bodyOffset } = front.value;
  const checked = checkAgainst(postSchema, data, source, schemaFor);
  const problems = [...front.problems, ...checked.problems];
  let isNamedWell = true;
  if (isRecord(data) && !('slug' in data)) {
    const verdict = postSchema.shape.slug.safeParse(fileSlug);
    const issue = verdict.error?.issues[0];
    const params = issue?.code === 'custom' ? (issue.params as FieldIssue | undefined) : undefined;
    if (params) {
      isNamedWell = false;
      problems.push(
        problemAt(topOf(source.file), {
          ...params,
          message: `The file’s name is its slug, and ${params.message}`,
        }),
      );
    }
  }
  const badBody = textIssue(body);
  if (badBody) problems.push(bodyProblem(source, body, bodyOffset, badBody));
  const kept: { readonly data: PostFile; readonly flaws?: Flaws } = checked.value
    ? { data: checked.value }
    : recover(postSchema, data);
  const hasAddress = isNamedWell && (kept.flaws?.isWritten(['slug']) ?? true);
  return {
    value: {
      source,
      data: hasAddress ? kept.data : { ...kept.data, slug: lostSlug(source.path) },
      body,
      bodyOffset,
      fileSlug,
    },
    problems,
    flaws: kept.flaws,
    hasAddress,
  };
}

function bodyProblem(source: SourceFile, body: string, bodyOffset: number, issue: FieldIssue): Problem {
  const at = body.trim() === '' ? Math.max(0, bodyOffset - 4) : bodyOffset + (forbiddenAt(body) ?? 0);
  return problemAt(placeOf(source.file, source.text, at, at + (body.trim() === '' ? 3 : 1)), {
    ...issue,
    ...(body.trim() === '' && {
      message: 'Nothing stands under the front matter.',
      hint: 'Write the text under the second `---`.',
    }),
  });
}

function parsePage(source: SourceFile): ParsedFile<ParsedPage | undefined> {
  const isMarkdown = source.path.endsWith('.md');
  const problems: Problem[] = [];
  let data: unknown;
  let text: { readonly body: string; readonly bodyOffset: number } | undefined;
  if (isMarkdown) {
    const front = readFrontMatter(source, schemaFor);
    append(problems, front.problems);
    text = front.value ?? bodyBelow(source);
    data = front.value?.data;
    if (isRecord(data) && 'body' in data) {
      problems.push(
        problemAt(placeAt(source, ['body'], 'key'), {
          rule: 'unknown-key',
          message: 'The text of a Markdown page stands under its front matter, not in `body`.',
          hint: 'Move it there, and take the key out.',
        }),
      );
      const { body, ...rest } = data;
      data = rest;
    }
    if (isRecord(data) && text.body.trim() !== '') data = { ...data, body: text.body };
  } else {
    const parsed = parseYamlFile(source, schemaFor);
    append(problems, parsed.problems);
    data = parsed.value;
  }
  const isReadable = data !== undefined;

  /** What could be kept of the page; only what is under its front matter is known of a page without a template. */
  function kept(template: TemplateName | undefined): ParsedFile<ParsedPage | undefined> {
    if (!template && !text) return { value: undefined, problems, flaws: allFlawed, hasAddress: false };
    const schema: z.ZodType<PageFile> = pageSchemas[template ?? 'text'];
    const { data: file, flaws } = template ? recover(schema, data) : recoverNothing(schema);
    const hasAddress = flaws.isWritten(['path']);
    const path = hasAddress ? file.path : `/${lostSlug(source.path)}`;
    const body = text && 'body' in file && text.body.trim() !== '' ? { body: text.body } : {};
    return {
      value: { source, data: { ...file, ...body, path }, ...(text && { bodyOffset: text.bodyOffset }) },
      problems,
      flaws,
      hasAddress,
    };
  }

  if (!isReadable) return kept(undefined);
  const written = isRecord(data) ? data.template : undefined;
  const names = Object.keys(pageSchemas);
  const template = templateNames.find((name) => name === written);
  if (!template) {
    if (!isRecord(data)) {
      append(problems, checkAgainst(pageSchemas.text, data, source, schemaFor).problems);
      return kept(undefined);
    }
    const misspelt = written === undefined ? nearest('template', Object.keys(data)) : undefined;
    if (misspelt !== undefined) {
      problems.push(
        problemAt(placeAt(source, [misspelt], 'key'), {
          rule: 'unknown-key',
          message: `There is no key \`${misspelt}\` here.`,
          hint: 'The key `template` says which kind of page this is.',
          suggestion: 'template',
        }),
      );
      return kept(templateNames.find((name) => name === data[misspelt]));
    }
    if (written === undefined) {
      problems.push(
        problemAt(placeAt(source, []), {
          rule: 'missing-key',
          message: 'This page does not say which `template` draws it.',
          hint: `Templates: ${names.join(', ')}.`,
        }),
      );
      return kept(undefined);
    }
    const suggestion = nearest(String(written), names);
    problems.push(
      problemAt(placeAt(source, ['template']), {
        rule: 'unknown-value',
        message: `There is no template \`${String(written)}\`.`,
        hint: `Templates: ${names.join(', ')}.`,
        ...(suggestion && { suggestion }),
      }),
    );
    return kept(templateNames.find((name) => name === suggestion));
  }

  const schema: z.ZodType<PageFile> = pageSchemas[template];
  const checked = checkAgainst(schema, data, source, schemaFor);
  append(problems, checked.problems);
  if (!checked.value) return kept(template);
  return {
    value: { source, data: checked.value, ...(text && { bodyOffset: text.bodyOffset }) },
    problems,
    flaws: undefined,
    hasAddress: true,
  };
}

const templateNames = Object.keys(pageSchemas).filter((name): name is TemplateName => name in pageSchemas);

/** The text of a Markdown file whose front matter cannot be read, as far as can be told where it starts. */
function bodyBelow({ text }: SourceFile): { readonly body: string; readonly bodyOffset: number } {
  const fence = /^---[^\n]*(?:\n|$)/m;
  const opening = text.startsWith('---') ? (fence.exec(text)?.[0].length ?? 0) : 0;
  const rest = text.slice(opening);
  // Fields stand together, so those that nothing closes end at the first empty line.
  const end = fence.exec(rest) ?? (opening > 0 ? /\n[ \t]*\n/.exec(rest) : null);
  const fields = end ? end.index + end[0].length : opening > 0 ? rest.length : 0;
  return { body: rest.slice(fields), bodyOffset: opening + fields };
}

/** The addresses a post or page with problems would have had, as far as can be told without parsing it. */
function claimsOf(source: Pick<SourceFile, 'path' | 'text'>): string[] {
  const { path, text } = source;
  const name = path.replace(/^(?:blog|pages)\//, '').replace(/\.(?:md|yaml)$/, '');
  const isPost = path.startsWith('blog/');
  const base = isPost ? '/blog/' : '/';
  const spellings = [name, ...writtenAddresses(source)].map((words) =>
    words.startsWith('/') ? words : base + words,
  );
  const atTop = isPost ? undefined : /^template:[ \t]*["']?(home|not-found)\b/m.exec(text)?.[1];
  return [
    ...new Set([
      ...spellings.flatMap((spelling) => [spelling, toAddress(spelling) ?? '/']),
      ...(atTop ? [atTop === 'home' ? '/' : '/404'] : []),
    ]),
  ];
}

/** What a file that may not be YAML seems to give as its path or slug, the key misspelt or not. */
function writtenAddresses({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] {
  const key = path.startsWith('blog/') ? 'slug' : 'path';
  const lines = text.matchAll(/^([a-z]{3,6})[ \t]*:?[ \t]*["']?([^"'\s#:]+)([^"'#:\n]{0,200})/gim);
  return [...lines].flatMap(([, word = '', value = '', rest = '']) =>
    nearest(word, [key]) ? [...new Set([value, (value + rest).trim()])] : [],
  );
}
