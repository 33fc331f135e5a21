import { stringify } from 'yaml';
import { count } from '../../lib/counts.ts';
import { EnvironmentError, ExitError } from '../../lib/errors.ts';
import { largestGroups } from '../../lib/group-by.ts';
import { printable } from '../../lib/printable.ts';
import type { ArchiveNote } from './archive.ts';

/** What an import took, changed or lost, or what `check` found afterwards: the cause, the file, and a piece of it. */
export type ReportEntry = readonly [cause: string, where: string, example?: string];

export type Report = (...entry: ReportEntry) => void;

/** The cause of what is not in the paper; the example is the reason. */
export const leftOut = 'left out';

/** Why something could not be done with one post. What concerns the whole run, such as a full disk, is thrown on. */
export function reasonOf(error: unknown): string {
  if (error instanceof ExitError || error instanceof EnvironmentError) throw error;
  const [words = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return `It could not be read or converted: ${words}.`;
}

/** Says what of an item is left out. */
export type Note = (message: string) => undefined;

/** What the items of an archive give, each by itself: of one that fails the reason is noted. */
export function each<T, R>(
  items: readonly T[],
  notes: ArchiveNote[],
  whereOf: (item: T) => string,
  read: (item: T, where: string, note: Note) => R | undefined,
): R[] {
  return items.flatMap((item) => {
    const where = whereOf(item);
    const note: Note = (message) => void notes.push({ where, message });
    try {
      return read(item, where, note) ?? [];
    } catch (error) {
      return note(reasonOf(error)) ?? [];
    }
  });
}

/** What an editor looks at first, by how the causes begin. */
const parts: readonly (readonly [title: string, causes: RegExp])[] = [
  ['Readers would see this', /^(?:a byline|the shortcode `[^`]*` kept|a picture not taken|nested too)/],
  ['Not in the paper', /^left out/],
  ['Added to the paper', /^(?:(?:a category|a page|a person) added|an address of a list sent on)/],
  ['Lost or changed', /^(?!error |warning |a picture copied|imported)/],
  ['What `galley check` finds', /^(?:error|warning) /],
];

/** Causes of a part that fit on a page; the list has all. */
const most = 8;

/** The report for editors, as Markdown of a page: each kind of loss with its count and two examples, and what to do. */
export function reportText(
  summary: readonly string[],
  entries: readonly ReportEntry[],
  menu: readonly object[],
): string {
  let rest = entries;
  const sections = parts.flatMap(([title, causes]) => {
    const own = rest.filter(([cause]) => causes.test(cause));
    rest = rest.filter(([cause]) => !causes.test(cause));
    const groups = largestGroups(own, kindOf);
    const more = groups.slice(most).flat().length;
    const lines = groups
      .slice(0, most)
      .map((all) => `- ${count(all.length)} × ${kindOf(all[0])}${examplesOf(all)}`);
    if (more > 0) lines.push(`- ${count(more)} of other kinds: see the list`);
    return own.length > 0 ? [`## ${title}`, lines.join('\n')] : [];
  });
  return [
    '# What was imported',
    summary.map((line) => `- ${line}`).join('\n'),
    ...sections,
    ...flagsFor(entries),
    ...(menu.length > 0
      ? [`## The menu\n\nTake what you want of the old menu into \`navigation.yaml\`:\n\n${indented(menu)}`]
      : []),
    `## All of it\n\nEach of these, and what became of each file, is a row of \`import-report.csv\`, a table for any spreadsheet: cause, file, what stood there.\n`,
  ].join('\n\n');
}

const indented = (header: readonly object[]) =>
  stringify({ header }, { lineWidth: 0 }).trimEnd().replace(/^/gm, '    ');

/** What is counted together: for what was left out the reason, whatever it names. */
const kindOf = ([cause, , example = '']: ReportEntry = ['', '']): string =>
  oneLine(cause === leftOut ? example.replace(/`[^`]*`/g, '…').replace(/:.*|\d+/g, '') : cause);

/** The flags for the ten commonest shortcodes that were kept. */
function flagsFor(entries: readonly ReportEntry[]): string[] {
  const names = entries.flatMap(([cause]) => /^the shortcode `([\w./-]+)` kept$/.exec(cause)?.[1] ?? []);
  const common = largestGroups(names, (name) => name).slice(0, 10);
  const flags = common.map(([name]) => `--shortcode ${name}=drop`).join(' ');
  const words =
    'These shortcodes are left in texts. Import again with `--update` and these flags, with what each showed in place of `drop`: picture, video, quote, note or text.';
  return common.length > 0 ? ['## What to decide', `${words}\n\n    ${flags}`] : [];
}

/** The list as a table; what a spreadsheet would take for a formula is text. */
export const listText = (entries: readonly ReportEntry[]): string =>
  [['cause', 'file', 'what stood there'], ...entries]
    .map(([cause, file, words = '']) => [cause, file, words].map(cell).join(','))
    .join('\r\n');

const cell = (text = '') =>
  `"${printable(text.replace(/\s+/g, ' '))
    .replace(/^(?=[=+@-])/, "'")
    .replaceAll('"', '""')}"`;

/** Two files as code, with the words about each. */
const examplesOf = (entries: readonly ReportEntry[]) =>
  entries
    .slice(0, 2)
    .map(([, where, words = '']) => [oneLine(where).replace(/`/g, "'"), words && `: ${oneLine(words)}`])
    .map(([file, words]) => `\n  - \`${file}\`${words}`)
    .join('');

const oneLine = (text: string) => printable(text.replace(/\s+/g, ' ').slice(0, 200));
