import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EnvironmentError } from '../lib/errors.ts';
import { nearest } from '../problems/nearest.ts';
import type { Details } from '../problems/problem.ts';

/** The use of a font: headlines and articles, or labels and menus. */
export type Role = 'text' | 'labels';

/** The axes of a variable font: a fixed value, or the range that pages use. */
export type Axes = Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;

/** A family, before subsetting: one upright variable font. */
export interface Family {
  readonly id: string;
  readonly name: string;
  readonly isSerif: boolean;
  /** The file of the `latin` subset. */
  readonly path: string;
  readonly weights: readonly [least: number, most: number];
  /** For pages, and for drawings, which have one weight. */
  readonly axes: Axes;
  readonly lettering: Axes;
}

const standardFamilies: Readonly<Record<Role, string>> = {
  text: 'Newsreader',
  labels: 'Libre Franklin',
};

/** Fields of a package's `metadata.json`: https://fontsource.org/docs/getting-started/install */
interface Metadata {
  readonly family: string;
  readonly category: string;
  readonly variable: false | Readonly<Record<string, { readonly min: string; readonly max: string }>>;
}

const scope = '@fontsource-variable';
const idOf = (name: string) => name.toLowerCase().replace(/\s+/g, '-');

/** Weights of body text, and of headlines and labels; the last is the most that is published. */
const [regular, bold, boldest] = [400, 600, 700];

/** Optical sizes. Text and headlines share one, because keeping the axis would double the file. */
const opticalSizes = { text: 28, labels: 16, lettering: 60 };

/** Finds a family in the packages installed for `folders`. */
export function findFamily(
  name: string,
  role: Role,
  folders: readonly string[],
): Family | { readonly issue: Details } {
  const id = idOf(name);
  const folder = folders
    .flatMap(packageRoots)
    .map((root) => join(root, id))
    .find(isPackage);
  if (folder !== undefined) return readFamily(folder, id, role);
  const known = installedFamilies(folders);
  const suggestion = nearest(name, known);
  return {
    issue: {
      rule: 'unknown-value',
      message: `The font \`${name}\` is not installed.`,
      hint: `Installed: ${known.join(', ')}. For another variable one, look up its name at fontsource.org, and run \`npm install ${scope}/${id}\`.`,
      suggestion,
    },
  };
}

export function standardFamily(role: Role, packages: readonly string[]): Family {
  const family = findFamily(standardFamilies[role], role, packages);
  if ('issue' in family) throw new Error(family.issue.message);
  return family;
}

/** The folders in which Node would find packages of fonts from a folder. */
const packageRoots = (folder: string): string[] =>
  (createRequire(join(folder, 'x')).resolve.paths('x') ?? []).map((root) => join(root, scope));

const isPackage = (folder: string): boolean => existsSync(join(folder, 'metadata.json'));

function installedFamilies(folders: readonly string[]): string[] {
  const names = folders
    .flatMap(packageRoots)
    .filter((root) => existsSync(root))
    .flatMap((root) => readdirSync(root).map((id) => join(root, id)))
    .filter(isPackage)
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

/** The upright file, with the optical size axis if there is one. */
function readFamily(folder: string, id: string, role: Role): Family | { readonly issue: Details } {
  const { family, category, variable } = readMetadata(folder);
  const { wght, opsz } = variable || {};
  const fileOf = (kind: string) => join(folder, 'files', `${id}-latin-${kind}-normal.woff2`);
  const sized = opsz && [fileOf('opsz')].find((path) => existsSync(path));
  const path = sized ?? fileOf('wght');
  if (!wght || Number(wght.min) > regular || Number(wght.max) < bold || !existsSync(path)) {
    const message = `The font \`${family}\` lacks a weight with Latin letters: texts are set in ${regular}, headlines and labels in ${bold}.`;
    return { issue: { rule: 'invalid-value', message, hint: 'Choose another one.' } };
  }
  const sizeOf = (size: number) => opsz && { opsz: within(size, opsz) };
  const most = within(boldest, wght);
  return {
    id,
    name: family,
    isSerif: category === 'serif',
    path,
    weights: [regular, most],
    axes: { ...(sized && sizeOf(opticalSizes[role])), wght: { min: regular, max: most } },
    lettering: { ...sizeOf(role === 'text' ? opticalSizes.lettering : opticalSizes.labels), wght: bold },
  };
}

const within = (value: number, { min, max }: { readonly min: string; readonly max: string }) =>
  Math.min(Number(max), Math.max(Number(min), value));
