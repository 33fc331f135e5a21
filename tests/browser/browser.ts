import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll } from 'vitest';
import { galley, root, startServer, temporaryFolder } from '../helpers.ts';
import { requireChromium } from '../machine.ts';

let browser: Promise<Browser> | undefined;

/** One headless Chromium for all tests of a file; closed after them. */
export const launchBrowser = (): Promise<Browser> => {
  browser ??= chromium.launch({
    executablePath: requireChromium(),
    // The sandbox cannot be had as root in a container; everything loaded here is the tests' own.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      // Nothing is asked of the world outside.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
    // Readers have it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  return browser;
};

const servers: ChildProcess[] = [];

afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
  for (const server of servers.splice(0)) server.kill();
});

/** Builds content with the real CLI and serves it as `preview` does until the tests of the file are over; its address, without a slash at the end. */
export async function serveSite(content: string): Promise<string> {
  const folder = temporaryFolder();
  const { status, stderr } = galley(folder, ['build', '--content', content, '--out', 'dist']);
  if (status !== 0) throw new Error(`The site could not be built:\n${stderr}`);
  const { server, base } = await startServer(folder, ['preview', '--out', 'dist', '--port', '0']);
  servers.push(server);
  return base.replace(/\/$/, '');
}

let demo: Promise<string> | undefined;

/** The demo, served once for a test file. */
export const serveDemo = (): Promise<string> => {
  demo ??= serveSite(join(root, 'content'));
  return demo;
};
