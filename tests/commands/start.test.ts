import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { afterwards } from '../cleanup.ts';
import { galley, root, startServer, temporaryFolder } from '../helpers.ts';
import { smallPaper } from '../small-paper.ts';
import { until } from '../until.ts';

/** Listens on a port until the test is over, or leaves it to whoever listens there already. */
async function take(port: number): Promise<number> {
  const server = createServer();
  afterwards(() => void server.close());
  await Promise.race([once(server.listen(port, '127.0.0.1'), 'listening'), once(server, 'error')]).catch(
    () => {},
  );
  return (server.address() as AddressInfo | null)?.port ?? port;
}

it.each(['start', 'dev'])('%s takes the next free port where 8080 is taken', async (command) => {
  const folder = await smallPaper();
  await take(8080);
  const { server, base } = await startServer(folder, [command, '--feeds', 'none']);
  afterwards(() => server.kill('SIGKILL'));
  expect(Number(new URL(base).port)).toBeGreaterThan(8080);
  // What was just copied may be built once more: for an instant between two sites there is none.
  await until(async () => (await fetch(base)).status === 200, 'the paper to be served');
});

it('start ends before it builds where the port that was named is taken', async () => {
  const folder = await smallPaper();
  const port = await take(0);
  const { status, stdout, stderr } = galley(folder, ['start', '--port', String(port)]);
  expect([status, stdout, stderr]).toEqual([3, '', expect.stringContaining(`cannot listen on port ${port}`)]);
  expect(existsSync(join(folder, 'dist'))).toBe(false);
});

it.each(['start', 'dev'])('%s names `init` where there is no content and no terminal', (command) => {
  const folder = temporaryFolder();
  expect(galley(folder, [command])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^error There is no content folder \S+\. `galley init` starts a paper\.\n$/,
    ),
  });
});

it('start offers `init` on a terminal where there is no content, and then builds the paper', async () => {
  const folder = temporaryFolder();
  const command = `node ${join(root, 'cli/galley.mjs')} start --port 0`;
  const program = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder });
  afterwards(() => program.kill('SIGKILL'));
  let shown = '';
  program.stdout.on('data', (text) => {
    shown += stripVTControlCharacters(String(text));
    if (shown.endsWith(': ')) program.stdin.write('\n');
  });
  await expect.poll(() => shown, { timeout: 60_000 }).toContain('serving dist at http://127.0.0.1:');
  expect(shown).toContain('Start a paper there? (yes, no) [yes]: ');
});
