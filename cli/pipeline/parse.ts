import matter from 'gray-matter';
import { type Document, isMap, isScalar, isSeq, parseDocument, type YAMLError } from 'yaml';
import type * as z from 'zod';
import { type KeyPath, locateIn, placeAt, placeOf, topOf, type YamlPart } from '../problems/locate.ts';
import { nearest } from '../problems/nearest.ts';
import { type Outcome, type Place, type Problem, problemAt } from '../problems/problem.ts';
import { type DataFiles, type DataName, dataSchemas } from '../schemas/data.ts';
import { type EmbedsFile, embedsSchema } from '../schemas/embeds.ts';
import { type FieldIssue, forbiddenCharacter, textIssue, toAddress } from '../schemas/fields.ts';
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
import { readPlainYaml } from './plain-yaml.ts';
import type { MediaFile, SourceFile, Sources } from './read.ts';

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

  for (const path of sources.refused)
    for (const address of claimsOf({ path, text: '' })) claimed.add(address);
  for (const source of sources.files) {
    if (source.path.startsWith('blog/')) {
      const fileSlug = source.path.slice('blog/'.length, -'.md'.length);
      const post = parsePost(source, fileSlug);
      problems.push(...post.problems);
      if (post.value) posts.push(post.value);
      else for (const address of claimsOf(source)) claimed.add(address);
    } else if (source.path.startsWith('pages/')) {
      const page = parsePage(source);
      problems.push(...page.problems);
      if (page.value) pages.push(page.value);
      else for (const address of claimsOf(source)) claimed.add(address);
    } else {
      singles.set(source.path, source);
    }
  }

  function single<S extends z.ZodType>(path: string, schema: S): Parsed<z.infer<S>> | undefined {
    const source = singles.get(path);
    if (!source) {
      const file = `${sources.shownAs}/${path}`;
      if (!sources.refused.has(path)) {
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
    problems.push(...found);
    if (value === undefined) return undefined;
    const checked = checkAgainst(schema, value, source, yamlOf(source));
    problems.push(...checked.problems);
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

  return { value: { shared, site, pages, posts, media: sources.media, claimed, sources }, problems };
}

function parsePost(source: SourceFile, fileSlug: string): Outcome<ParsedPost | undefined> {
  const front = readFrontMatter(source);
  if (front.value === undefined) return { value: undefined, problems: front.problems };
  const { data, body, bodyOffset, yaml } = front.value;
  const checked = checkAgainst(postSchema, data, source, yaml);
  const problems = [...checked.problems];
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
  if (!checked.value || problems.length > 0) return { value: undefined, problems };
  return { value: { source, data: checked.value, body, bodyOffset, fileSlug }, problems };
}

function bodyProblem(source: SourceFile, body: string, bodyOffset: number, issue: FieldIssue): Problem {
  const at =
    body.trim() === ''
      ? Math.max(0, bodyOffset - 4)
      : bodyOffset + Math.max(0, body.search(forbiddenCharacter));
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
  let yaml = yamlOf(source);
  let bodyOffset: number | undefined;
  if (isMarkdown) {
    const front = readFrontMatter(source);
    problems.push(...front.problems);
    if (!front.value) return { value: undefined, problems };
    data = front.value.data;
    yaml = front.value.yaml;
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
    problems.push(...parsed.problems);
    data = parsed.value;
    if (data === undefined) return { value: undefined, problems };
  }

  const template = isRecord(data) ? data.template : undefined;
  const names = Object.keys(pageSchemas);
  if (typeof template !== 'string' || !names.includes(template)) {
    const at = locateIn(yaml.text);
    if (!isRecord(data)) {
      problems.push(...checkAgainst(pageSchemas.text, data, source, yaml).problems);
    } else if (template === undefined) {
      problems.push(
        problemAt(inFile(source, yaml, at.value([])), {
          rule: 'missing-key',
          message: 'This page does not say which `template` draws it.',
          hint: `Templates: ${names.join(', ')}.`,
        }),
      );
    } else {
      const suggestion = nearest(String(template), names);
      problems.push(
        problemAt(inFile(source, yaml, at.value(['template'])), {
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
  const checked = checkAgainst(schema, data, source, yaml);
  problems.push(...checked.problems);
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const yamlOf = (source: SourceFile): YamlPart => ({ text: source.text, offset: 0 });

const inFile = (source: SourceFile, yaml: YamlPart, { start, end }: { start: number; end: number }): Place =>
  placeOf(source.file, source.text, yaml.offset + start, yaml.offset + end);

/** A YAML file's value; `undefined`, with the problem, where it has none. */
function parseYamlFile(source: SourceFile): Outcome<unknown> {
  const { value, problems } = parseYaml(source, yamlOf(source));
  if (problems.length > 0) return { value: undefined, problems };
  if (value === null || value === undefined) {
    return {
      value: undefined,
      problems: [problemAt(topOf(source.file), { rule: 'empty-file', message: 'This file is empty.' })],
    };
  }
  return { value, problems };
}

function parseYaml(source: SourceFile, yaml: YamlPart): Outcome<unknown> {
  let document: Document.Parsed;
  try {
    // `silent` would also silence a second document; unique keys are looked for below, where it takes no square of their number.
    document = parseDocument(yaml.text, { prettyErrors: false, logLevel: 'error', uniqueKeys: false });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const problem = { rule: 'yaml-syntax', message: 'This file is nested too deeply to be read.' } as const;
    return { value: undefined, problems: [problemAt(topOf(source.file), problem)] };
  }
  const found = [...document.errors, ...document.warnings];
  if (found.length > 0)
    return { value: undefined, problems: found.map((error) => yamlProblem(error, source, yaml)) };
  const repeated = repeatedKeys(document.contents).map(([start, end]) =>
    repeatedKey(source, yaml, start, end),
  );
  if (repeated.length > 0) return { value: undefined, problems: repeated };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }), problems: [] };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const start = Math.max(0, yaml.text.search(/(?<=[\s[,:-])\*[^\s,\]]+/));
    const name = /^\*[^\s,\]]*/.exec(yaml.text.slice(start))?.[0] ?? '*';
    const place = inFile(source, yaml, { start, end: start + name.length });
    const words = /unresolved/i.test(error.message)
      ? {
          message: `YAML takes \`${name}\` for an alias, and nothing here is called that.`,
          hint: 'Put the text in quotes.',
        }
      : {
          message: 'This file’s `*aliases` repeat one another so often that it would swell without end.',
          hint: 'Write the values out instead of repeating them with `&` and `*`.',
        };
    return { value: undefined, problems: [problemAt(place, { rule: 'yaml-alias', ...words })] };
  }
}

/** Where keys stand a second time in their map, as offsets. */
function repeatedKeys(node: unknown): [start: number, end: number][] {
  if (isSeq(node)) return node.items.flatMap(repeatedKeys);
  if (!isMap(node)) return [];
  const seen = new Set<unknown>();
  return node.items.flatMap(({ key, value }) => {
    const again =
      isScalar(key) && seen.has(key.value) && key.range
        ? [[key.range[0], key.range[1]] as [number, number]]
        : [];
    if (isScalar(key)) seen.add(key.value);
    return [...again, ...repeatedKeys(value)];
  });
}

function repeatedKey(source: SourceFile, yaml: YamlPart, start: number, end: number): Problem {
  return problemAt(inFile(source, yaml, { start, end }), {
    rule: 'duplicate-key',
    message: `\`${yaml.text.slice(start, end)}\` stands here a second time; only one of the two can hold.`,
    hint: 'Take one of them out.',
  });
}

function yamlProblem(error: YAMLError, source: SourceFile, yaml: YamlPart): Problem {
  const { start, end } = stretchOf(error, yaml);
  const place = inFile(source, yaml, { start, end });
  const lineText = source.text.split('\n')[place.line - 1] ?? '';
  if (error.code === 'TAB_AS_INDENT' || /^\s*\t/.test(lineText)) {
    const column = lineText.indexOf('\t') + 1;
    return problemAt(
      { ...place, column, endColumn: column + 1 },
      {
        rule: 'yaml-tab',
        message: 'A tab stands here, and YAML indents with spaces only.',
        hint: 'Put two spaces for each tab.',
      },
    );
  }
  const words: Partial<Record<typeof error.code, readonly [string, string]>> = {
    BLOCK_AS_IMPLICIT_KEY: [
      'YAML sees a second key on this line.',
      'A text with a colon in it goes in quotes: `title: "Dallas: a year in review"`.',
    ],
    MISSING_CHAR: [
      `Something opened is not closed: ${error.message}.`,
      'Close the quotation mark or bracket, or put the whole text in quotes.',
    ],
    MULTIPLE_DOCS: [
      'A line of `---` starts a second document here, and a file holds one.',
      'Take the line out.',
    ],
    TAG_RESOLVE_FAILED: [
      'YAML takes a word that starts with `!` for an instruction, and this one means nothing here.',
      'Put the text in quotes.',
    ],
    BAD_SCALAR_START: ['No text can start with this character.', 'Put the text in quotes.'],
    BAD_ALIAS: ['YAML takes a word that starts with `*` or `&` for an alias.', 'Put the text in quotes.'],
  };
  const [message, hint] = words[error.code] ?? [
    `YAML cannot read this: ${error.message}.`,
    'Compare the indentation and the colons with the lines around it.',
  ];
  return problemAt(place, { rule: error.code === 'BAD_ALIAS' ? 'yaml-alias' : 'yaml-syntax', message, hint });
}

/** Where an error stands; a quotation mark that is never closed, where it was opened rather than where the file ends. */
function stretchOf(error: YAMLError, yaml: YamlPart): { start: number; end: number } {
  const [start, end] = error.pos;
  if (error.code !== 'MISSING_CHAR') return { start, end };
  const opened = locateIn(yaml.text)
    .scalars()
    .findLast((scalar) => scalar.start < start && /["']/.test(yaml.text[scalar.start] ?? ''));
  return opened && opened.end >= start ? opened : { start, end };
}

interface FrontMatter {
  readonly data: unknown;
  readonly body: string;
  readonly bodyOffset: number;
  readonly yaml: YamlPart;
}

/**
 * Splits a Markdown file. gray-matter runs `---js` front matter through eval, so a fence with a word after it never reaches it,
 * and every engine but YAML's throws.
 */
function readFrontMatter(source: SourceFile): Outcome<FrontMatter | undefined> {
  const { text, file } = source;
  const refuse = (line: number, details: Parameters<typeof problemAt>[1]): Outcome<undefined> => {
    const lines = text.split('\n');
    const length = Math.max(1, lines[line - 1]?.trimEnd().length ?? 1);
    return {
      value: undefined,
      problems: [problemAt({ file, line, column: 1, endLine: line, endColumn: length + 1 }, details)],
    };
  };
  const fence = /^---[ \t]*(\S[^\n]*)?(?:\n|$)/.exec(text);
  if (!fence) {
    if (text.trim() === '')
      return {
        value: undefined,
        problems: [problemAt(topOf(file), { rule: 'empty-file', message: 'This file is empty.' })],
      };
    return refuse(1, {
      rule: 'front-matter',
      message: 'The first line must be `---`: front matter stands above the text.',
      hint: 'Start the file with `---`, then `title: …` and the other fields, then `---` again.',
    });
  }
  if (fence[1]) {
    return refuse(1, {
      rule: 'front-matter-language',
      message: `Front matter is YAML only; \`${fence[1].trim()}\` after the fence is refused.`,
      hint: 'Make the first line just `---`.',
    });
  }
  const start = fence[0].length;
  const closing = /^---/m.exec(text.slice(start));
  if (!closing) {
    return refuse(1, {
      rule: 'front-matter',
      message: 'The front matter that opens here is never closed.',
      hint: 'Put a line with `---` between the fields and the text.',
    });
  }
  const close = start + closing.index;
  const closeLine = /[^\n]*/.exec(text.slice(close))?.[0] ?? '';
  if (closeLine.trimEnd() !== '---') {
    return refuse(text.slice(0, close).split('\n').length, {
      rule: 'front-matter',
      message: 'The line that closes the front matter must be `---` and nothing else.',
    });
  }

  const yaml = { text: text.slice(start, close), offset: start };
  let outcome: Outcome<unknown> = { value: undefined, problems: [] };
  const refuseEngine = {
    parse: () => {
      throw new Error('Only YAML front matter is read');
    },
  };
  matter(text.slice(0, close + 3), {
    language: 'yaml',
    engines: {
      yaml: {
        parse: () => {
          const plain = readPlainYaml(yaml.text);
          outcome = plain ? { value: plain, problems: [] } : parseYaml(source, yaml);
          return {};
        },
      },
      json: refuseEngine,
      js: refuseEngine,
      javascript: refuseEngine,
    },
  });
  if (outcome.problems.length > 0) return { value: undefined, problems: outcome.problems };
  const bodyOffset = Math.min(text.length, close + closeLine.length + 1);
  return {
    value: { data: outcome.value ?? {}, body: text.slice(bodyOffset), bodyOffset, yaml },
    problems: [],
  };
}

/** `data` as the schema has it, or every way in which it is not. */
function checkAgainst<S extends z.ZodType>(
  schema: S,
  data: unknown,
  source: SourceFile,
  yaml: YamlPart,
): Outcome<z.infer<S> | undefined> {
  const result = schema.safeParse(data);
  if (result.success) return { value: result.data, problems: [] };
  const at = locateIn(yaml.text);
  const problems = result.error.issues.flatMap((issue) =>
    issueProblems(issue, schema, data, source, yaml, at),
  );
  return { value: undefined, problems };
}

function issueProblems(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  data: unknown,
  source: SourceFile,
  yaml: YamlPart,
  at: ReturnType<typeof locateIn>,
): Problem[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const name = path.filter((part) => typeof part === 'string').at(-1);
  const value = valueAt(data, path);
  const valuePlace = () => inFile(source, yaml, at.value(path));
  const missing = (): Problem =>
    problemAt(inFile(source, yaml, path.length > 1 ? at.value(path.slice(0, -1)) : at.value([])), {
      rule: 'missing-key',
      message: `\`${String(path.at(-1))}\` is missing${path.length > 1 ? ` in \`${showPath(path.slice(0, -1))}\`` : ''}.`,
      hint:
        String(path.at(-1)) === 'body'
          ? 'The text of this page stands under its front matter.'
          : `Add a line \`${String(path.at(-1))}: …\`.`,
    });

  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path);
    const used = isRecord(value) ? Object.keys(value) : [];
    return issue.keys.map((key) => {
      const suggestion = nearest(
        key,
        known.filter((k) => !used.includes(k)),
      );
      return problemAt(inFile(source, yaml, at.key([...path, key])), {
        rule: 'unknown-key',
        message: `There is no key \`${key}\` here.`,
        ...(known.length > 0 && { hint: `Keys here: ${known.join(', ')}.` }),
        ...(suggestion && { suggestion }),
      });
    });
  }
  if (value === undefined) return [missing()];
  if (issue.code === 'custom') {
    const { rule = 'invalid-value', hint, suggestion } = (issue.params ?? {}) as Partial<FieldIssue>;
    return [
      problemAt(valuePlace(), {
        rule,
        message: issue.message,
        ...(hint && { hint }),
        ...(suggestion && { suggestion }),
      }),
    ];
  }
  if (issue.code === 'invalid_type')
    return [problemAt(valuePlace(), wrongType(issue.expected, value, yaml, at.value(path)))];
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    const suggestion = nearest(String(value), values);
    return [
      problemAt(valuePlace(), {
        rule: 'unknown-value',
        message: `\`${String(value)}\` is not one of the words ${name ? `\`${name}\`` : 'this'} knows.`,
        hint: `It knows: ${values.join(', ')}.`,
        ...(suggestion && { suggestion }),
      }),
    ];
  }
  if (issue.code === 'too_small' && issue.origin === 'array') {
    return [
      problemAt(valuePlace(), {
        rule: 'invalid-value',
        message: `The list \`${name ?? ''}\` is empty; it needs at least ${String(issue.minimum)}.`,
      }),
    ];
  }
  return [
    problemAt(valuePlace(), {
      rule: 'invalid-value',
      message: `${show(value)} will not do here: ${issue.message}.`.replace('..', '.'),
    }),
  ];
}

function wrongType(
  expected: string,
  value: unknown,
  yaml: YamlPart,
  { start, end }: { start: number; end: number },
): Parameters<typeof problemAt>[1] {
  const written = yaml.text.slice(start, end);
  const kinds: Record<string, string> = {
    string: 'a text',
    number: 'a number',
    boolean: '`true` or `false`',
    array: 'a list',
    object: 'a group of keys',
    record: 'a group of keys',
  };
  const got =
    value === null
      ? 'nothing'
      : Array.isArray(value)
        ? 'a list'
        : typeof value === 'object'
          ? 'a group of keys'
          : show(value);
  const wanted = kinds[expected] ?? expected;
  if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean')) {
    return {
      rule: 'wrong-type',
      message: `Here a text is wanted, and YAML reads \`${written}\` as ${typeof value === 'number' ? `the number ${value}` : 'a yes or no'}.`,
      hint: 'Put it in quotes.',
      suggestion: `"${written}"`,
    };
  }
  if (expected === 'number' && typeof value === 'string' && /^-?[\d.,]+$/.test(value)) {
    return {
      rule: 'wrong-type',
      message: `Here a number is wanted, and ${written} is a text.`,
      hint: 'Take the quotes away; a number has digits and a point, no signs or commas.',
      suggestion: value.replaceAll(',', ''),
    };
  }
  const hints: Record<string, string> = {
    array: 'A list has a line for each entry, started with `- `.',
    boolean: 'Write `true` or `false`, without quotes.',
  };
  const hint =
    value === null
      ? 'Write it after the colon, or take the key out where it may be left out.'
      : hints[expected];
  return {
    rule: 'wrong-type',
    message: `Here ${wanted} is wanted, and ${got} stands here.`,
    ...(hint && { hint }),
  };
}

const show = (value: unknown): string =>
  typeof value === 'string' ? `\`${value}\`` : `\`${JSON.stringify(value)}\``;

function showPath(path: KeyPath): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part + 1}]` : `${i > 0 ? '.' : ''}${part}`))
    .join('');
}

function valueAt(data: unknown, path: KeyPath): unknown {
  let value = data;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** The keys that the schema knows at a path. */
function keysAt(schema: z.ZodType, path: KeyPath): string[] {
  let at: unknown = schema;
  const unwrap = (node: unknown): unknown => {
    const def = (node as { def?: { type?: string; innerType?: unknown } } | undefined)?.def;
    return def?.innerType && (def.type === 'optional' || def.type === 'default')
      ? unwrap(def.innerType)
      : node;
  };
  for (const part of path) {
    const def = (
      unwrap(at) as
        | { def?: { shape?: Record<string, unknown>; element?: unknown; valueType?: unknown } }
        | undefined
    )?.def;
    at = typeof part === 'number' ? def?.element : (def?.shape?.[part] ?? def?.valueType);
  }
  const def = (unwrap(at) as { def?: { shape?: Record<string, unknown> } } | undefined)?.def;
  return Object.keys(def?.shape ?? {});
}
