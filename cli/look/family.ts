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

/** An upright font of a package, its `latin` subset. */
export interface FontFile {
  readonly path: string;
  readonly axes: Axes;
}

/** A family, before subsetting: one variable font, or one font each for a regular and a bold weight. */
export interface Family {
  readonly id: string;
  readonly name: string;
  readonly isSerif: boolean;
  /** With one weight, or the least and the most of a variable font. */
  readonly files: readonly (FontFile & { readonly weights: readonly number[] })[];
  /** For drawings, which have one weight. */
  readonly lettering: FontFile;
}

const standardFamilies: Readonly<Record<Role, string>> = { text: 'Newsreader', labels: 'Libre Franklin' };

/** Fields of a package's `metadata.json`: https://fontsource.org/docs/getting-started/install */
interface Metadata {
  readonly family: string;
  readonly category: string;
  readonly variable: false | Variable;
}

type Range = { readonly min: string; readonly max: string };
type Variable = Readonly<Record<string, Range>>;

const scopes = ['@fontsource-variable', '@fontsource'] as const;
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

/** The folders in which Node would find packages of fonts from a folder. */
const packageRoots = (folder: string): string[] =>
  (createRequire(join(folder, 'x')).resolve.paths('x') ?? []).flatMap((root) =>
    scopes.map((scope) => join(root, scope)),
  );

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

function readFamily(folder: string, id: string, role: Role): Family | { readonly issue: Details } {
  const { family, category, variable } = readMetadata(folder);
  const fileOf = (kind: string | number) =>
    [join(folder, 'files', `${id}-latin-${kind}-normal.woff2`)].find((path) => existsSync(path));
  const fonts = variableFont(role, variable || {}, fileOf) ?? singleFonts(fileOf);
  if (!fonts) {
    const message = `The font \`${family}\` lacks a weight with Latin letters: texts are set in ${regular}, headlines and labels in ${bold} or ${boldest}.`;
    return { issue: { rule: 'invalid-value', message, hint: 'Choose another one.' } };
  }
  return { id, name: family, isSerif: category === 'serif', ...fonts };
}

type FileOf = (kind: string | number) => string | undefined;

/** The file with all weights, and with the optical size axis if there is one. */
function variableFont(role: Role, { wght, opsz }: Variable, fileOf: FileOf) {
  const sized = opsz && fileOf('opsz');
  const path = sized ?? fileOf('wght');
  if (!wght || Number(wght.min) > regular || Number(wght.max) < bold || path === undefined) return undefined;
  const sizeOf = (size: number) => opsz && { opsz: within(size, opsz) };
  const most = within(boldest, wght);
  const axes = { ...(sized && sizeOf(opticalSizes[role])), wght: { min: regular, max: most } };
  const lettering = sizeOf(role === 'text' ? opticalSizes.lettering : opticalSizes.labels);
  return {
    files: [{ path, axes, weights: [regular, most] }],
    lettering: { path, axes: { ...lettering, wght: bold } },
  };
}

function singleFonts(fileOf: FileOf) {
  const fonts = [regular, bold, boldest].flatMap((weight) => {
    const path = fileOf(weight);
    return path === undefined ? [] : [{ path, axes: {}, weights: [weight] }];
  });
  const [text, headlines] = fonts;
  const isWhole = text?.weights[0] === regular && headlines;
  return isWhole ? { files: [text, headlines], lettering: headlines } : undefined;
}

const within = (value: number, { min, max }: Range) => Math.min(Number(max), Math.max(Number(min), value));
