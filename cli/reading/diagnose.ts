import type * as z from 'zod';
import { allKeys, type SchemaFor } from '../content/schema/schema-keys.ts';
import type { SourceFile } from '../content/source-file.ts';
import { valueAt } from '../lib/value-at.ts';
import { locateIn, yamlIn } from '../problems/locate.ts';
import { type Problem, problem } from '../problems/problem.ts';
import { type Inspection, inspect } from './inspect.ts';
import { placeRepairs, repairsOf, spaceRepairs } from './repairs/candidates.ts';
import { isBare, type Repair } from './repairs/repair.ts';

/** In characters: the longest text that is diagnosed, and how much is read while repairs are tried. */
const maxLength = 200_000;
const maxRead = 3_000_000;

/** A text with more is not the result of typing mistakes; one mistake can cause two for every line below it. */
const maxIssues = 2000;

const maxRepairs = 8;

/**
 * What is wrong with the lines of a YAML text, in the order in which it was found by trying repairs. Of all changes to one line near the
 * trouble, the best is the one that leaves the least wrong with the syntax and the schema; it names the mistake. So one mistake is one
 * report, whatever else the parser and the schema report because of it. No problems if no change to one line repairs any; no repaired text
 * if some mistakes could not be repaired.
 */
export function diagnose(source: SourceFile, schemaFor: SchemaFor) {
  const none = { problems: [], repaired: undefined };
  const yaml = yamlIn(source);
  if (yaml.length > maxLength) return none;
  const tryText = (text: string) => inspect(source.path, text, schemaFor);
  const original = yaml.split('\n');
  const problems: Problem[] = [];
  const budget = { left: maxRead };
  let lines: readonly string[] = original;
  let inspection = tryText(yaml) ?? inspectStart(original, tryText);
  while (inspection && inspection.score > 0 && problems.length < maxRepairs) {
    const best = bestRepair(lines, inspection, tryText, budget);
    if (!best) break;
    problems.push(problemOf(source, best.repair));
    lines = best.lines;
    inspection = best.after;
  }
  if (!inspection || problems.length === 0) return none;
  const isClean = inspection.syntaxIssues.length === 0 && inspection.repeatedKeys.length === 0;
  if (!isClean) return { problems, repaired: undefined };
  // Repairs keep the number of lines.
  const isUnchanged = (line: number) => lines[line - 1] === original[line - 1];
  return { problems, repaired: { ...inspection, text: lines.join('\n'), isUnchanged } };
}

type TryText = (text: string) => Inspection | undefined;

/** Inspects as much of the start of a text as can be read: one misplaced line can nest all lines below it too deeply. */
function inspectStart(lines: readonly string[], tryText: TryText): Inspection | undefined {
  for (let count = lines.length >> 1; count > 1; count >>= 1) {
    const start = tryText(lines.slice(0, count).join('\n'));
    if (start) return start.syntaxIssues.length > 0 ? { ...start, score: Infinity, entries: 0 } : undefined;
  }
  return undefined;
}

interface TriedRepair {
  readonly repair: Repair;
  readonly lines: readonly string[];
  readonly after: Inspection;
}

/** Tries repairs until one leaves nothing wrong or the budget of characters is used up. */
function bestRepair(
  lines: readonly string[],
  before: Inspection,
  tryText: TryText,
  budget: { left: number },
): TriedRepair | undefined {
  let best: TriedRepair | undefined;
  const seen = new Set<string>();
  for (const repair of candidates(lines, before)) {
    if (budget.left < 0) break;
    const changed = repair.lines();
    const text = changed.join('\n');
    if (seen.has(text)) continue;
    seen.add(text);
    budget.left -= text.length;
    const after = tryText(text);
    if (!after || !isBetter(before, after)) continue;
    const tried = { repair, lines: changed, after };
    if (!best || costOf(tried, before) < costOf(best, before)) best = tried;
    if (after.score === 0 && after.entries >= before.entries) break;
  }
  return best;
}

/** Lowest for the likeliest repair: it leaves the least wrong, then keeps all entries, then is the simplest. */
const costOf = ({ repair, after }: TriedRepair, before: Inspection) =>
  after.score * 100 + (after.entries < before.entries ? 15 : 0) + repair.cost * 10;

function isBetter(before: Inspection, after: Inspection): boolean {
  if (after.score >= before.score) return false;
  if (before.syntaxIssues.length > 0) return true;
  // A change that only hides an entry, or that replaces one mistake with another, repairs nothing.
  const known = new Set(before.issues.map((issue) => idOf(issue, before.data)));
  return (
    after.syntaxIssues.length === 0 &&
    after.entries >= before.entries &&
    after.issues.every((issue) => known.has(idOf(issue, after.data)))
  );
}

/** The key of an issue. An empty value that becomes a group of the lines below it is a new issue. */
const idOf = ({ code, path, ...issue }: z.core.$ZodIssue, data: unknown): string =>
  JSON.stringify([code, path.map(String), 'keys' in issue && issue.keys, valueAt(data, path) === null]);

function problemOf(source: SourceFile, repair: Repair): Problem {
  const { at, from, to, rule = 'yaml-syntax', message, hint } = repair;
  const line = at + 1;
  const span = { line, column: from + 1, endLine: line, endColumn: Math.max(from + 2, to + 1) };
  return problem(source, span, { rule, message, hint });
}

/** The repairs worth trying, simplest first. */
function candidates(lines: readonly string[], inspection: Inspection): Repair[] {
  const { syntaxIssues, repeatedKeys, schema } = inspection;
  const spaces = spaceRepairs(lines);
  if (repeatedKeys.length > maxIssues) return [];
  if (syntaxIssues.length > maxIssues) return spaces.slice(0, 2);
  if (syntaxIssues.length > 0 && spaces.length > 0) return spaces;
  const known = schema ? allKeys(schema) : new Set<string>();
  const found =
    syntaxIssues.length > 0
      ? [...linesNearSyntax(lines, inspection)].flatMap((at) => repairsOf(lines, at, known))
      : [...linesNearIssues(lines, inspection)].flatMap((at) => placeRepairs(lines, at, known));
  return [...spaces, ...found].sort((a, b) => a.cost - b.cost);
}

const lineOfOffset = (text: string, offset: number) => text.slice(0, offset).split('\n').length - 1;

function linesNearSyntax(lines: readonly string[], { syntaxIssues }: Inspection): ReadonlySet<number> {
  const text = lines.join('\n');
  const near = syntaxIssues.slice(0, 2).flatMap(({ start, end }) => {
    const at = lineOfOffset(text, start);
    const behind = around(lines, lineOfOffset(text, end), 0, 1);
    return [...around(lines, at, 3, 1), ...behind, ...unclosedAbove(lines, at)];
  });
  return new Set([...around(lines, -1, 0, 1), ...near]);
}

/** A line, and as many lines `above` and `below` it that are not empty or comments. */
function around(lines: readonly string[], at: number, above: number, below: number): number[] {
  const filled = [...lines.keys()].filter((i) => !isBare(lines[i] ?? ''));
  const before = filled.filter((i) => i < at).reverse();
  const after = filled.filter((i) => i > at);
  return [...(at >= 0 ? [at] : []), ...before.slice(0, above), ...after.slice(0, below)];
}

/** Lines with a quotation mark or bracket that is not closed: it takes in all that follows. */
const unclosedAbove = (lines: readonly string[], at: number): number[] =>
  [...lines.keys()]
    .slice(Math.max(0, at - 200), at)
    .filter((i) => /(?:^|[:-])\s+(?:"[^"]*|'[^']*|\[[^\]]*|\{[^}]*)$/.test(lines[i] ?? ''))
    .slice(-2);

function linesNearIssues(lines: readonly string[], inspection: Inspection): ReadonlySet<number> {
  const { issues, repeatedKeys, absorbedLines, document } = inspection;
  const text = lines.join('\n');
  const stretches = [...absorbedLines.slice(0, 2), ...repeatedKeys.slice(0, 2)];
  const found = stretches.flatMap(({ start }) => around(lines, lineOfOffset(text, start), 2, 0));
  if (issues.length === 0) return new Set(found);
  const { key } = locateIn(text, document.contents);
  const lineOf = (path: readonly PropertyKey[]) =>
    lineOfOffset(text, key(path.filter((part) => typeof part !== 'symbol')).start);
  const near = issues
    .slice(0, 12)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, 4).flatMap((name) => around(lines, lineOf([...issue.path, name]), 2, 1))
        : around(lines, lineOf(issue.path), 1, 2),
    );
  return new Set([...found, ...near]);
}
