import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { mountRelay } from '../../cli/commands/serve/mounted-relay.ts';
import { createSiteServer, listen } from '../../cli/commands/serve/site-server.ts';
import { afterTheFile } from '../cleanup.ts';
import { type Changes, changeFiles, root, temporaryFolder } from '../helpers.ts';
import { testCache } from '../test-cache.ts';
import { galleyWarm } from '../warm-program.ts';

/** Serves a built folder with its radio as `preview` does; its address is without a slash at the end. */
async function serve(out: string, content: string) {
  const radio = mountRelay(content);
  const server = createSiteServer(out, { names: [], onMissing: () => {}, first: radio.handle });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  async function close() {
    await radio.stop();
    server.closeAllConnections();
    server.close();
  }
  return { address: `http://127.0.0.1:${port}`, close };
}

/** The folder of the paper in `content/`, built once for all test files. */
export const builtPaper = (): string => inject('paper');

let paper: Promise<string> | undefined;

/** The paper in `content/`, served once for all test files of a worker. */
export const servePaper = (): Promise<string> => {
  paper ??= serve(builtPaper(), join(root, 'content')).then(({ address }) => address);
  return paper;
};

export type { Changes };

/** Builds a copy of a content folder with some files changed, with `flags`, and serves it until the tests of the file are over; its address. */
export async function serveChanged(
  original: string,
  changes: Changes,
  flags: readonly string[] = [],
): Promise<string> {
  const folder = temporaryFolder();
  const content = join(folder, 'content');
  cpSync(original, content, { recursive: true });
  changeFiles(content, changes);
  // Without feeds that were pulled on this machine.
  const args = ['build', '--feeds', 'none', '--cache', testCache, ...flags];
  const { status, stderr } = await galleyWarm(folder, args);
  if (status !== 0) throw new Error(`The site could not be built:\n${stderr}`);
  const { address, close } = await serve(join(folder, 'dist'), content);
  afterTheFile(close);
  return address;
}
