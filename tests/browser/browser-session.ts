import type { ChildProcess } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, inject } from 'vitest';
import { galley, root, startServer, temporaryFolder } from '../helpers.ts';
import { requireChromium, requireHeadlessChromium } from '../machine.ts';

/** A headless Chromium with a few switches more. */
const startBrowser = (executablePath: string, ...switches: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath,
    // The sandbox cannot be had as root in a container; everything loaded here is the tests' own.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      // Nothing is asked of the world outside.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ...switches,
    ],
    // Readers have it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });

let browser: Promise<Browser> | undefined;

/** One headless Chromium for all tests of a file; closed after them. */
export const launchBrowser = (): Promise<Browser> => {
  browser ??= startBrowser(requireHeadlessChromium());
  return browser;
};

/** A Chromium for one test, which closes it; lets pages play before anybody has clicked in them. */
export const launchTrustingBrowser = (): Promise<Browser> =>
  startBrowser(requireHeadlessChromium(), '--autoplay-policy=no-user-gesture-required');

/** A whole Chromium for one test, which closes it: unlike the shell, it keeps pages that were left. */
export const launchWholeBrowser = (): Promise<Browser> => startBrowser(requireChromium());

const servers: ChildProcess[] = [];

afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
  for (const server of servers.splice(0)) server.kill();
});

/** Builds content with the real CLI; the folder it is built into, gone with the tests of the file. */
function buildContent(content: string, more: readonly string[] = []): string {
  const folder = temporaryFolder();
  // Nothing has been pulled, whatever this machine has read for itself.
  const flags = ['--content', content, '--out', 'dist', '--feeds', 'none', ...more];
  const { status, stderr } = galley(folder, ['build', ...flags]);
  if (status !== 0) throw new Error(`The site could not be built:\n${stderr}`);
  return join(folder, 'dist');
}

/** Serves a built folder as `preview` does until the tests of the file are over; its address, without a slash at the end. */
async function serve(out: string, content: string): Promise<string> {
  const { server, base } = await startServer(root, [
    'preview',
    ...['--content', content, '--out', out, '--port', '0'],
  ]);
  servers.push(server);
  return base.replace(/\/$/, '');
}

/** The demo with some files of its content changed, built and served; its address. */
export function serveChangedDemo(
  changes: Readonly<Record<string, (text: string) => string>>,
  flags: readonly string[] = [],
): Promise<string> {
  const content = join(temporaryFolder(), 'content');
  cpSync(join(root, 'content'), content, { recursive: true });
  for (const [path, change] of Object.entries(changes)) {
    const file = join(content, path);
    const text = readFileSync(file, 'utf8');
    const changed = change(text);
    if (changed === text) throw new Error(`Nothing was changed in ${path}.`);
    writeFileSync(file, changed);
  }
  return serve(buildContent(content, flags), content);
}

/** The folder the demo is built into, once for all test files. */
export const builtDemo = (): string => inject('paper');

let demo: Promise<string> | undefined;

/** The demo, served once for a test file. */
export const serveDemo = (): Promise<string> => {
  demo ??= serve(builtDemo(), join(root, 'content'));
  return demo;
};
