import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import puppeteer from 'puppeteer-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { serveChanged } from '../browser/served-papers.ts';
import { afterTheFile, afterwards } from '../cleanup.ts';
import { sites, temporaryFolder } from '../helpers.ts';
import { requireProgram } from '../machine.ts';
import { chromiumFlags } from './browsers.ts';
import { skips } from './scope.ts';

// Sign-ups in both engines, under the policy of the page: behind TLS are servers like those of the services, which browsers reach by a proxy.

const list = 'ce13e971-c2ed-4069-bd0c-240e9a9f56f9';
const listmonk = `service: listmonk, id: ${list}, action: "https://lists.example/subscription/form"`;

/** The lines of site.yaml, where the service sends readers, and what it receives. */
const papers = {
  buttondown: [
    'service: buttondown, id: courier',
    undefined,
    'buttondown.com/api/emails/embed-subscribe/courier email=reader%40mail.example&embed=1',
  ],
  listmonk: [
    listmonk,
    undefined,
    `lists.example/subscription/form email=reader%40mail.example&l=${list}&nonce=`,
  ],
  'listmonk, which redirects': [
    `${listmonk}, origins: ["https://thanks.example"]`,
    'https://thanks.example/done',
    `lists.example/subscription/form email=reader%40mail.example&l=${list}&nonce=`,
  ],
} as const;

const received: string[] = [];
let redirect: string | undefined;
let proxy: number;

const listening = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterTheFile(() => server.close());
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  const [key, cert] = ['key', 'cert'].map((name) => join(temporaryFolder(), name));
  const made = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test -keyout ${key} -out ${cert}`;
  expect(spawnSync(requireProgram('openssl'), made.split(' ')).status).toBe(0);
  const service = createServer(
    { key: readFileSync(key ?? ''), cert: readFileSync(cert ?? '') },
    async (request, response) => {
      const { method, url, headers } = request;
      const isSignUp = method === 'POST' && /subscri/.test(url ?? '');
      if (isSignUp) received.push(`${headers.host}${url} ${await text(request)}`);
      if (isSignUp && redirect) response.writeHead(303, { Location: redirect }).end();
      else response.setHeader('Content-Type', 'text/html').end('<title>Thank you</title><p>Thank you.');
    },
  );
  const port = await listening(service);
  proxy = await listening(
    createProxy().on('connect', (_, socket) => {
      const through = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      through.on('error', () => socket.destroy()).pipe(socket);
      socket.on('error', () => through.destroy()).pipe(through);
    }),
  );
});

const launch = {
  Chromium: () =>
    puppeteer.launch({
      executablePath: requireProgram('chromium'),
      args: [...chromiumFlags, `--proxy-server=127.0.0.1:${proxy}`],
      acceptInsecureCerts: true,
    }),
  Firefox: (scripts: boolean) =>
    puppeteer.launch({
      browser: 'firefox',
      executablePath: requireProgram('firefox'),
      acceptInsecureCerts: true,
      extraPrefsFirefox: {
        'javascript.enabled': scripts,
        'network.proxy.type': 1,
        'network.proxy.ssl': '127.0.0.1',
        'network.proxy.ssl_port': proxy,
      },
    }),
};

describe.skipIf(skips('Sign-ups', 'chromium', 'firefox', 'openssl'))('a sign-up', () => {
  for (const [name, [signup, leads, sent]] of Object.entries(papers))
    for (const engine of ['Chromium', 'Firefox'] as const)
      for (const scripts of [true, false])
        it(`reaches ${name} from ${engine}, ${scripts ? 'with' : 'without'} scripts`, async () => {
          const site = await serveChanged(join(sites, 'small/content'), {
            'site.yaml': (text) => `${text}newsletter:\n  signup: { ${signup} }\n`,
          });
          const browser = await launch[engine](scripts);
          afterwards(() => browser.close());
          const page = await browser.newPage();
          if (engine === 'Chromium') await page.setJavaScriptEnabled(scripts);
          [received.length, redirect] = [0, leads];
          // Firefox without scripts cannot be told to focus a field; both do for the address.
          await page.goto(`${site}/blog/heron-count#Form-email`);
          await page.focus('#Form-email').catch(() => undefined);
          await page.keyboard.type('reader@mail.example');
          await page.keyboard.press('Enter');
          await expect.poll(() => page.title()).toBe('Thank you');
          expect(received).toEqual([sent]);
          expect(page.url()).toBe(leads ?? `https://${sent.split(' ')[0]}`);
        });
});
