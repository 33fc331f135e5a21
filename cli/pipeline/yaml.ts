import { type Document, isMap, isScalar, isSeq, parseDocument, type YAMLError } from 'yaml';
import { locateIn, placeOf, topOf, type YamlPart } from '../problems/locate.ts';
import { type Outcome, type Place, type Problem, problemAt } from '../problems/problem.ts';
import type { SourceFile } from './read.ts';

/** A YAML file's value; `undefined`, with the problem, where it has none. */
export function parseYamlFile(source: SourceFile): Outcome<unknown> {
  const { value, problems } = parseYaml(source, { text: source.text, offset: 0 });
  if (problems.length > 0) return { value: undefined, problems };
  if (value === null || value === undefined) {
    return {
      value: undefined,
      problems: [problemAt(topOf(source.file), { rule: 'empty-file', message: 'This file is empty.' })],
    };
  }
  return { value, problems };
}

/** The value of a file's YAML, or what is wrong with it as YAML, in an editor's words. */
export function parseYaml(source: SourceFile, yaml: YamlPart): Outcome<unknown> {
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

const inFile = (source: SourceFile, yaml: YamlPart, { start, end }: { start: number; end: number }): Place =>
  placeOf(source.file, source.text, yaml.offset + start, yaml.offset + end);
