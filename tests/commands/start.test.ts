import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { afterwards } from '../cleanup.ts';
import { galley, startServer, temporaryFolder } from '../helpers.ts';
import { smallPaper } from '../small-paper.ts';

it('start ends before it builds where its port is taken', async () => {
  const folder = await smallPaper();
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterwards(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { status, stdout, stderr } = galley(folder, ['start', '--port', String(port)]);
  expect([status, stdout, stderr]).toEqual([3, '', expect.stringContaining(`cannot listen on port ${port}`)]);
  expect(existsSync(join(folder, 'dist'))).toBe(false);
});

it('start builds and serves', async () => {
  const { server, base } = await startServer(await smallPaper(), ['start', '--feeds', 'none', '--port', '0']);
  afterwards(() => server.kill('SIGKILL'));
  expect((await fetch(base)).status).toBe(200);
});

it.each(['start', 'dev'])('%s names `init` where there is no content', (command) => {
  const folder = temporaryFolder();
  expect(galley(folder, [command])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^error There is no content folder \S+\. `galley init` starts a paper\.\n$/,
    ),
  });
});
