import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../helpers.ts';

const page = join(root, 'docs', 'audit.md');
const title =
  '# What the audit measured\n\nWritten by `npm run audit`, which fails where a goal is missed.\n';

/** Puts text under a heading of `docs/audit.md`, in the place of what stood there: what was not measured whole is not written. */
export function writeSection(heading: string, whole: boolean, text: string): void {
  if (!whole) return;
  const sections = existsSync(page)
    ? readFileSync(page, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : [];
  const others = sections.filter((section) => !section.startsWith(`## ${heading}\n`));
  const all = [...others, `## ${heading}\n${text.trim()}\n\n`].sort();
  writeFileSync(page, `${title}\n${all.join('').trim()}\n`);
}

/** The widths that pages are designed for. */
export const widths = [320, 375, 768, 1024, 1280, 1440];

/** Faults as a list, or that there are none. */
export const listed = (faults: readonly string[]): string =>
  faults.length === 0 ? 'No goal is missed.' : `Missed:\n${faults.map((fault) => `- ${fault}`).join('\n')}`;

/** A Markdown table. */
export const table = (rows: readonly (readonly (string | number)[])[]): string => {
  const [head = [], ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
  return [head, `|${rows[0]?.map(() => ' --- |').join('')}`, ...body].join('\n');
};
