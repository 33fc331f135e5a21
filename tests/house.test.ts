import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './helpers.ts';

/** The rooms of the program from top to bottom: a file imports from its own room and from those below. */
const rooms = [
  'cli/package.ts',
  'cli/main.ts',
  'cli/commands/',
  'cli/import/',
  'cli/server/',
  'cli/starter/',
  'cli/network/',
  'cli/terminal/',
  'cli/bundle.ts',
  'cli/pipeline/',
  'cli/hosts/',
  'cli/checks/',
  'cli/page-kinds/',
  'cli/images/',
  'cli/output/',
  'cli/theme/',
  'cli/model.ts',
  'cli/feeds/',
  'cli/sources/',
  'cli/problems/',
  'cli/relay/',
  'cli/lib/',
  'templates/',
];
const roomOf = (file: string) => rooms.findIndex((room) => file.startsWith(room));

/** The files of this repository that each file imports. */
const imports = new Map(
  ['cli', 'templates'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name): [string, string[]] => {
        const file = `${folder}/${name}`;
        const text = readFileSync(join(root, file), 'utf8');
        const found = text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g);
        return [file, [...found].map(([, path = '']) => relative(root, join(root, dirname(file), path)))];
      }),
  ),
);

describe('the imports of the program', () => {
  it('lead down, from each room to those below it', () => {
    const upward = [...imports].flatMap(([file, imported]) =>
      imported
        .filter((other) => roomOf(file) !== -1 && roomOf(other) !== -1 && roomOf(other) < roomOf(file))
        .map((other) => `${file} -> ${other}`),
    );
    expect(upward).toEqual([]);
  });

  it('make no circle', () => {
    const done = new Set<string>();
    const circles: string[] = [];
    function visit(file: string, path: readonly string[]) {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      else if (!done.has(file)) {
        for (const other of imports.get(file) ?? []) visit(other, [...path, file]);
        done.add(file);
      }
    }
    for (const file of imports.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('lead from templates to templates only, and from the relay to nothing but lib', () => {
    const abroad = [...imports].flatMap(([file, imported]) => {
      const home = file.startsWith('templates/')
        ? /^templates\//
        : /^cli\/relay\//.test(file)
          ? /^cli\/(?:relay|lib)\//
          : /./;
      return imported.filter((other) => !home.test(other)).map((other) => `${file} -> ${other}`);
    });
    expect(abroad).toEqual([]);
  });
});
