import * as z from 'zod';
import { fieldOf, origin } from './schema/fields.ts';

/** The program for `/admin`, Sveltia CMS: one file of a package of npm, which `galley cms` puts into `public/admin/`. Nothing else is run there. */
export const deskLibrary = {
  /** The package, with its version. */
  from: '@sveltia/cms@0.221.1',
  file: 'sveltia-cms.js',
  /** Where it is in `content/`. */
  path: 'public/admin/sveltia-cms.js',
  /** The content hash of the file. */
  hash: 'L8eDkH4aSnB4PxVcwoQ1xw',
} as const;

/** Where the paper's files are kept, and the origins that its desk asks. */
export const deskBackends = {
  github: ['https://api.github.com', 'https://*.githubusercontent.com', 'https://www.githubstatus.com'],
  gitlab: ['https://gitlab.com'],
} as const;

/** https://git-scm.com/docs/git-check-ref-format */
const isBranch = (name: string): boolean =>
  /^(?![-/.])(?!.*(?:\.\.|@\{|\/[/.]|\.lock(?:\/|$)))[^\s~^:?*[\\]*[^\s~^:?*[\\/.]$/.test(name);

/** `cms` in site.yaml: the desk at `/admin`. */
export const deskSchema = z.strictObject({
  backend: z.enum(['github', 'gitlab']).default('github').describe('Who keeps the files of the paper.'),
  repo: fieldOf(
    'a repository',
    // GitLab has groups within groups.
    (value) => /^(?!(?:www\.)?git(?:hub|lab)\.com\/)(?!.*\.git$)\w[\w.-]*(?:\/\w[\w.-]*)+$/i.test(value),
    'Write its owner and its name, as in `ridge/herald`.',
  ).describe('The repository of the paper there, such as `ridge/herald`.'),
  branch: fieldOf('the name of a branch', isBranch, 'Write it as `git branch` lists it, such as `main`.')
    .default('main')
    .describe('The branch that is published.'),
  signIn: origin().optional().describe('The service through which editors sign in, if they use no tokens.'),
});

export type DeskFile = z.infer<typeof deskSchema>;

/** Whether a file of `public/` is the library of the desk, unchanged. */
export const isDeskLibrary = (path: string, hash: string): boolean =>
  path === deskLibrary.path && hash === deskLibrary.hash;
