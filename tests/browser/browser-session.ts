import { type Browser, chromium } from 'playwright-core';
import { requireProgram } from '../machine.ts';

const startBrowser = (executablePath: string): Promise<Browser> =>
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
    ],
    // Tests send such signals to their own process.
    handleSIGINT: false,
    handleSIGTERM: false,
    // Readers have it.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });

let browser: Promise<Browser> | undefined;
let wholeBrowser: Promise<Browser> | undefined;

/** One headless Chromium for all test files of a worker. It ends with the worker's process. */
export const launchBrowser = (): Promise<Browser> => {
  browser ??= startBrowser(requireProgram('shell'));
  return browser;
};

/** A whole Chromium, likewise: unlike the shell, it has a back/forward cache. */
export const launchWholeBrowser = (): Promise<Browser> => {
  wholeBrowser ??= startBrowser(requireProgram('chromium'));
  return wholeBrowser;
};
