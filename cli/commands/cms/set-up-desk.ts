import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deskLibrary } from '../../content/desk.ts';
import { hashOf } from '../../lib/content-hash.ts';
import { EnvironmentError, problemsError } from '../../lib/errors.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { readPaper } from '../terminal/paper.ts';

/** Puts the program of the desk that site.yaml asks for into `public/admin/`. */
export function setUpDesk(content: string): void {
  if (!readPaper({ content }).site.cms)
    throw problemsError(
      'site.yaml asks for no desk: add a line such as `cms: { repo: ridge/herald }`, with the repository of the paper.',
    );
  const path = join(content, deskLibrary.path);
  const bytes = fetchLibrary();
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, bytes);
  process.stdout.write(
    `wrote ${path} (${deskLibrary.from})\nNext: build, commit, and open /admin on the site. docs/guides/desk.md says how editors sign in.\n`,
  );
}

/** The library, from its package in the registry of npm; the pinned one and no other. */
function fetchLibrary(): Buffer {
  const { from, file, hash } = deskLibrary;
  const folder = mkdtempSync(join(tmpdir(), 'galley-desk-'));
  try {
    run('npm', ['pack', from, '--loglevel=error', '--pack-destination', folder]);
    const [archive = ''] = readdirSync(folder);
    run('tar', ['-xzf', join(folder, archive), '-C', folder, `package/dist/${file}`]);
    const bytes = readFileSync(join(folder, 'package', 'dist', file));
    if (hashOf(bytes) === hash) return bytes;
    throw new EnvironmentError(
      `The registry sent another ${file} than that of ${from}. Nothing was written; ask whoever runs your registry.`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status === 0) return;
  // The first line of npm that says more than a code.
  const [, reason = stderr?.trim()] = /^npm error (?!code |errno |syscall )(.+)/m.exec(stderr) ?? [];
  throw new EnvironmentError(`\`${command}\` failed: ${error?.message ?? reason}`);
}
