import type { ChildProcess } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { root, startServer, temporaryFolder } from '../helpers.ts';
import { galleyWarm } from '../warm-program.ts';

const servers: ChildProcess[] = [];

afterAll(() => {
  for (const server of servers.splice(0)) server.kill();
});

/** Serves a built folder as `preview` does until the tests of the file are over; its address, without a slash at the end. */
async function serve(out: string, content: string): Promise<string> {
  const { server, base } = await startServer(root, [
    'preview',
    ...['--content', content, '--out', out, '--port', '0'],
  ]);
  servers.push(server);
  return base.replace(/\/$/, '');
}

/** The folder of the paper in `content/`, built once for all test files. */
export const builtPaper = (): string => inject('paper');

let paper: Promise<string> | undefined;

/** The paper in `content/`, served once for a test file. */
export const servePaper = (): Promise<string> => {
  paper ??= serve(builtPaper(), join(root, 'content'));
  return paper;
};

/** New texts of files of a content folder, by their paths in it. */
export type Changes = Readonly<Record<string, (text: string) => string>>;

/** Builds a copy of a content folder with some files changed, with `flags`, and serves it; its address. */
export async function serveChanged(
  original: string,
  changes: Changes,
  flags: readonly string[] = [],
): Promise<string> {
  const folder = temporaryFolder();
  const content = join(folder, 'content');
  cpSync(original, content, { recursive: true });
  for (const [path, change] of Object.entries(changes)) {
    const file = join(content, path);
    const text = readFileSync(file, 'utf8');
    const changed = change(text);
    if (changed === text) throw new Error(`Nothing was changed in ${path}.`);
    writeFileSync(file, changed);
  }
  // Without feeds that were pulled on this machine.
  const { status, stderr } = await galleyWarm(folder, ['build', '--feeds', 'none', ...flags]);
  if (status !== 0) throw new Error(`The site could not be built:\n${stderr}`);
  return serve(join(folder, 'dist'), content);
}
