import type * as z from 'zod';
import { forbiddenAt } from '../characters.ts';
import type { Feed } from '../feeds/feed.ts';
import { parseOwnFeed } from '../feeds/own-feed.ts';
import { placeAt, placeOf, topOf } from '../problems/locate.ts';
import { nearest } from '../problems/nearest.ts';
import { append, type Outcome, type Problem, problemAt } from '../problems/problem.ts';
import { type DataFiles, type DataName, dataSchemas } from '../schemas/data.ts';
import { type EmbedsFile, embedsSchema } from '../schemas/embeds.ts';
import { type FieldIssue, textIssue, toAddress } from '../schemas/fields.ts';
import { type PageFile, pageSchemas } from '../schemas/page.ts';
import { type PostFile, postSchema } from '../schemas/post.ts';
import {
  type NavigationFile,
  navigationSchema,
  type RadioFile,
  radioSchema,
  type SiteFile,
  siteSchema,
} from '../schemas/site.ts';
import { checkAgainst, isRecord } from './check-schema.ts';
import { readFrontMatter } from './front-matter.ts';
import { isRefused, type MediaFile, type SourceFile, type Sources } from './read.ts';
import { parseYamlFile } from './yaml.ts';

/** One file that kept to its schema. */
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

/** The files that hold for every page; all must stand before one can be drawn. */
export interface Shared {
  readonly site: Parsed<SiteFile>;
  readonly navigation: Parsed<NavigationFile>;
  readonly embeds: Parsed<EmbedsFile>;
  readonly radio: Parsed<RadioFile>;
  readonly data: { readonly [K in DataName]: Parsed<DataFiles[K]> };
}

/** Everything in `content/` that kept to its schema. */
export interface Records {
  /** `undefined` where one of its files is missing or wrong. */
  readonly shared: Shared | undefined;
  readonly site: Parsed<SiteFile> | undefined;
  readonly pages: readonly ParsedPage[];
  readonly posts: readonly ParsedPost[];
  readonly media: readonly MediaFile[];
  /** The paper's own feed files, by their path in `content/`. */
  readonly ownFeeds: ReadonlyMap<string, Feed>;
  /** Addresses that files with problems would have had: links to them are not also wrong. */
  readonly claimed: ReadonlySet<string>;
  readonly sources: Sources;
}

/** Checks every file against the schema of its kind; reports every problem of every file. */
export function parse(sources: Sources): Outcome<Records> {
  const problems: Problem[] = [];
  const pages: ParsedPage[] = [];
  const posts: ParsedPost[] = [];
  const claimed = new Set<string>();
  const singles = new Map<string, SourceFile>();
  const ownFeeds = new Map<string, Feed>();

  for (const path of sources.refused)
    for (const address of claimsOf({ path, text: '' })) claimed.add(address);
  for (const source of sources.files) {
    if (source.path.startsWith('blog/')) {
      const fileSlug = source.path.slice('blog/'.length, -'.md'.length);
      const post = parsePost(source, fileSlug);
      append(problems, post.problems);
      if (post.value) posts.push(post.value);
      else for (const address of claimsOf(source)) claimed.add(address);
    } else if (source.path.startsWith('pages/')) {
      const page = parsePage(source);
      append(problems, page.problems);
      if (page.value) pages.push(page.value);
      else for (const address of claimsOf(source)) claimed.add(address);
    } else if (source.path.startsWith('feeds/')) {
      const feed = parseOwnFeed(source);
      append(problems, feed.problems);
      if (feed.value) ownFeeds.set(source.path, feed.value);
    } else {
      singles.set(source.path, source);
    }
  }

  function single<S extends z.ZodType>(path: string, schema: S): Parsed<z.infer<S>> | undefined {
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
      return undefined;
    }
    const { value, problems: found } = parseYamlFile(source);
    append(problems, found);
    if (value === undefined) return undefined;
    const checked = checkAgainst(schema, value, source);
    append(problems, checked.problems);
    return checked.value && { source, data: checked.value };
  }

  const site = single('site.yaml', siteSchema);
  const navigation = single('navigation.yaml', navigationSchema);
  const embeds = single('embeds.yaml', embedsSchema);
  const radio = single('radio.yaml', radioSchema);
  const books = single('data/books.yaml', dataSchemas.books);
  const faq = single('data/faq.yaml', dataSchemas.faq);
  const plans = single('data/plans.yaml', dataSchemas.plans);
  const departments = single('data/departments.yaml', dataSchemas.departments);
  const team = single('data/team.yaml', dataSchemas.team);
  const partners = single('data/partners.yaml', dataSchemas.partners);
  const events = single('data/events.yaml', dataSchemas.events);
  const shared =
    site &&
    navigation &&
    embeds &&
    radio &&
    books &&
    faq &&
    plans &&
    departments &&
    team &&
    partners &&
    events
      ? { site, navigation, embeds, radio, data: { books, faq, plans, departments, team, partners, events } }
      : undefined;

  return {
    value: { shared, site, pages, posts, media: sources.media, ownFeeds, claimed, sources },
    problems,
  };
}

function parsePost(source: SourceFile, fileSlug: string): Outcome<ParsedPost | undefined> {
  const front = readFrontMatter(source);
  if (front.value === undefined) return { value: undefined, problems: front.problems };
  const { data, body, bodyOffset } = front.value;
  const checked = checkAgainst(postSchema, data, source);
  const problems = [...front.problems, ...checked.problems];
  if (isRecord(data) && !('slug' in data)) {
    const verdict = postSchema.shape.slug.safeParse(fileSlug);
    const issue = verdict.error?.issues[0];
    const params = issue?.code === 'custom' ? (issue.params as FieldIssue | undefined) : undefined;
    if (params)
      problems.push(
        problemAt(topOf(source.file), {
          ...params,
          message: `The file’s name is its slug, and ${params.message}`,
        }),
      );
  }
  const badBody = textIssue(body);
  if (badBody) problems.push(bodyProblem(source, body, bodyOffset, badBody));
  if (!checked.value || problems.some(({ severity }) => severity === 'error'))
    return { value: undefined, problems };
  return { value: { source, data: checked.value, body, bodyOffset, fileSlug }, problems };
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

function parsePage(source: SourceFile): Outcome<ParsedPage | undefined> {
  const isMarkdown = source.path.endsWith('.md');
  const problems: Problem[] = [];
  let data: unknown;
  let bodyOffset: number | undefined;
  if (isMarkdown) {
    const front = readFrontMatter(source);
    append(problems, front.problems);
    if (!front.value) return { value: undefined, problems };
    data = front.value.data;
    bodyOffset = front.value.bodyOffset;
    if (isRecord(data) && 'body' in data) {
      const problem = {
        rule: 'unknown-key',
        message: 'The text of a Markdown page stands under its front matter, not in `body`.',
        hint: 'Move it there, and take the key out.',
      } as const;
      return { value: undefined, problems: [problemAt(placeAt(source, ['body'], 'key'), problem)] };
    }
    if (isRecord(data) && front.value.body.trim() !== '') data = { ...data, body: front.value.body };
  } else {
    const parsed = parseYamlFile(source);
    append(problems, parsed.problems);
    data = parsed.value;
    if (data === undefined) return { value: undefined, problems };
  }

  const template = isRecord(data) ? data.template : undefined;
  const names = Object.keys(pageSchemas);
  if (typeof template !== 'string' || !names.includes(template)) {
    if (!isRecord(data)) {
      append(problems, checkAgainst(pageSchemas.text, data, source).problems);
    } else if (template === undefined && nearest('template', Object.keys(data))) {
      const key = nearest('template', Object.keys(data)) ?? '';
      problems.push(
        problemAt(placeAt(source, [key], 'key'), {
          rule: 'unknown-key',
          message: `There is no key \`${key}\` here.`,
          hint: 'The key `template` says which kind of page this is.',
          suggestion: 'template',
        }),
      );
    } else if (template === undefined) {
      problems.push(
        problemAt(placeAt(source, []), {
          rule: 'missing-key',
          message: 'This page does not say which `template` draws it.',
          hint: `Templates: ${names.join(', ')}.`,
        }),
      );
    } else {
      const suggestion = nearest(String(template), names);
      problems.push(
        problemAt(placeAt(source, ['template']), {
          rule: 'unknown-value',
          message: `There is no template \`${String(template)}\`.`,
          hint: `Templates: ${names.join(', ')}.`,
          ...(suggestion && { suggestion }),
        }),
      );
    }
    return { value: undefined, problems };
  }

  const schema: z.ZodType<PageFile> = pageSchemas[template as keyof typeof pageSchemas];
  const checked = checkAgainst(schema, data, source);
  append(problems, checked.problems);
  if (!checked.value) return { value: undefined, problems };
  return {
    value: { source, data: checked.value, ...(bodyOffset !== undefined && { bodyOffset }) },
    problems,
  };
}

/** The addresses a post or page with problems would have had, as far as can be told without parsing it. */
function claimsOf({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] {
  const name = path.replace(/^(?:blog|pages)\//, '').replace(/\.(?:md|yaml)$/, '');
  const written = /^(?:path|slug):[ \t]*["']?([^"'\s#]+)/m.exec(text)?.[1];
  const base = path.startsWith('blog/') ? '/blog/' : '/';
  const spellings = [name, ...(written ? [written] : [])].map((words) =>
    words.startsWith('/') ? words : base + words,
  );
  return [...new Set(spellings.flatMap((spelling) => [spelling, toAddress(spelling) ?? '/']))];
}
