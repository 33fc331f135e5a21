import { groupBy } from '../lib/group-by.ts';
import { printable } from '../lib/printable.ts';
import { count } from '../terminal/log.ts';

/** Something that an import did, or that `check` found afterwards. */
export interface ReportEntry {
  /** What it is about: `field`, `shortcode`, `left out`. */
  readonly group: string;
  readonly name: string;
  readonly outcome: 'taken' | 'changed' | 'kept' | 'dropped' | 'wrong';
  readonly where: string;
  readonly example: string;
}

export type Report = (
  group: string,
  name: string,
  outcome: ReportEntry['outcome'],
  where: string,
  example?: string,
) => void;

/** A row of the report: all entries that are alike. */
export type ReportRow = ReturnType<typeof rowsOf>[number];

const areFirst = ['error', 'left out'];

/** The most frequent first; of each three examples, or 25 if somebody should look at them. */
export function rowsOf(entries: readonly ReportEntry[]) {
  const alike = groupBy(entries, ({ group, name, outcome }) => JSON.stringify([group, name, outcome]));
  const rows = [...alike.values()].map((all) => {
    const { group, name, outcome } = all[0] as ReportEntry;
    const examples = all.slice(0, areFirst.includes(group) ? 25 : 3);
    return {
      ...{ group, name, outcome, count: all.length },
      examples: examples.map(({ where, example }) => ({
        where,
        example: example.replace(/\s+/g, ' ').slice(0, 120),
      })),
    };
  });
  return rows.sort((a, b) => b.count - a.count);
}

/** The report for editors, as Markdown: first what needs a look. */
export function reportText(summary: readonly string[], rows: readonly ReportRow[]): string {
  const first = rows.filter(({ group }) => areFirst.includes(group));
  const others = rows.filter(({ group }) => !areFirst.includes(group));
  const sections: [string, string[]][] = [
    ['# What was imported', summary.map((line) => `- ${line}`)],
    ['## Look at these first', first.length > 0 ? table(first) : ['Nothing.']],
    ...[...groupBy(others, ({ group }) => group)].map(([group, own]): [string, string[]] => [
      `## By ${group}`,
      table(own),
    ]),
  ];
  return sections.map(([heading, lines]) => `${heading}\n\n${lines.join('\n')}\n`).join('\n');
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
