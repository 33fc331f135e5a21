import { type Document, isMap, isScalar, isSeq, type YAMLError } from 'yaml';
import { keepContents, placeOf, type Stretch, topOf, type YamlPart } from '../problems/locate.ts';
import { append, type Outcome, type Problem, problemAt, type Rule, tellFirst } from '../problems/problem.ts';
import { readDocument } from '../problems/yaml-document.ts';
import { checkMended } from './check-schema.ts';
import { diagnoseIn } from './diagnose.ts';
import { type Flaw, fits, flawsOf, mostRepeated, type Survey, survey, withOddities } from './judge.ts';
import { mergeMarkers, mergeProblem } from './merge-markers.ts';
import { misreadIn, misreadWords } from './misread.ts';
import type { SourceFile } from './source-file.ts';

/** A YAML file's value; `undefined`, with the problem, where it has none. */
export function parseYamlFile(source: SourceFile): Outcome<unknown> {
  const { value, problems } = parseYaml(source, { text: source.text, offset: 0 });
  if (value !== null && value !== undefined) return { value, problems };
  if (problems.length > 0) return { value: undefined, problems };
  return {
    value: undefined,
    problems: [problemAt(topOf(source.file), { rule: 'empty-file', message: 'This file is empty.' })],
  };
}

/**
 * The value of a file's YAML, or what is wrong with it as YAML, in an editor's words. Where the text can be read although something is
 * wrong with it, there are a value and problems.
 */
export function parseYaml(source: SourceFile, yaml: YamlPart): Outcome<unknown> {
  const refuse = (problems: readonly Problem[]): Outcome<undefined> => ({ value: undefined, problems });
  const merges = mergeMarkers(yaml.text);
  if (merges.length > 0) {
    const moved = merges.map((merge) => merge.map((stretch) => movedBy(stretch, yaml.offset)));
    return refuse(tellFirst(moved, (merge) => mergeProblem(source.file, source.text, merge)));
  }
  const reading = readDocument(yaml.text);
  const whole = (details: Parameters<typeof problemAt>[1]) => problemAt(topOf(source.file), details);
  if (!reading) {
    const { problems } = diagnoseIn(source, yaml);
    return refuse(problems.length > 0 ? problems : [whole({ rule: 'yaml-syntax', message: tooDeep })]);
  }
  const { document, cutAt } = reading;
  const found = survey(yaml.text, document.contents);
  const flaws = withOddities(flawsOf(reading), found);
  if (cutAt === undefined && flaws.length + found.again.length + found.swallowed.length > 0) {
    const { problems, mended } = diagnoseIn(source, yaml);
    if (problems.length > 0)
      return refuse([...problems, ...(mended ? checkMended(source, yaml, mended) : [])]);
  }
  if (flaws.length > 0 || cutAt !== undefined) {
    const problems = tellFirst(firstOfBlocks(flaws, yaml.text), (flaw) => yamlProblem(flaw, source, yaml));
    return refuse(cutAt === undefined ? problems : [...problems, whole(tooLarge)]);
  }
  if (found.again.length > 0)
    return refuse(tellFirst(found.again, (stretch) => repeatedKey(source, yaml, stretch)));

  keepContents(source, document.contents);
  try {
    if (found.repeated > mostRepeated) throw new ReferenceError('The aliases repeat too much');
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return { value, problems: lightProblems(source, yaml, document, found, value) };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return refuse([aliasProblem(source, yaml, error)]);
  }
}

/** What is wrong with the letters of a YAML text; told once, however many they are. */
export function misreadProblems(source: SourceFile, yaml: YamlPart): Problem[] {
  const printed = yaml.text.replace(/^[ \t]*#.*$/gm, (comment) => ' '.repeat(comment.length));
  const found = misreadIn(printed);
  const first = found[0];
  if (!first) return [];
  const words = misreadWords(yaml.text.slice(first.start, first.end), found.length);
  return [problemAt(placeIn(source, yaml, first), words)];
}

const movedBy = ({ start, end }: Stretch, by: number): Stretch => ({ start: start + by, end: end + by });

const placeIn = (source: SourceFile, yaml: YamlPart, { start, end }: Stretch) =>
  placeOf(source.file, source.text, yaml.offset + start, yaml.offset + end);

const tooDeep = 'This file is nested too deeply to be read.';
const tooLarge = {
  rule: 'too-large',
  message: 'This file has more entries and marks than the press can read.',
  hint: 'Has a list been pasted into it many times over, or a file of another kind?',
} as const;

/** Of each block at the left edge the first flaw: the others in it are its consequences, as a rule. */
function firstOfBlocks(flaws: readonly Flaw[], text: string): Flaw[] {
  const starts = Array.from(text.matchAll(/^[\w"'][^:\n]*:(?=\s|$)/gm), ({ index }) => index);
  const first: Flaw[] = [];
  let next = 0;
  let told = -1;
  for (const flaw of flaws) {
    while ((starts[next] ?? Infinity) <= flaw.pos[0]) next++;
    if (next === told) continue;
    first.push(flaw);
    told = next;
  }
  return first;
}

/** What an editor is told of a flaw that no change to one line cures; every code of the library has words of ours. */
const words: Readonly<Record<YAMLError['code'], readonly [message: string, hint: string]>> = (() => {
  const quotes = 'Put the whole text in quotation marks.';
  const compare =
    'Compare it with the lines around it: how many spaces they start with, and where they have a dash, a colon or a quotation mark.';
  const bracket =
    'Look for a quotation mark or bracket that is open or closed once too often, here or above.';
  const sign = [
    'A word that starts with `&`, `*` or `!` has a meaning of its own here, and not this one.',
    quotes,
  ] as const;
  const unfit = [
    'From here on the file cannot be read: this does not fit the lines above it.',
    compare,
  ] as const;
  return {
    ALIAS_PROPS: sign,
    BAD_ALIAS: sign,
    BAD_COLLECTION_TYPE: sign,
    BAD_DIRECTIVE: [
      'A line cannot start with `%`.',
      'Put the text in quotation marks, or take the line out.',
    ],
    BAD_DQ_ESCAPE: [
      'Between `"` and `"` a `\\` has a meaning of its own, and not this one.',
      "Use `'` around the text, or write each `\\` twice.",
    ],
    BAD_INDENT: ['This line starts with another number of spaces than the lines of its block.', compare],
    BAD_PROP_ORDER: sign,
    BAD_SCALAR_START: ['No text can start with this character.', quotes],
    BLOCK_AS_IMPLICIT_KEY: [
      'A colon and a space stand in this text, so it reads like a second key.',
      'A text with a colon in it goes in quotation marks: `title: "Dallas: a year in review"`.',
    ],
    BLOCK_IN_FLOW: ['A bracket that is open here has lines in it that do not belong in brackets.', bracket],
    DUPLICATE_KEY: [
      'A key stands here a second time; only one of the two can hold.',
      'Take one of them out.',
    ],
    IMPOSSIBLE: unfit,
    KEY_OVER_1024_CHARS: ['This text is too long to be a key.', `Is a colon in it by mistake? ${quotes}`],
    MISSING_CHAR: [
      'Something is missing on this line: a colon, a comma, a quotation mark or a bracket.',
      bracket,
    ],
    MULTILINE_IMPLICIT_KEY: unfit,
    MULTIPLE_ANCHORS: sign,
    MULTIPLE_DOCS: [
      'A line of `---` starts a second document here, and a file holds one.',
      'Take the line out.',
    ],
    MULTIPLE_TAGS: sign,
    NON_STRING_KEY: ['What stands before the colon cannot be a key.', compare],
    RESOURCE_EXHAUSTION: [tooDeep, 'Has a list been pasted into it many times over?'],
    TAB_AS_INDENT: ['A tab stands here, and only spaces may.', 'Put spaces for it.'],
    TAG_RESOLVE_FAILED: [
      'A word that starts with `!` has a meaning of its own, and this one means nothing here.',
      quotes,
    ],
    UNEXPECTED_TOKEN: unfit,
  };
})();

const neutral = [
  'From here on the file cannot be read.',
  'Compare this line with those around it: their spaces, dashes, colons and quotation marks.',
] as const;

function yamlProblem(flaw: Flaw, source: SourceFile, yaml: YamlPart): Problem {
  const [start, end] = flaw.pos;
  const place = placeIn(source, yaml, { start, end });
  const known: Readonly<Record<string, readonly [string, string] | undefined>> = words;
  const [message, hint] = known[flaw.code] ?? neutral;
  const rule =
    flaw.code === 'BAD_ALIAS' ? 'yaml-alias' : flaw.code === 'TAB_AS_INDENT' ? 'yaml-tab' : 'yaml-syntax';
  return problemAt(place, { rule, message, hint });
}

function repeatedKey(
  source: SourceFile,
  yaml: YamlPart,
  { first, ...stretch }: Survey['again'][number],
): Problem {
  const place = placeIn(source, yaml, first);
  return problemAt(placeIn(source, yaml, stretch), {
    rule: 'duplicate-key',
    message: `\`${yaml.text.slice(stretch.start, stretch.end)}\` stands here a second time; only one of the two can hold.`,
    hint: `Take one of the two lines out: the first is line ${place.line}. Or was one of them to have another name?`,
    related: [{ ...place, message: 'The first one' }],
  });
}

function aliasProblem(source: SourceFile, yaml: YamlPart, error: ReferenceError): Problem {
  const start = Math.max(0, yaml.text.search(/(?<=[\s[,:-])\*[^\s,\]]+/));
  const name = /^\*[^\s,\]]*/.exec(yaml.text.slice(start))?.[0] ?? '*';
  const details = /unresolved/i.test(error.message)
    ? {
        message: `A word that starts with \`*\` repeats something that is named above, and nothing here is called \`${name}\`.`,
        hint: 'Put the text in quotation marks.',
      }
    : {
        message: 'This file’s `*aliases` repeat one another so often that it would swell without end.',
        hint: 'Write the values out instead of repeating them with `&` and `*`.',
      };
  return problemAt(placeIn(source, yaml, { start, end: start + name.length }), {
    rule: 'yaml-alias',
    ...details,
  });
}

/** What is wrong in a text that can be read all the same. */
function lightProblems(
  source: SourceFile,
  yaml: YamlPart,
  document: Document,
  { swallowed, uneven }: Survey,
  value: unknown,
): Problem[] {
  const problems = misreadProblems(source, yaml);
  const warn = (rule: Rule, strays: readonly Stray[]) =>
    append(
      problems,
      tellFirst(strays, ({ stretch, ...words }) =>
        problemAt(placeIn(source, yaml, stretch), { rule, severity: 'warning', ...words }),
      ),
    );
  const alike = (stretches: readonly Stretch[], message: string, hint: string) =>
    stretches.map((stretch) => ({ stretch, message, hint }));
  const strays = straysOf(yaml.text, document.contents);
  warn(
    'comment-cuts-text',
    alike(
      cutTexts(yaml.text, document.contents),
      'Everything on this line from `#` on is left out, as a note to yourself.',
      'If it belongs to the text, put the whole text in quotation marks. If it is a note, put a space after the `#`.',
    ),
  );
  warn('yaml-syntax', strays.length > 0 && fits(source.path, value) ? strays : []);
  warn(
    'yaml-indentation',
    alike(
      swallowed,
      'This line starts with a dash, and is read as more of the text above it.',
      'If it is an entry of its own, start it with as many spaces as the others; if not, put the whole text in quotation marks.',
    ),
  );
  warn(
    'yaml-indentation',
    alike(
      uneven,
      'This line starts with another number of spaces than the other lines of its text.',
      'Start all lines of the text with the same number of spaces.',
    ),
  );
  return problems;
}

interface Stray {
  readonly stretch: Stretch;
  readonly message: string;
  readonly hint: string;
}

/** Marks of texts without quotation marks that will be printed, and were probably meant for YAML. */
function straysOf(text: string, contents: unknown): Stray[] {
  const found: Stray[] = [];
  for (const { start, end } of plainTexts(contents)) {
    const written = text.slice(start, end);
    const last = written.at(-1) ?? '';
    if (/^[“„‟«].*[”“»]$/s.test(written) && !/[“”„«»]/.test(written.slice(1, -1))) {
      found.push({
        stretch: { start, end },
        message: 'Curly quotation marks stand around this text, and they will be printed with it.',
        hint: 'Put straight ones (`"`) in their place if they are only there to hold the text together; if they are to be printed, put straight ones around them.',
      });
    } else if (/^-[>|][-+]?\s/.test(written)) {
      found.push({
        stretch: { start, end: start + 2 },
        message: `\`${written.slice(0, 2)}\` is printed with the text.`,
        hint: 'Write `>-` before a text that stands on the lines below; or take the signs away.',
      });
    } else if (
      // A lone digit before it would be inches, but for a value that is nothing else.
      (last === '"' && written.split('"').length % 2 === 0 && /[^\d\s]"$|^\S+$/.test(written)) ||
      /^[\d-]+'$/.test(written) ||
      (last === ']' && written.split(']').length > written.split('[').length) ||
      (last === '}' && written.split('}').length > written.split('{').length)
    ) {
      found.push({
        stretch: { start: end - 1, end },
        message: `\`${last}\` closes here and was never opened; it will be printed with the text.`,
        hint: 'Take it away, or put its other half before the text.',
      });
    }
  }
  return found;
}

/** The texts without quotation marks that stand as values or entries. */
function* plainTexts(node: unknown): Iterable<Stretch> {
  if (isSeq(node)) for (const item of node.items) yield* plainTexts(item);
  else if (isMap(node)) for (const { value } of node.items) yield* plainTexts(value);
  else if (isScalar(node) && node.type === 'PLAIN' && node.range && node.range[0] < node.range[1])
    yield { start: node.range[0], end: node.range[1] };
}

/** Where `#` cuts off a text that has no quotation marks: a space before it, a letter or digit right after. */
function cutTexts(text: string, contents: unknown): Stretch[] {
  if (!/[ \t]#[\p{L}\p{N}]/u.test(text)) return [];
  const found: Stretch[] = [];
  for (const { end } of plainTexts(contents)) {
    const cut = /[ \t]+#[\p{L}\p{N}].*/uy;
    cut.lastIndex = end;
    const comment = cut.exec(text);
    if (!comment) continue;
    const start = comment.index + comment[0].indexOf('#');
    found.push({ start, end: start + comment[0].trim().length });
  }
  return found;
}
