import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { EnvironmentError } from '../../lib/errors.ts';

/** Variables that point git to another repository than that of the folder; hooks set them. */
const repositoryVariables = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR'];

/** Runs git in a folder; `complaint` is the first line of its error message. Throws `EnvironmentError` if it cannot be started. */
export function git(folder: string, args: readonly string[], index?: string) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !repositoryVariables.includes(name)),
  );
  const { status, stdout, stderr, error } = spawnSync('git', ['-C', folder, ...args], {
    env: { ...env, LC_ALL: 'C', ...(index !== undefined && { GIT_INDEX_FILE: index }) },
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (error) throw new EnvironmentError(`Git is needed for this, and cannot be run: ${error.message}`);
  return { status, stdout, complaint: stderr.trim().replace(/^fatal: |\n.*/gs, '') };
}

/** The text that a git command prints. Throws `EnvironmentError` with its complaint if it fails. */
export function gitText(folder: string, args: readonly string[], index?: string): string {
  const { status, stdout, complaint } = git(folder, args, index);
  if (status === 0) return stdout;
  throw new EnvironmentError(`Git failed: ${complaint || `code ${status}`}`);
}

/** Writes the files of a commit below `prefix` (`''`, or with `/` at its end), but for its `media/`, into a folder. The repository stays as it is. */
export function extract(folder: string, commit: string, prefix: string, into: string): void {
  const repository = gitText(folder, ['rev-parse', '--absolute-git-dir']).trim();
  const args = [
    ...['-c', 'core.hooksPath=/dev/null', `--git-dir=${repository}`, `--work-tree=${into}`],
    ...['checkout', '--quiet', commit, '--'],
    ...[`:(literal)${prefix || '.'}`, `:(exclude,literal)${prefix}media`],
  ];
  gitText(folder, args, join(into, '.index'));
}
