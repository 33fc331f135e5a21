import { groupBy } from '../lib/group-by.ts';
import { printable } from '../lib/printable.ts';
import type { Problem } from '../problems/problem.ts';
import { count, countOf } from '../terminal/log.ts';
import { byGroup, type LogCount } from './log.ts';

/** What an import did. */
export interface ImportSummary {
  /** What the archive is, and the reason. */
  readonly archive: string;
  readonly posts: number;
  readonly pages: number;
  readonly drafts: number;
  /** Posts that were there from an earlier import. */
  readonly there: number;
  readonly leftOut: number;
  readonly pictures: number;
  /** The mistakes of old posts that are counted, a sentence each. */
  readonly counted: readonly string[];
}

/** Files that are named for a rule; the others are counted, and the JSON has them all. */
const maxFiles = 25;

/** The groups of the log, in the order of the report. */
const headings: Readonly<Record<string, string>> = {
  field: 'Fields',
  shortcode: 'Shortcodes',
  html: 'HTML',
  markup: 'Markdown',
  heading: 'Headings',
  footnote: 'Footnotes',
  'too-large': 'Texts that are too large',
  picture: 'Pictures',
  link: 'Links',
  address: 'Old addresses',
  'site.yaml': 'Categories in site.yaml',
  'data/team.yaml': 'People in data/team.yaml',
};

const inCode = (text: string) => `\`${printable(text).replace(/`/g, "'").replace(/\|/g, '¦')}\``;
const inCell = (text: string) => printable(text).replace(/\|/g, '¦');

/** The report for editors, as Markdown: first what needs a look. */
export function reportText(
  summary: ImportSummary,
  counts: readonly LogCount[],
  problems: readonly Problem[],
): string {
  const groups = byGroup(counts);
  const left = groups.get('left out') ?? [];
  const errors = problems.filter(({ severity }) => severity === 'error');
  const sections = [
    [
      '# What was imported',
      summaryLines(summary, problems)
        .map((line) => `- ${line}`)
        .join('\n'),
    ],
    [
      '## Look at these first',
      [
        ...(errors.length > 0
          ? [
              'These mistakes keep the paper from being built. `galley check --fix` mends what has one certain cure.',
              ...problemLines(errors),
            ]
          : []),
        ...(left.length > 0
          ? [
              'These were left out, or need something that the archive does not say:',
              ...left.map(leftOutLine),
            ]
          : []),
        ...(errors.length + left.length === 0
          ? ['Nothing: everything was imported, and `galley check` finds no mistake.']
          : []),
      ].join('\n\n'),
    ],
    ...Object.entries(headings).flatMap(([group, heading]) => {
      const entries = groups.get(group);
      return entries ? [[`## ${heading}`, table(entries)]] : [];
    }),
    [
      '## Warnings of `galley check`',
      problemLines(problems.filter(({ severity }) => severity === 'warning')).join('\n\n') || 'None.',
    ],
  ];
  return `${sections.map((parts) => parts.join('\n\n')).join('\n\n')}\n`;
}

/** The summary, a line each. */
export function summaryLines(summary: ImportSummary, problems: readonly Problem[]): string[] {
  const { archive, posts, pages, drafts, there, leftOut, pictures, counted } = summary;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return [
    `archive: ${archive}`,
    `written: ${countOf(posts, 'post')} (${countOf(drafts, 'draft')} among them), ${countOf(pages, 'page')}, ${countOf(pictures, 'picture')}`,
    `there from an earlier import: ${count(there)}`,
    `left out or unclear: ${count(leftOut)}`,
    `\`galley check\` finds ${countOf(errors, 'error')} and ${countOf(problems.length - errors, 'warning')}`,
    ...counted,
  ];
}

function leftOutLine({ name, count: times, examples }: LogCount): string {
  const named = examples
    .slice(0, maxFiles)
    .map(({ where }) => inCode(where))
    .join(', ');
  return `- ${inCell(name)} ${countOf(times, 'file')}: ${named}${times > maxFiles ? ' and more' : ''}`;
}

/** Problems by rule, the most frequent first, with their files and lines. */
function problemLines(problems: readonly Problem[]): string[] {
  const rules = [...groupBy(problems, ({ rule }) => rule)].sort(([, a], [, b]) => b.length - a.length);
  return rules.map(([rule, found]) => {
    const files = [...groupBy(found, ({ file }) => file)];
    const named = files
      .slice(0, maxFiles)
      .map(
        ([file, own]) =>
          `  - ${inCode(file)}, line ${[...new Set(own.map(({ line }) => line))].slice(0, 10).join(', ')}`,
      );
    const more = files.length > maxFiles ? [`  - and ${countOf(files.length - maxFiles, 'file')} more`] : [];
    return [
      `- **${rule}**, ${count(found.length)}: ${inCell(found[0]?.message ?? '')} ${inCell(found[0]?.hint ?? '')}`,
      ...named,
      ...more,
    ].join('\n');
  });
}

const table = (entries: readonly LogCount[]): string =>
  [
    '| what | outcome | how often | examples |',
    '| --- | --- | --- | --- |',
    ...entries.map(({ name, outcome, count: times, examples }) => {
      const shown = examples.map(({ where, example }) =>
        example === '' ? inCode(where) : `${inCode(where)}: ${inCode(example)}`,
      );
      return `| ${inCell(name)} | ${outcome} | ${count(times)} | ${shown.join('<br>')} |`;
    }),
  ].join('\n');
