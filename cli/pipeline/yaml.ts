import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type YAMLError } from 'yaml';
import { keepContents, locateIn, placeOf, type Stretch, topOf, type YamlPart } from '../problems/locate.ts';
import { append, type Outcome, type Place, type Problem, problemAt, tellFirst } from '../problems/problem.ts';
import { type Reading, readDocument } from '../problems/yaml-document.ts';
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
  const reading = readDocument(yaml.text);
  const refuse = (details: Parameters<typeof problemAt>[1]) => problemAt(topOf(source.file), details);
  if (!reading) return { value: undefined, problems: [refuse({ rule: 'yaml-syntax', message: tooDeep })] };
  const { document, cutAt } = reading;
  const opening = createOpening(yaml, document);
  const { again, repeated } = survey(document.contents);
  const problems = tellFirst(flawsOf(reading), (flaw) => yamlProblem(flaw, source, yaml, opening));
  if (problems.length === 0)
    append(
      problems,
      tellFirst(again, ([start, end]) => repeatedKey(source, yaml, start, end)),
    );
  if (cutAt !== undefined) problems.push(refuse(tooLarge));
  if (problems.length > 0) return { value: undefined, problems };
  keepContents(source, document.contents);
  try {
    if (repeated > mostRepeated) throw new ReferenceError('The aliases repeat too much');
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

const tooDeep = 'This file is nested too deeply to be read.';
const tooLarge = {
  rule: 'too-large',
  message: 'This file has more entries and marks than the press can read.',
  hint: 'Has a list been pasted into it many times over, or a file of another kind?',
} as const;

/** Something in a text that is not YAML. */
type Flaw = Pick<YAMLError, 'code' | 'message'> & { readonly pos: readonly [start: number, end: number] };

/** What is not YAML in a text, in the order of the text; where only a part was read, what its end looks like does not count. */
function flawsOf({ document: { errors, warnings }, second, cutAt = Infinity }: Reading): Flaw[] {
  const flaws: Flaw[] = [...errors, ...warnings];
  if (second) flaws.push({ code: 'MULTIPLE_DOCS', pos: second, message: '' });
  return flaws.filter(({ pos }) => pos[0] < cutAt - 1).sort((a, b) => a.pos[0] - b.pos[0]);
}

/** The most values that a file may repeat by aliases. Papers need none; a few lines of them can stand for billions. */
const mostRepeated = 1000;

/** Where keys stand a second time in their map, as offsets, and how many values aliases repeat. */
function survey(contents: unknown): {
  readonly again: readonly (readonly [start: number, end: number])[];
  readonly repeated: number;
} {
  const again: (readonly [number, number])[] = [];
  const sizes = new Map<string, number>();
  let repeated = 0;

  /** How many values a node is, aliases written out. */
  function sizeOf(node: unknown): number {
    let size = 1;
    if (isAlias(node)) {
      size = sizes.get(node.source) ?? 1;
      repeated += size;
    } else if (isSeq(node)) {
      for (const item of node.items) size += sizeOf(item);
    } else if (isMap(node)) {
      const seen = new Set<unknown>();
      for (const { key, value } of node.items) {
        if (isScalar(key)) {
          if (seen.has(key.value) && key.range) again.push([key.range[0], key.range[1]]);
          seen.add(key.value);
        }
        size += sizeOf(key) + sizeOf(value);
      }
    }
    if (isNode(node) && !isAlias(node) && node.anchor) sizes.set(node.anchor, size);
    return size;
  }

  sizeOf(contents);
  return { again, repeated };
}

function repeatedKey(source: SourceFile, yaml: YamlPart, start: number, end: number): Problem {
  return problemAt(inFile(source, yaml, { start, end }), {
    rule: 'duplicate-key',
    message: `\`${yaml.text.slice(start, end)}\` stands here a second time; only one of the two can hold.`,
    hint: 'Take one of them out.',
  });
}

function yamlProblem(error: Flaw, source: SourceFile, yaml: YamlPart, opening: Opening): Problem {
  const { start, end } = stretchOf(error, opening);
  const place = inFile(source, yaml, { start, end });
  const lineStart = yaml.offset + start - place.column + 1;
  const lineText = /.*/y.exec(source.text.slice(lineStart))?.[0] ?? '';
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

/** The quoted text that is open at an offset. */
type Opening = (offset: number) => Stretch | undefined;

/** Looks for quoted texts, once and only where it is asked. */
function createOpening({ text }: YamlPart, document: Document.Parsed): Opening {
  let quoted: readonly Stretch[] | undefined;
  return (offset) => {
    quoted ??= locateIn(text, document.contents)
      .scalars()
      .filter(({ start }) => /["']/.test(text[start] ?? ''));
    return quoted.findLast(({ start }) => start < offset);
  };
}

/** Where an error stands; a quotation mark that is never closed, where it was opened rather than where the file ends. */
function stretchOf({ code, pos: [start, end] }: Flaw, opening: Opening): Stretch {
  if (code !== 'MISSING_CHAR') return { start, end };
  const opened = opening(start);
  return opened && opened.end >= start ? opened : { start, end };
}

const inFile = (source: SourceFile, yaml: YamlPart, { start, end }: { start: number; end: number }): Place =>
  placeOf(source.file, source.text, yaml.offset + start, yaml.offset + end);
