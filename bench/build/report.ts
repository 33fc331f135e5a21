// Prints the results as Markdown tables, for docs/numbers.md.
import type { Cost } from './measure.ts';
import type { Save } from './saves.ts';
import { kinds, type SizeResult } from './sizes.ts';
import { type Results, type Row, rowOf, table } from './tables.ts';

export function printSize(names: readonly string[], label: string, { costs, pages }: SizeResult): void {
  print(label, names, [
    ...kinds.map((kind) => rowOf(kind, 's', costs[kind], timeOf)),
    ...kinds.map((kind) => rowOf(`${kind}, processor time`, 's', costs[kind], cpuOf)),
    rowOf('cold, peak memory', 'MiB', costs.cold, memoryOf),
    rowOf("a post's page", 'KB', pages, (size) => size),
  ]);
}

export function printSaves(names: readonly string[], posts: number, found: Results<Save>): void {
  print(`a post saved, ${posts} posts`, names, [
    rowOf('until its page is new', 'ms', found, timeOf),
    rowOf('processor time, until the server rests', 'ms', found, cpuOf),
  ]);
}

const timeOf = ({ time }: { readonly time: number }) => time;
const cpuOf = ({ cpu }: { readonly cpu: number }) => cpu;
const memoryOf = ({ memory }: Cost) => memory;

const print = (title: string, names: readonly string[], rows: readonly Row[]) =>
  console.log(table(title, names, rows));
