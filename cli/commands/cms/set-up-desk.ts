import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { deskLibrary, deskSchema } from '../../content/desk.ts';
import { hashOf } from '../../lib/content-hash.ts';
import { EnvironmentError, usageError } from '../../lib/errors.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { replaceContent } from '../terminal/content-files.ts';
import { requireContent } from '../terminal/flags.ts';
import { readPaper } from '../terminal/paper.ts';

export interface CmsFlags {
  readonly content: string;
  readonly backend?: string;
  readonly repo?: string;
}

/** Adds the desk to site.yaml, if it is not there, and puts the program that it runs into `public/admin/`. */
export function setUpDesk({ content, ...flags }: CmsFlags): void {
  requireContent(content);
  const { records, site } = readPaper({ content });
  const chosen = site.cms ?? settingsOf(flags);
  if (site.cms && Object.keys(flags).length > 0)
    throw usageError('site.yaml has a desk already: change `cms` there, and run `galley cms` without flags.');
  const path = join(content, deskLibrary.path);
  const bytes = fetchLibrary();
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, bytes);
  if (!site.cms) {
    const { source } = records.shared.site;
    const { backend, repo } = chosen;
    const text = `${source.text.trimEnd()}\n\n${stringify({ cms: { backend, repo } })}`;
    replaceContent(join(content, source.path), source, text);
  }
  process.stdout.write(
    `wrote ${path} (${deskLibrary.from})\nNext: build, commit, and open /admin on the site. docs/guides/desk.md says how editors sign in.\n`,
  );
}

/** The desk that flags ask for. */
function settingsOf(flags: Omit<CmsFlags, 'content'>) {
  const { data, error } = deskSchema.safeParse(flags);
  if (data) return data;
  const path = error.issues[0]?.path.join('.');
  throw usageError(`--${path} is missing or cannot be used. Example: galley cms --repo ridge/herald`);
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
