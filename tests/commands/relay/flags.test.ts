import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultLimits, readFlags, usage } from '../../../cli/commands/relay/flags.ts';
import { root, sites, temporaryFolder } from '../../helpers.ts';
import { galleyWarm } from '../../warm-program.ts';
import { serveHere } from '../serve/requests.ts';
import { bundled, hears, listen, monoSound, startRelayProcess } from './relays.ts';

const station = ['--stream', '8000=http://radio.example:8000/live'];
const port = '--port takes a number from 0, for a free one, to 65535, not ';
const key = "A station's key is a number from 1 to 65535, as in 8000=…, not ";
const source = 'A source is http://…, https://… or file:…, not ';
const proxy = '--trust-proxy takes an address or a range, as 127.0.0.1 or 10.0.0.0/8, not ';
const origin = '--allow-origin takes a site as browsers name it, as https://paper.example, not ';
const follow = '--follow takes the name of a host, as edge.radio.example, not ';

describe('the flags', () => {
  it('say all that a relay is told', () => {
    const flags = readFlags([
      ...['--stream', '8000=https://radio.example/live?a=b', '--stream=8001=file:night.mp3'],
      ...['--fallback', '8000=file:sorry.mp3', '--follow', 'edge.radio.example'],
      ...['--silence', '5', '--grace', '7.5', '--allow-origin', 'https://paper.example'],
      ...['--trust-proxy', '127.0.0.1', '--trust-proxy', '2001:db8::/32'],
      ...['--host', '::', '--port', '0', '--max-listeners', '5000', '--max-per-address', '0'],
    ]);
    expect(flags).toEqual({
      stations: [
        {
          port: '8000',
          source: { kind: 'stream', url: new URL('https://radio.example/live?a=b') },
          fallback: { kind: 'file', path: 'sorry.mp3' },
        },
        { port: '8001', source: { kind: 'file', path: 'night.mp3' } },
      ],
      limits: {
        ...defaultLimits,
        ...{ silence: 5000, grace: 7500 },
        withFallback: { silence: 5000, grace: 7500 },
      },
      host: '::',
      port: 0,
      maxListeners: 5000,
      maxPerAddress: 0,
      trustProxy: ['127.0.0.1', '2001:db8::/32'],
      allowOrigin: ['https://paper.example'],
      follow: ['edge.radio.example'],
    });
  });

  it.each([
    ['--stream http://radio.example', '--stream takes a key, =, and a source, not http://radio.example.'],
    ['--stream live=http://radio.example', `${key}live.`],
    ['--stream 8000=ftp://radio.example', `${source}ftp://radio.example.`],
    ['--stream 8000=file:', `${source}file:.`],
    ['--stream 8000=file:a.mp3 --stream 8000=file:b.mp3', '--stream 8000=… is there twice.'],
    ['--fallback 8000=file:a.mp3', '--fallback 8000=… belongs to no --stream.'],
    ['--port 65536', `${port}65536.`],
    ['--port', "Option '--port <value>' argument missing."],
    ['--max-listeners many', '--max-listeners takes a whole number, not many.'],
    ['--max-per-address=-1', '--max-per-address takes a whole number, not -1.'],
    ['--trust-proxy localhost', `${proxy}localhost.`],
    ['--allow-origin paper.example', `${origin}paper.example.`],
    ['--allow-origin *', `${origin}*.`],
    ['--silence 0', '--silence takes seconds, from 0.1 to 3600, not 0.'],
    ['--follow http://edge.radio.example', `${follow}http://edge.radio.example.`],
    ['--volume 11', "Unknown option '--volume'."],
  ])('refuse %s, and say what would do', (flags, words) => {
    expect(() => readFlags(flags.split(' '))).toThrow(
      expect.objectContaining({ name: 'ExitError', code: 2, message: words }),
    );
  });
});

it('the fallback plays before listeners have heard what they were sent ahead, at every bit rate of MP3', () => {
  const { burst, burstBytes, trial, silence, withFallback } = defaultLimits;
  /** Bytes a millisecond of 320 kbit/s. */
  const fastest = 40;
  expect(withFallback.silence).toBeLessThan(withFallback.grace);
  expect(withFallback.grace).toBeLessThan(Math.min(burst, burstBytes / fastest));
  // A source is proven, or given up, before listeners have waited for long.
  expect(trial).toBeLessThan(silence);
});

/** An empty folder with a `content/` that holds only this radio.yaml. */
function paperWith(radio?: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'content'));
  if (radio !== undefined) writeFileSync(join(folder, 'content', 'radio.yaml'), radio);
  return folder;
}

const smallRadio = readFileSync(join(sites, 'small', 'content', 'radio.yaml'), 'utf8');

describe('galley relay', () => {
  it.each([
    ['missing', undefined, 'There is no content/radio.yaml, which names the stations.'],
    ['no YAML', 'port: [8000', 'content/radio.yaml has problems: `galley check` says which.'],
    [
      'wrong',
      smallRadio.replace('http:', 'ftp:'),
      'content/radio.yaml has problems: `galley check` says which.',
    ],
  ])('ends with 1 where radio.yaml is %s', async (_, radio, words) => {
    expect(await galleyWarm(paperWith(radio), ['relay'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `error ${words}\n`,
    });
  });

  it('plays the stations of radio.yaml', async () => {
    const folder = paperWith(smallRadio.replace(/source: .*/, 'source: file:media/sound.mp3'));
    cpSync(monoSound.slice('file:'.length), join(folder, 'content', 'media', 'sound.mp3'));
    const relay = await startRelayProcess([], {
      program: [join(root, 'cli', 'galley.mjs'), 'relay'],
      folder,
    });
    expect(await relay.happened('listening')).toMatchObject({ stations: ['8000'] });
    await hears(listen(relay.port), 1000);
  });
});

describe('the bundle', () => {
  it('is never written over another file', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'relay.mjs'), 'mine');
    const { status, stderr } = await galleyWarm(folder, ['relay', '--bundle', 'relay.mjs']);
    expect([status, stderr]).toEqual([
      3,
      `error ${join(folder, 'relay.mjs')} already exists; nothing was written.\n`,
    ]);
    expect(readFileSync(join(folder, 'relay.mjs'), 'utf8')).toBe('mine');
  });

  let bundle: string | undefined;
  const bare = (...args: string[]) => {
    const folder = temporaryFolder();
    bundle ??= bundled();
    cpSync(bundle, join(folder, 'radio.mjs'));
    return spawnSync(process.execPath, ['radio.mjs', ...args], { cwd: folder, encoding: 'utf8' });
  };

  it('explains its flags', () => {
    expect(bare('--help')).toMatchObject({ status: 0, stdout: usage, stderr: '' });
  });

  it.each([
    [['--port', 'x', ...station], `${port}x.`],
    [['--host', '', ...station], '--host takes an address, as 127.0.0.1 or 0.0.0.0.'],
    [[], 'Name a station, as in --stream 8000=http://host:8000/live.'],
  ])('ends with 2 after %j', (flags, words) => {
    expect(bare(...flags)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: `${words}\n`,
    });
  });

  it('ends with 3 and one line where something else listens on its port', async () => {
    const taken = await serveHere(createServer());
    expect(bare('--port', `${taken}`, ...station)).toMatchObject({
      status: 3,
      stderr: `listen EADDRINUSE: address already in use 127.0.0.1:${taken}\n`,
    });
  });
});
