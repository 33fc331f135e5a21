import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './helpers.ts';

/** The rooms of the program from top to bottom: a file imports from its own room and from those below. */
const rooms = [
  'cli/main.ts',
  'cli/commands/',
  'cli/program/',
  'cli/pipeline/',
  'cli/site/',
  'cli/addresses/',
  'cli/checks/',
  'cli/pages/',
  'cli/look/',
  'cli/reading/',
  'cli/content/',
  'cli/headlines/',
  'cli/problems/',
  'cli/lib/',
  'templates/',
];

/** The folders of commands that may import from another one: a command goes with its folder. */
const exceptions: readonly string[] = [
  'check -> import', // `--fix` writes HTML in Markdown as an import does
  'import -> init', // a section gets the page that it has in a new paper
  'import -> pull', // pictures are fetched as feeds are
  'network -> pull',
  'serve -> relay',
];

/** What every folder of commands may import from. */
const shared = ['run', 'terminal'];

const roomOf = (file: string) => rooms.findIndex((room) => file.startsWith(room));

/** The folder of a command: `pull` for `cli/commands/pull/decode.ts`; `undefined` for a file of `cli/commands/` itself, and elsewhere. */
const commandOf = (file: string) => /^cli\/commands\/([^/]+)\//.exec(file)?.[1];

/** The files of this repository that each file imports. */
const imports = new Map(
  ['cli', 'templates'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name): [string, string[]] => {
        const file = `${folder}/${name}`;
        const text = readFileSync(join(root, file), 'utf8');
        const imported = text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g);
        return [
          file,
          Array.from(imported, ([, path = '']) => relative(root, join(root, dirname(file), path))),
        ];
      }),
  ),
);

/** The imports that break a rule, as `file -> file`. */
const importsThat = (breakRule: (file: string, imported: string) => boolean): string[] =>
  [...imports].flatMap(([file, all]) =>
    all.filter((imported) => breakRule(file, imported)).map((imported) => `${file} -> ${imported}`),
  );

describe('the imports of the program', () => {
  it('lead down, from each room to those below it', () => {
    const upward = importsThat(
      (file, imported) => roomOf(file) !== -1 && roomOf(imported) !== -1 && roomOf(imported) < roomOf(file),
    );
    expect(upward).toEqual([]);
  });

  it('lead from the folder of a command to no other command, except where this list says so', () => {
    const sideways = importsThat((file, imported) => {
      const [from, to] = [commandOf(file), commandOf(imported)];
      const isCommandsOwn = /^cli\/commands\/[^/]+$/.test(imported);
      if (from === undefined) return false;
      if (isCommandsOwn) return true;
      return (
        to !== undefined && to !== from && !shared.includes(to) && !exceptions.includes(`${from} -> ${to}`)
      );
    });
    expect(sideways).toEqual([]);
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
    const abroad = importsThat((file, imported) => {
      if (file.startsWith('templates/')) return !imported.startsWith('templates/');
      return commandOf(file) === 'relay' && !/^cli\/(?:commands\/relay|lib)\//.test(imported);
    });
    expect(abroad).toEqual([]);
  });
});
