import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { galley, now, root, sites, startServer, temporaryFolder } from '../helpers.ts';
import { afterwards } from '../relay/relays.ts';

const away = 'http://radio.example:8000/live';

/** The small site in a folder of its own, built, with a station of the test's. */
function siteWith(source: string): string {
  const folder = temporaryFolder();
  cpSync(join(sites, 'small', 'content'), join(folder, 'content'), { recursive: true });
  const file = join(folder, 'content', 'radio.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(away, source));
  cpSync(join(root, 'content', 'media', 'courier-radio.mp3'), join(folder, 'content', 'media', 'sound.mp3'));
  expect(galley(folder, ['build', '--now', now.toISOString()]).status).toBe(0);
  return folder;
}

async function start(folder: string, command: string) {
  const { server, base } = await startServer(folder, [command, '--port', '0']);
  afterwards(() => server.kill());
  return (path: string) => fetch(new URL(path, base));
}

describe.each(['preview', 'dev'])('galley %s', (command) => {
  it('plays the station of radio.yaml beside the site', async () => {
    const ask = await start(siteWith('file:media/sound.mp3'), command);
    const response = await ask('/api/stream?port=8000');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    const sound = await response.body?.getReader().read();
    expect(sound?.value?.length).toBeGreaterThan(1000);
    await response.body?.cancel().catch(() => {});
    expect((await ask('/api/stream?port=8001')).status).toBe(404);
    expect(await (await ask('/api/now-playing?port=8000')).json()).toEqual({ port: '8000', title: null });
    expect((await ask('/')).status).toBe(200);
  });

  it('serves the site though the radio is away', async () => {
    const ask = await start(siteWith(away), command);
    const response = await ask('/api/stream?port=8000');
    expect([response.status, await response.text()]).toEqual([503, 'The station is silent at the moment.\n']);
    expect((await ask('/')).status).toBe(200);
  });
});

it('galley preview serves the site though radio.yaml is broken, and says why the radio is silent', async () => {
  const folder = siteWith(away);
  appendFileSync(join(folder, 'content', 'radio.yaml'), 'nonsense: true\n');
  const ask = await start(folder, 'preview');
  const response = await ask('/api/stream?port=8000');
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('radio.yaml has problems: `galley check` says which.');
  expect((await ask('/')).status).toBe(200);
});
