import * as z from 'zod';
import { fieldOf, origin } from './schema/fields.ts';

/** A program for `/admin`: one file of a package of npm, which `galley cms` puts into `public/admin/`. Nothing else is run there. */
export interface DeskLibrary {
  /** The package, with its version. */
  readonly from: string;
  readonly file: string;
  readonly hash: string;
  /** What it needs of the page's Content-Security-Policy beyond what all do: Decap compiles a check of its configuration. */
  readonly scripts: readonly string[];
  readonly fonts: readonly string[];
}

export const deskLibraries = {
  decap: {
    from: 'decap-cms@3.16.3',
    file: 'decap-cms.js',
    hash: 'fB79a2FrR4biea7vGU3SFk',
    scripts: ["'unsafe-eval'"],
    fonts: [],
  },
  sveltia: {
    from: '@sveltia/cms@0.221.1',
    file: 'sveltia-cms.js',
    hash: 'L8eDkH4aSnB4PxVcwoQ1xw',
    scripts: [],
    fonts: ['https://cdn.jsdelivr.net'],
  },
} as const satisfies Readonly<Record<string, DeskLibrary>>;

/** Where the paper's files are kept, and the origins that its desk asks. */
export const deskBackends = {
  github: ['https://api.github.com', 'https://*.githubusercontent.com', 'https://www.githubstatus.com'],
  gitlab: ['https://gitlab.com'],
} as const;

const namesOf = <Key extends string>(table: Readonly<Record<Key, unknown>>) =>
  Object.keys(table) as [Key, ...Key[]];

/** https://git-scm.com/docs/git-check-ref-format */
const isBranch = (name: string): boolean =>
  /^(?![-/.])(?!.*(?:\.\.|@\{|\/[/.]|\.lock(?:\/|$)))[^\s~^:?*[\\]*[^\s~^:?*[\\/.]$/.test(name);

/** `cms` in site.yaml: the desk at `/admin`. */
export const deskSchema = z.strictObject({
  library: z.enum(namesOf(deskLibraries)).describe('The program that editors see.'),
  backend: z.enum(namesOf(deskBackends)).default('github').describe('Who keeps the files of the paper.'),
  repo: fieldOf(
    'a repository',
    // GitLab has groups within groups.
    (value) => /^(?!(?:www\.)?git(?:hub|lab)\.com\/)(?!.*\.git$)\w[\w.-]*(?:\/\w[\w.-]*)+$/i.test(value),
    'Write its owner and its name, as in `ridge/herald`.',
  ).describe('The repository of the paper there, such as `ridge/herald`.'),
  branch: fieldOf('the name of a branch', isBranch, 'Write it as `git branch` lists it, such as `main`.')
    .default('main')
    .describe('The branch that is published.'),
  signIn: origin().optional().describe('The service through which editors sign in, if they have no tokens.'),
});

export type DeskFile = z.infer<typeof deskSchema>;

export const placeOfLibrary = ({ file }: DeskLibrary): string => `public/admin/${file}`;

/** Whether a file of `public/` is the library of a desk, unchanged. */
export const isDeskLibrary = (path: string, hash: string): boolean =>
  Object.values(deskLibraries).some((library) => placeOfLibrary(library) === path && library.hash === hash);
