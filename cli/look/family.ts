import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EnvironmentError } from '../lib/errors.ts';
import { nearest } from '../problems/nearest.ts';
import type { Details } from '../problems/problem.ts';

/** The use of a font: headlines and articles, or labels and menus. */
export type Role = 'text' | 'labels';

/** The axes of a variable font: a fixed value, or the range that pages use. */
type Axes = Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;

/** A font file of a package, before subsetting. */
export interface FontFile {
  /** The file of the `latin` subset. */
  readonly path: string;
  readonly weights: readonly [least: number, most: number];
  readonly axes: Axes;
}

export interface Family {
  readonly id: string;
  readonly name: string;
  readonly isSerif: boolean;
  readonly files: readonly FontFile[];
  /** For drawings: the file, and the axes for one weight. */
  readonly lettering: FontFile;
}

const standardFamilies: Readonly<Record<Role, string>> = {
  text: 'Newsreader',
  labels: 'Libre Franklin',
};

/** Fields of a package's `metadata.json`: https://fontsource.org/docs/getting-started/install */
interface Metadata {
  readonly family: string;
  readonly category: string;
  readonly weights: readonly number[];
  readonly variable: false | Readonly<Record<string, { readonly min: string; readonly max: string }>>;
}

const scopes = ['@fontsource-variable', '@fontsource'] as const;
const idOf = (name: string) => name.toLowerCase().replace(/\s+/g, '-');

/** Weights of body text, and of headlines and labels. */
const regular = 400;
const bold = [600, 700] as const;

/** Optical sizes. Text and headlines share one, because keeping the axis would double the file. */
const opticalSizes = { text: 28, labels: 16, lettering: 60 };

/** Finds a family in the packages installed for `folders`. */
export function findFamily(
  name: string,
  role: Role,
  folders: readonly string[],
): Family | { readonly issue: Details } {
  const id = idOf(name);
  for (const scope of scopes) {
    const folder = packageFolder(`${scope}/${id}`, folders);
    if (folder !== undefined) return readFamily(folder, id, role);
  }
  const known = installedFamilies(folders);
  const suggestion = nearest(name, known);
  return {
    issue: {
      rule: 'unknown-value',
      message: `The font \`${name}\` is not installed.`,
      hint: `Installed: ${known.join(', ')}. For another one, look up its name at fontsource.org, and run \`npm install ${scopes[0]}/${id}\`.`,
      suggestion,
    },
  };
}

export function standardFamily(role: Role, packages: readonly string[]): Family {
  const family = findFamily(standardFamilies[role], role, packages);
  if ('issue' in family) throw new Error(family.issue.message);
  return family;
}

/** The `node_modules` folders that Node searches from a folder. */
const packageRoots = (folder: string) => createRequire(join(folder, 'x')).resolve.paths('x') ?? [];

const packageFolder = (name: string, folders: readonly string[]): string | undefined =>
  folders
    .flatMap(packageRoots)
    .map((root) => join(root, name))
    .find((folder) => existsSync(join(folder, 'metadata.json')));

function installedFamilies(folders: readonly string[]): string[] {
  const scoped = folders.flatMap(packageRoots).flatMap((root) => scopes.map((scope) => join(root, scope)));
  const names = scoped
    .filter((scope) => existsSync(scope))
    .flatMap((scope) => readdirSync(scope).map((id) => join(scope, id)))
    .filter((folder) => existsSync(join(folder, 'metadata.json')))
    .map((folder) => readMetadata(folder).family);
  return [...new Set(names)].sort();
}

/** Reads the description of a package. Its shape is not checked. */
function readMetadata(folder: string): Metadata {
  const file = join(folder, 'metadata.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw unusable(file, error);
  }
}

export const unusable = (file: string, cause: unknown) =>
  new EnvironmentError(
    `${file} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}. Install the package again.`,
    { cause },
  );

function readFamily(folder: string, id: string, role: Role): Family | { readonly issue: Details } {
  const { family, category, weights, variable } = readMetadata(folder);
  const files = variable ? variableFile(folder, id, variable, role) : singleFiles(folder, id, weights);
  const heaviest = files.at(-1);
  if (!heaviest) {
    const message = `The font \`${family}\` lacks a weight with Latin letters: texts are set in ${regular}, headlines and labels in ${bold.join(' or ')}.`;
    const hint = `Its package has: ${weights.join(', ')}, upright. Choose another one.`;
    return { issue: { rule: 'invalid-value', message, hint } };
  }
  const { opsz } = variable || {};
  const size = opsz && { opsz: within(role === 'text' ? opticalSizes.lettering : opticalSizes.labels, opsz) };
  return {
    id,
    name: family,
    isSerif: category === 'serif',
    files,
    lettering: { ...heaviest, axes: variable ? { ...size, wght: bold[0] } : {} },
  };
}

const within = (value: number, { min, max }: { readonly min: string; readonly max: string }) =>
  Math.min(Number(max), Math.max(Number(min), value));

/** The upright file, with the optical size axis if there is one. */
function variableFile(
  folder: string,
  id: string,
  { wght, opsz }: Exclude<Metadata['variable'], false>,
  role: Role,
): readonly FontFile[] {
  if (!wght || Number(wght.min) > regular || Number(wght.max) < bold[0]) return [];
  const most = within(bold[1], wght);
  const file = (kind: string, axes: Axes = {}) =>
    fontFile(folder, id, kind, { ...axes, wght: { min: regular, max: most } }, [regular, most]);
  const sized = opsz && file('opsz', { opsz: within(opticalSizes[role], opsz) });
  return [sized ?? file('wght')].filter((found) => found !== undefined);
}

function singleFiles(folder: string, id: string, weights: readonly number[]): readonly FontFile[] {
  const heavy = bold.find((weight) => weights.includes(weight));
  if (!weights.includes(regular) || heavy === undefined) return [];
  const files = [regular, heavy].flatMap(
    (weight) => fontFile(folder, id, String(weight), {}, [weight, weight]) ?? [],
  );
  return files.length === 2 ? files : [];
}

function fontFile(
  folder: string,
  id: string,
  kind: string,
  axes: Axes,
  weights: FontFile['weights'],
): FontFile | undefined {
  const path = join(folder, 'files', `${id}-latin-${kind}-normal.woff2`);
  return existsSync(path) ? { path, axes, weights } : undefined;
}
