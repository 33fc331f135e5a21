import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLiveReload } from '../../../cli/commands/serve/live-reload.ts';
import { mountRelay } from '../../../cli/commands/serve/mounted-relay.ts';
import { createSiteServer } from '../../../cli/commands/serve/site-server.ts';
import { readHostName } from '../../../cli/lib/host-names.ts';
import { afterwards } from '../../cleanup.ts';
import { galley, sites, temporaryFolder } from '../../helpers.ts';
import { send, sendRaw, serveHere } from './requests.ts';

/** A site with a page, served as `dev` serves it; its port. */
function serveSite(names: readonly string[] = []): Promise<number> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<html><head></head><body>A draft</body></html>');
  writeFileSync(join(folder, 'assets', 'a.css'), 'p{}');
  const liveReload = createLiveReload(folder, 'script()', { build: '1', report: '' }, async () => undefined);
  const radio = mountRelay(join(sites, 'small', 'content'));
  afterwards(radio.stop);
  return serveHere(
    createSiteServer(folder, {
      names,
      onMissing() {},
      first: (...request) => radio.handle(...request) || liveReload.handle(...request),
    }),
  );
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

const everyAnswer =
  '/ /assets/a.css /nowhere /__galley/client.js /__galley/events /api/now-playing?port=8000'.split(' ');

describe('a served site', () => {
  const own =
    'LOCALHOST localhost. paper.localhost:8080 127.0.0.1:8080 192.168.1.20 [::1]:8080 [FE80::1]'.split(' ');
  const others = [
    ...'evil.example evil.example:8080 127.0.0.1.evil.example localhost.evil.example evillocalhost'.split(
      ' ',
    ),
    ...'evil.example. 127.0.0.1@evil.example localhost:8080@evil.example evil.example#localhost'.split(' '),
    ...['evil.example/localhost', 'localhost evil.example', 'localhost, evil.example', '[evil.example]', ''],
  ];

  it('answers for addresses and localhost, and for no other host', async () => {
    const port = await serveSite();
    const ask = (host: string) => sendRaw(port, ['GET / HTTP/1.1', `Host: ${host}`]);
    for (const host of own) expect([host, statusOf(await ask(host))]).toEqual([host, 200]);
    for (const host of others) {
      const answer = await ask(host);
      expect([host, statusOf(answer), answer.includes('A draft')]).toEqual([host, 403, false]);
    }
  });

  it.each(everyAnswer)('refuses %s under another host name, and says how to allow it', async (path) => {
    const port = await serveSite();
    const answer = await sendRaw(port, [
      `GET ${path} HTTP/1.1`,
      'Host: evil.example:8080',
      'Accept: text/html',
    ]);
    expect(statusOf(answer)).toBe(403);
    expect(answer.toLowerCase()).toContain('content-type: text/plain');
    expect(answer.split('\r\n\r\n')[1]).toMatch(
      /^Galley does not answer under the name evil\.example, .* --allow-host evil\.example\n/,
    );
  });

  it('refuses a request that names no host, and one for a proxy', async () => {
    const port = await serveSite();
    expect(statusOf(await sendRaw(port, ['GET / HTTP/1.0']))).toBe(403);
    for (const target of ['http://localhost/', 'http://evil.example/', '*'])
      expect(statusOf(await sendRaw(port, [`GET ${target} HTTP/1.1`, 'Host: localhost']))).toBe(400);
  });

  it('answers the names it was given, and those under a name that begins with a dot', async () => {
    const port = await serveSite(['newsroom.local', '.paper.example']);
    const ask = async (host: string) => statusOf(await sendRaw(port, ['GET / HTTP/1.1', `Host: ${host}`]));
    for (const host of ['newsroom.local', 'Newsroom.Local:8080', 'paper.example', 'a.b.paper.example.'])
      expect([host, await ask(host)]).toEqual([host, 200]);
    for (const host of ['x.newsroom.local', 'evilpaper.example', 'paper.example.evil.example'])
      expect([host, await ask(host)]).toEqual([host, 403]);
  });
});

describe('the event stream of builds', () => {
  it('cannot be read by pages of other sites', async () => {
    const port = await serveSite();
    const fields = [`Host: localhost:${port}`, 'Origin: http://evil.example'];
    const socket = send(port, ['GET /__galley/events HTTP/1.1', ...fields]);
    const answer = await new Promise<string>((done) => socket.once('data', (data) => done(String(data))));
    expect(statusOf(answer)).toBe(200);
    expect(answer.toLowerCase()).not.toContain('access-control');
  });
});

describe('--allow-host', () => {
  it.each([
    ['Paper.Example.', 'paper.example'],
    ['.paper.example', '.paper.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['http://paper.example', undefined],
    ['paper.example:8080', undefined],
    ['*', undefined],
    ['', undefined],
    ['.', undefined],
    ['a b', undefined],
  ])('takes “%s” as %s', (text, name) => expect(readHostName(text)).toBe(name));

  it('exits 2 where it is not a name', () => {
    const { status, stderr } = galley(temporaryFolder(), ['preview', '--allow-host', 'http://paper.example']);
    expect(status).toBe(2);
    expect(stderr).toContain('It looks like paper.example.com');
  });
});
