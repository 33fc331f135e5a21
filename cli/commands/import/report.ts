import { count } from '../../lib/counts.ts';
import { groupBy } from '../../lib/group-by.ts';
import { printable } from '../../lib/printable.ts';

/** Something that an import did, or that `check` found afterwards. The group is what it is about: `field`, `shortcode`, `left out`. */
export type ReportEntry = readonly [
  group: string,
  name: string,
  outcome: 'taken' | 'changed' | 'kept' | 'dropped' | 'wrong',
  where: string,
  example?: string,
];

export type Report = (...entry: ReportEntry) => void;

/** A row of the report: all entries that are alike. */
export type ReportRow = ReturnType<typeof rowsOf>[number];

/** Groups that somebody should look at. */
const urgent = ['error', 'left out'];

/** The most frequent first; with three examples each, or 25 if somebody should look at them. */
export function rowsOf(entries: readonly ReportEntry[]) {
  const alike = groupBy(entries, (entry) => JSON.stringify(entry.slice(0, 3)));
  const rows = [...alike.values()].map((all) => {
    const [[group, name, outcome]] = all as [ReportEntry];
    const examples = all
      .slice(0, urgent.includes(group) ? 25 : 3)
      .map(([, , , where, example = '']) => ({ where, example: example.replace(/\s+/g, ' ').slice(0, 120) }));
    return { group, name, outcome, count: all.length, examples };
  });
  return rows.sort((a, b) => b.count - a.count);
}

/** The report for editors, as Markdown: first what needs a look. */
export function reportText(summary: readonly string[], rows: readonly ReportRow[]): string {
  const tables = groupBy(rows, ({ group }) => (urgent.includes(group) ? urgent : group));
  const first = tables.get(urgent);
  tables.delete(urgent);
  const sections = [
    ['# What was imported', ...summary.map((line) => `- ${line}`)],
    ['## Look at these first', ...(first ? table(first) : ['Nothing.'])],
    ...[...tables].map(([group, own]) => [`## By ${group}`, ...table(own)]),
  ];
  return sections.map(([heading, ...lines]) => `${heading}\n\n${lines.join('\n')}\n`).join('\n');
}

const table = (rows: readonly ReportRow[]): string[] => [
  '| what | outcome | how often | examples |',
  '| --- | --- | --- | --- |',
  ...rows.map(({ name, outcome, count: times, examples }) => {
    const shown = examples.map(({ where, example }) =>
      [where, example].filter(Boolean).map(inCode).join(': '),
    );
    return `| ${inCell(name)} | ${outcome} | ${count(times)} | ${shown.join('<br>')} |`;
  }),
];

const inCell = (text: string) => printable(text).replace(/\|/g, '¦');
const inCode = (text: string) => `\`${inCell(text).replace(/`/g, "'")}\``;
