import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PublishedAddress, PublishedBefore } from '../../addresses/gone-addresses.ts';
import { findRedirects } from '../../addresses/redirects.ts';
import { mayNameAddresses } from '../../checks/described-files.ts';
import { publishedAt } from '../../content/published-paths.ts';
import { EnvironmentError, usageError } from '../../lib/errors.ts';
import { feeds } from '../../pipeline/feeds.ts';
import { read } from '../../pipeline/read.ts';
import { requireContent } from '../terminal/flags.ts';
import { extract, git, gitText } from '../terminal/git.ts';
import { editionOf } from '../terminal/paper.ts';

/** What a folder had published at a commit, and what was due then. Throws as wrong usage, or `EnvironmentError` of git or the disk. */
export function publishedSince(content: string, ref: string): PublishedBefore {
  requireContent(content);
  const folder = realpathSync(resolve(content));
  const prefix = repositoryPrefix(folder);
  const commit = commitOf(folder, ref);
  const now = new Date(Number(gitText(folder, ['show', '-s', '--format=%ct', commit])) * 1000);
  const into = mkdtempSync(join(tmpdir(), 'galley-since-'));
  try {
    const tree = prefix === '' ? commit : `${commit}:${prefix.replace(/\/$/, '')}`;
    if (git(folder, ['cat-file', '-e', tree]).status !== 0)
      throw usageError(
        `At \`${ref}\` there was no content in ${prefix || 'this folder'}, so there is nothing to compare with.`,
      );
    extract(folder, commit, prefix, into);
    return { ref, ...publishedAddresses(join(into, prefix), now) };
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

/** The path of a folder in its repository, with `/` at its end; `''` for the top. */
function repositoryPrefix(folder: string): string {
  const { status, stdout, complaint } = git(folder, ['rev-parse', '--show-prefix']);
  if (status === 0) return stdout.replace(/\n$/, '');
  if (!/not a git repository/.test(complaint)) throw new EnvironmentError(`Git failed: ${complaint}`);
  throw usageError(`--since compares with a commit, and ${folder} is in no Git repository.`);
}

function commitOf(folder: string, ref: string): string {
  const options = ['--verify', '--quiet', '--end-of-options'];
  const { status, stdout } = git(folder, ['rev-parse', ...options, `${ref}^{commit}`]);
  if (status === 0) return stdout.trim();
  const isShallow = gitText(folder, ['rev-parse', '--is-shallow-repository']).trim() === 'true';
  const cure = isShallow
    ? ' This copy has only a part of its history: fetch all of it (`git fetch --unshallow`; in CI, `fetch-depth: 0`).'
    : '';
  throw usageError(`There is no commit \`${ref}\` in the repository of ${folder}.${cure}`);
}

/** What a folder publishes at a moment, without pictures, styles and frames, which nobody bookmarks; `unknown` are files whose addresses cannot be read. */
function publishedAddresses(folder: string, now: Date) {
  const sources = read(folder, '').value;
  const { records, edition, routes } = editionOf(sources, { now, drafts: false });
  const addresses = new Map<string, PublishedAddress>();
  const nowhere = { from: undefined, file: undefined, isDerived: false };
  const add = (address: string, more: Partial<PublishedAddress> = {}) => {
    if (!addresses.has(address)) addresses.set(address, { ...nowhere, ...more, address });
  };
  const { broken } = records;
  for (const { address, kind, source, isDerived } of routes)
    if (!kind.isFramed) add(address, { file: source.path, isDerived });
  for (const { path } of feeds(edition, routes, { keyOf: () => '', render: async () => '' })) add(`/${path}`);
  for (const { path } of sources.publicFiles) add(`/${publishedAt(path)}`, { file: path });
  for (const { address, from, source } of findRedirects(edition, routes).value.all)
    add(address, { file: source.path, from });
  const unknown = [...broken.keys()].filter((path) => mayNameAddresses(path) && path !== 'site.yaml').sort();
  return { addresses: [...addresses.values()], unknown };
}
