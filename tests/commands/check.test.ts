import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Lines, printPretty } from '../../cli/problems/print.ts';
import type { PlacedProblem } from '../../cli/problems/problem.ts';
import { atLeastOne } from '../at-least-one.ts';
import { buildInMemory, sites, smallContent, spoiledContent, temporaryFolder } from '../helpers.ts';
import { galleyWarm } from '../warm-program.ts';

// Each folder of tests/sites/broken is the small site with one mistake. `content/` is laid over it, `without.txt` lists what is
// taken out, and `where.txt` says where the mistake is, counted in the file and never copied from the program: file, line,
// column, rule, and the suggestion where one is due. `expected.txt` is the printed report; RECORD=1 writes it anew, but only
// where the program agrees with `where.txt`.
const broken = join(sites, 'broken');
const cases = atLeastOne(readdirSync(broken).sort());

function rowsOf(name: string, list: 'where.txt' | 'without.txt'): string[] {
  const path = join(broken, name, list);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean).sort() : [];
}

const whereOf = ({ file, line, column, rule, suggestion }: PlacedProblem): string =>
  `${file} ${line} ${column} ${rule} ${suggestion ?? ''}`.trimEnd();

/** Lines of ordinary files below `content`, as they are on disk. */
function linesBelow(content: string): Lines {
  return (file) => {
    const path = join(content, file.slice('content/'.length));
    if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
    const text = readFileSync(path, 'utf8');
    return text.includes('\0') ? undefined : text.replace(/^\uFEFF/, '').split(/\r?\n/);
  };
}

test('finds nothing wrong with the small site', async () => {
  const { report } = await buildInMemory(smallContent());
  expect(report.problems).toEqual([]);
  expect(report.written).toBeDefined();
});

test.each(cases)('reports %s at its place, and nothing else, and prints it as recorded', async (name) => {
  const content = spoiledContent(join(broken, name, 'content'), rowsOf(name, 'without.txt'));
  const { report } = await buildInMemory(content);
  expect(report.problems.map(whereOf).sort()).toEqual(rowsOf(name, 'where.txt'));
  expect(report.written === undefined).toBe(report.problems.some(({ severity }) => severity === 'error'));
  const printed = printPretty(report.problems, linesBelow(content));
  const recorded = join(broken, name, 'expected.txt');
  if (process.env.RECORD === '1') writeFileSync(recorded, printed);
  expect(existsSync(recorded), 'expected.txt is there; RECORD=1 writes it').toBe(true);
  expect(printed).toBe(readFileSync(recorded, 'utf8'));
});

test('reports a file over 1 MiB, which is not stored here', async () => {
  const content = smallContent({ 'blog/long-story.md': 'a'.repeat(1024 * 1024 + 1) });
  const { report } = await buildInMemory(content);
  expect(report.problems.map(whereOf)).toEqual(['content/blog/long-story.md 1 1 too-large']);
  expect(report.written).toBeUndefined();
});

test('never shows the target of a symbolic link', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'secret.txt'), 'the password is herring\n');
  mkdirSync(join(folder, 'content'));
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'content', 'site.yaml'));
  const { status, stderr } = await galleyWarm(folder, ['check']);
  expect(status).toBe(1);
  expect(stderr).toContain('content/site.yaml:1:1');
  expect(stderr).not.toContain('herring');
});
