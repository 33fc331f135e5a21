import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFile } from '../../../cli/commands/relay/source.ts';
import { stationsOf } from '../../../cli/commands/serve/mounted-relay.ts';
import { afterwards } from '../../cleanup.ts';
import { now, sites, startServer, temporaryFolder } from '../../helpers.ts';
import { smallPaper } from '../../small-paper.ts';
import { galleyWarm } from '../../warm-program.ts';
import { frames } from '../relay/sound.ts';

const away = 'http://radio.example:8000/live';

/** The small site, built, with `source` as its station. */
async function siteWith(source: string): Promise<string> {
  const folder = await smallPaper();
  const file = join(folder, 'content', 'radio.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(away, source));
  writeFileSync(join(folder, 'content', 'media', 'sound.mp3'), frames(2000));
  expect(await galleyWarm(folder, ['build', '--now', now.toISOString()])).toMatchObject({ status: 0 });
  return folder;
}

/** Serves a folder with `preview`; the function it returns asks for a path. */
async function preview(folder: string) {
  const { server, base } = await startServer(folder, ['preview', '--port', '0']);
  afterwards(() => server.kill());
  return (path: string) => fetch(new URL(path, base));
}

describe('galley preview', () => {
  it('plays the station of radio.yaml beside the site', async () => {
    const ask = await preview(await siteWith('file:media/sound.mp3'));
    const response = await ask('/api/stream?port=8000');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(1000);
    await reader?.cancel();
    expect((await ask('/api/stream?port=8001')).status).toBe(404);
    expect(await (await ask('/api/now-playing?port=8000')).json()).toEqual({ port: '8000', title: null });
    expect((await ask('/')).status).toBe(200);
  });
});

it('galley preview serves the site though radio.yaml is broken, and says why the radio is silent', async () => {
  const folder = await siteWith(away);
  appendFileSync(join(folder, 'content', 'radio.yaml'), 'nonsense: true\n');
  const ask = await preview(folder);
  const response = await ask('/api/stream?port=8000');
  expect([response.status, await response.text()]).toEqual([
    503,
    expect.stringContaining('radio.yaml has problems: `galley check` says which.'),
  ]);
  expect((await ask('/')).status).toBe(200);
});

/** What the build refuses in `content/media/`. */
const notOrdinary: readonly (readonly [string, (content: string, outside: string) => void])[] = [
  ['a link out of content', (content, outside) => symlinkSync(outside, join(content, 'media', 'sound.mp3'))],
  ['a folder', (content) => mkdirSync(join(content, 'media', 'sound.mp3'))],
  ['a pipe', (content) => void spawnSync('mkfifo', [join(content, 'media', 'sound.mp3')])],
];

/** Content whose station plays media/sound.mp3; `place` puts something there. */
function contentWith(place: (content: string, outside: string) => void): string {
  const folder = temporaryFolder();
  const content = join(folder, 'content');
  mkdirSync(join(content, 'media'), { recursive: true });
  const radio = readFileSync(join(sites, 'small', 'content', 'radio.yaml'), 'utf8');
  writeFileSync(join(content, 'radio.yaml'), radio.replace(away, 'file:media/sound.mp3'));
  writeFileSync(join(folder, 'sound.mp3'), frames(100));
  place(content, join(folder, 'sound.mp3'));
  return content;
}

/** Why a source cannot be played; `undefined` where it plays. */
async function openingOf(path: string, within: string): Promise<string | undefined> {
  try {
    for await (const part of openFile({ kind: 'file', path, within }, new AbortController().signal, 8000))
      if ('sound' in part) return undefined;
  } catch (error) {
    return String(error);
  }
}

describe('the sound of a station', () => {
  it.each(notOrdinary)(
    'is not %s; the reason is given at the start and when it is to be played',
    async (_name, place) => {
      const content = contentWith(place);
      const words = /sound\.mp3 (?:is a link, or stands behind one|is not an ordinary file)/;
      expect(() => stationsOf(content)).toThrow(words);
      expect(await openingOf(join(content, 'media', 'sound.mp3'), content)).toMatch(words);
    },
  );

  it('is played from content that is itself behind a link', async () => {
    const content = contentWith((content) => writeFileSync(join(content, 'media', 'sound.mp3'), frames(100)));
    const linked = join(temporaryFolder(), 'linked');
    symlinkSync(content, linked);
    const [station] = stationsOf(linked);
    expect(station?.source).toEqual({
      kind: 'file',
      path: join(linked, 'media', 'sound.mp3'),
      within: linked,
    });
    expect(await openingOf(join(linked, 'media', 'sound.mp3'), linked)).toBeUndefined();
  });
});

it('radio.yaml is not read through a link', () => {
  const content = contentWith(() => {});
  renameSync(join(content, 'radio.yaml'), join(content, '..', 'radio.yaml'));
  symlinkSync(join('..', 'radio.yaml'), join(content, 'radio.yaml'));
  expect(() => stationsOf(content)).toThrow('radio.yaml is a link');
});
