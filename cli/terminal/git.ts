import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EnvironmentError } from '../lib/environment-error.ts';

/** How a git command ended. */
interface GitResult {
  readonly status: number | null;
  readonly stdout: Buffer;
  /** The first line of what it complains about. */
  readonly complaint: string;
}

/** Variables that lead git to a repository other than that of the folder; hooks have them. */
const misleading = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR'];

/** Runs git in a folder. Throws `EnvironmentError` where it cannot be started. */
export function git(folder: string, args: readonly string[], input?: string): GitResult {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !misleading.includes(name)));
  const { status, stdout, stderr, error } = spawnSync('git', ['-C', folder, ...args], {
    env: { ...env, LC_ALL: 'C' },
    input,
    maxBuffer: 2 ** 31,
  });
  if (error) {
    const isMissing = 'code' in error && error.code === 'ENOENT';
    throw new EnvironmentError(
      isMissing
        ? 'Git is needed for this, and there is no command `git` here.'
        : `Git cannot be run: ${error.message}`,
    );
  }
  return {
    status,
    stdout,
    complaint:
      stderr
        .toString()
        .trim()
        .split('\n')[0]
        ?.replace(/^fatal: /, '') ?? '',
  };
}

/** The text that a git command gives. Throws `EnvironmentError` with its complaint where it fails. */
export function gitText(folder: string, args: readonly string[], input?: string): string {
  return gitBytes(folder, args, input).toString('utf8');
}

function gitBytes(folder: string, args: readonly string[], input?: string): Buffer {
  const { status, stdout, complaint } = git(folder, args, input);
  if (status !== 0)
    throw new EnvironmentError(`Git failed (git ${args[0]}): ${complaint || `code ${status}`}`);
  return stdout;
}

/**
 * Writes the ordinary files of a commit below `prefix` (`''`, or with `/` at its end) into the folder `into`, those that `isWanted` by
 * their path in there. Gives how many there are.
 */
export function extract(
  folder: string,
  {
    commit,
    prefix,
    into,
    isWanted,
  }: {
    readonly commit: string;
    readonly prefix: string;
    readonly into: string;
    readonly isWanted: (path: string) => boolean;
  },
): number {
  const tree = prefix === '' ? commit : `${commit}:${prefix.replace(/\/$/, '')}`;
  const files = gitText(folder, ['ls-tree', '-r', '-z', '--full-tree', tree])
    .split('\0')
    .flatMap((line) => {
      const [, id = '', path = ''] = /^100\d{3} blob (\w+)\t(.*)$/s.exec(line) ?? [];
      return path !== '' && isWanted(path) ? [{ id, path }] : [];
    });
  if (files.length === 0) return 0;
  const bytes = gitBytes(folder, ['cat-file', '--batch'], files.map(({ id }) => `${id}\n`).join(''));
  let at = 0;
  for (const { path } of files) {
    const end = bytes.indexOf('\n', at);
    const size = Number(/ blob (\d+)$/.exec(bytes.toString('latin1', at, end))?.[1] ?? Number.NaN);
    if (Number.isNaN(size))
      throw new EnvironmentError(`Git does not have the content of ${path} at ${commit}.`);
    const file = join(into, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return files.length;
}

/** Files of the folder `before` that are in `after` under another name, by their paths inside; as alike as git wants renamed files to be. */
export function renamedFiles(before: string, after: string): Map<string, string> {
  const args = [
    'diff',
    '--no-index',
    '--name-status',
    '--find-renames',
    '--diff-filter=R',
    '-z',
    '--',
    before,
    after,
  ];
  const { stdout } = git(before, args);
  const parts = stdout.toString('utf8').split('\0');
  const renamed = new Map<string, string>();
  for (let i = 0; i + 2 < parts.length; i += 3) {
    const [from = '', to = ''] = parts.slice(i + 1);
    renamed.set(from.slice(before.length + 1), to.slice(after.length + 1));
  }
  return renamed;
}
