import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createSecureServer } from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import { defaultLimits } from '../../../cli/commands/relay/flags.ts';
import { createIcySplitter } from '../../../cli/commands/relay/icy.ts';
import { runRelay } from '../../../cli/commands/relay/main.ts';
import { afterwards } from '../../cleanup.ts';
import { temporaryFolder } from '../../helpers.ts';
import { requireProgram } from '../../machine.ts';
import { until } from '../../until.ts';
import {
  firstOfStereoSound,
  hears,
  listen,
  monoSound,
  request,
  startRelay,
  startRelayProcess,
  startUpstream,
  stereoSound,
} from './relays.ts';
import { frames } from './sound.ts';

// Those that wait for what a relay does in its own time run beside each other.

/** Answers with two seconds of sound at once, and then with what is due ten times a second. */
function play(socket: Socket) {
  socket.write(ok());
  let next = 0;
  const send = (count: number) => {
    socket.write(frames(count, next));
    next += count;
  };
  send(76);
  const timer = setInterval(send, 100, 4);
  socket.on('close', () => clearInterval(timer));
}

const ok = (...fields: string[]) =>
  `${['HTTP/1.0 200 OK', 'Content-Type: audio/mpeg', ...fields].join('\r\n')}\r\n\r\n`;

it('requests metadata at the path of the address, with its name and password', async () => {
  let requested = '';
  const upstream = await startUpstream((socket, text) => {
    requested = text;
    play(socket);
  });
  // A lone % belongs to the password.
  const address = `http://dj:p%40ss%@127.0.0.1:${upstream.port}/live?quality=high`;
  const relay = await startRelay(['--stream', `8000=${address}`]);
  await hears(listen(relay.port), 1000);
  expect(requested.split('\r\n').filter((line) => !line.startsWith('User-Agent'))).toEqual([
    'GET /live?quality=high HTTP/1.1',
    `Host: 127.0.0.1:${upstream.port}`,
    'Accept: */*',
    'Icy-MetaData: 1',
    'Connection: close',
    `Authorization: Basic ${btoa('dj:p@ss%')}`,
    '',
    '',
  ]);
});

it('plays an old SHOUTcast server, whose answer is no HTTP, and takes its Latin-1 titles out of the sound', async () => {
  const upstream = await startUpstream((socket) => {
    socket.write('ICY 200 OK\r\nContent-Type: audio/mpeg\r\nicy-metaint: 1000\r\n\r\n');
    const title = Buffer.alloc(32);
    title.write("StreamTitle='Can\xe7\xf3 d''aqu\xed';", 'latin1');
    const sound = frames(120);
    for (let at = 0; at < sound.length; at += 1000) {
      socket.write(sound.subarray(at, at + 1000));
      if (at + 1000 <= sound.length)
        socket.write(at === 3000 ? Buffer.concat([Buffer.from([2]), title]) : Buffer.from([0]));
    }
  });
  const relay = await startRelay(['--stream', `8000=${upstream.url}`]);
  const listener = listen(relay.port);
  await hears(listener, 50_000);
  expect(frames(120).subarray(0, 50_040).equals(listener.sound().subarray(0, 50_040))).toBe(true);
  const response = await relay.get('/api/now-playing?port=8000');
  expect(await response.json()).toEqual({ port: '8000', title: "Cançó d''aquí" });
});

it('plays a stream that comes over https', async () => {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const flags = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -keyout ${key} -out ${cert}`;
  execFileSync(requireProgram('openssl'), [...flags.split(' '), '-addext', 'subjectAltName=DNS:localhost'], {
    stdio: 'ignore',
  });
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => play(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterwards(() => server.close());
  const { port } = server.address() as { port: number };
  const trusting = await startRelayProcess(['--stream', `8000=https://localhost:${port}/live`], {
    environment: { NODE_EXTRA_CA_CERTS: cert },
  });
  await hears(listen(trusting.port), 1000);

  const strict = await startRelay(['--stream', `8000=https://localhost:${port}/live`]);
  expect((await strict.get('/api/stream?port=8000')).status).toBe(503);
  expect((await strict.happened('upstream-failed')).reason).toMatch(/self.signed/);
});

describe.concurrent('an upstream that is no stream', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['has nothing', 'HTTP/1.0 404 Not Found\r\n\r\n', /answers 404/],
    ['is no server of HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', /Parse Error/],
    [
      'sends a page',
      'HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<html>',
      /sends text\/html, which nobody can join midway/,
    ],
    [
      'sends Ogg',
      'HTTP/1.0 200 OK\r\nContent-Type: application/ogg\r\n\r\nOggS',
      /sends application\/ogg, which nobody can join midway: relay MP3 or AAC/,
    ],
    ['sends a file', `${ok('Content-Length: 5000')}`, /sends a file of a fixed length/],
    ['counts metadata by nonsense', ok('icy-metaint: -7'), /icy-metaint is not valid/],
    [
      'says it sends MP3, and does not',
      Buffer.concat([Buffer.from(ok()), Buffer.alloc(300_000, 0x41)]),
      /sends no sound, though it says so/,
    ],
    ['answers nothing', '', /did not answer in time/],
  ])('fails where it %s, and is told so in the log', async (_, answer, reason) => {
    const upstream = await startUpstream((socket) => void socket.write(answer));
    const relay = await startRelay(['--stream', `8000=${upstream.url}`]);
    const listener = listen(relay.port);
    expect((await relay.happened('upstream-failed')).reason).toMatch(reason);
    await until(() => listener.end(), 'an answer');
    expect(listener.head()).toMatch(/^http\/1\.1 503 .*retry-after: 5/s);
  });

  it('fails where nobody is, at the 1st, 10th and 100th time said in the log', async () => {
    const upstream = await startUpstream(() => {});
    upstream.server.close();
    const relay = await startRelay(['--stream', `8000=http://127.0.0.1:1/`], {
      limits: { retry: 1, maxRetry: 5 },
    });
    await relay.happened('upstream-failed', 3);
    expect(
      relay.events.filter(({ event }) => event === 'upstream-failed').map(({ failures }) => failures),
    ).toEqual([1, 10, 100]);
  });
});

it('opens its source once, however many listen, and keeps it open without listeners', async () => {
  const upstream = await startUpstream(play);
  const relay = await startRelay(['--stream', `8000=${upstream.url}`]);
  await until(() => upstream.connections() === 1, 'the source to be opened');
  const crowd = Array.from({ length: 20 }, () => listen(relay.port));
  await Promise.all(crowd.map((listener) => hears(listener, 1000)));
  for (const { socket } of crowd) socket.destroy();
  await until(async () => (await relay.listeners()) === 0, 'nobody to listen');
  await hears(listen(relay.port), 1000);
  expect(upstream.connections()).toBe(1);
});

describe.concurrent('a file', () => {
  it('plays over and over at its own bit rate, without its tags', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'short.mp3');
    const tag = Buffer.concat([Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x0a'), Buffer.alloc(10, 0xff)]);
    writeFileSync(file, Buffer.concat([tag, frames(40), Buffer.from('TAG'), Buffer.alloc(125, 0x20)]));
    const relay = await startRelay(['--stream', `8000=file:${file}`]);
    const listener = listen(relay.port);
    const start = performance.now();
    // 8 s at once, then a second a second.
    await hears(listener, 417 * 38 * 9);
    const seconds = (performance.now() - start) / 1000;
    expect(seconds).toBeGreaterThan(0.5);
    const loop = Buffer.concat(Array<Buffer>(15).fill(frames(40)));
    const sound = listener.sound();
    const at = loop.indexOf(sound.subarray(0, 417));
    expect(loop.subarray(at, at + sound.length).equals(sound)).toBe(true);
  });

  it.each([
    ['that is not there', '/nowhere/at-all.mp3', /no such file/],
    ['without sound', join(__dirname, 'sound.ts'), /has no MP3 frames/],
  ])('%s is a failure of its source, and no crash', async (_, path, reason) => {
    const relay = await startRelay(['--stream', `8000=file:${path}`]);
    expect((await relay.get('/api/stream?port=8000')).status).toBe(503);
    expect((await relay.happened('upstream-failed')).reason).toMatch(reason);
  });
});

it.concurrent('sends no half of a frame before its fallback', async () => {
  const upstream = await startUpstream((socket) => {
    socket.write(ok());
    socket.write(frames(200).subarray(0, 120 * 417 + 100), () => setTimeout(() => socket.destroy(), 100));
  });
  const relay = await startRelay(['--stream', `8000=${upstream.url}`, '--fallback', `8000=${stereoSound()}`]);
  const listener = listen(relay.port);
  await relay.happened('fallback');
  await hears(listener, 1000);
  const end = listener.sound().indexOf(firstOfStereoSound);
  expect(listener.sound().subarray(0, end).equals(frames(120).subarray(-end))).toBe(true);
});

it.concurrent('goes on at the next byte, however little comes after what was sent', async () => {
  const sound = frames(200);
  const cut = 120 * 417 + 100;
  const upstream = await startUpstream((socket) => {
    socket.write(ok());
    if (upstream.connections() === 1) {
      socket.write(sound.subarray(0, cut), () => setTimeout(() => socket.destroy(), 200));
      return;
    }
    socket.write(sound.subarray(0, cut + 50));
    setTimeout(() => socket.write(sound.subarray(cut + 50)), 200);
  });
  const relay = await startRelay(['--stream', `8000=${upstream.url}`]);
  const listener = listen(relay.port);
  await hears(listener, sound.length);
  expect(listener.sound().equals(sound)).toBe(true);
  expect(relay.events.some(({ event }) => event === 'ended')).toBe(false);
});

it('says every hour, and at the end, how many hours were listened to', async () => {
  const start = performance.now();
  const events: Record<string, unknown>[] = [];
  const said = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    events.push(JSON.parse(String(line)));
    return true;
  });
  const flags = ['--stream', `8000=${monoSound}`, '--port', '0'];
  const over = runRelay(flags, undefined, { ...defaultLimits, report: 500 });
  const happened = (event: string) => events.filter((one) => one.event === event);
  await until(() => happened('listening').length > 0, 'the relay to listen');
  const crowd = Array.from({ length: 20 }, () => listen(Number(happened('listening')[0]?.port)));
  await Promise.all(crowd.map((listener) => hears(listener, 1000)));
  const reports = () => happened('listened');
  await until(() => reports().filter(({ listeners }) => listeners === 20).length > 1, 'reports of them all');
  process.emit('SIGTERM');
  await over;
  said.mockRestore();
  const seconds = reports().reduce((sum, { listenerHours }) => sum + Number(listenerHours) * 3600, 0);
  // 20 listeners for 0.15 s at least; each report is rounded to 3.6 s.
  expect(seconds).toBeGreaterThan(3);
  expect(seconds).toBeLessThan((20 * (performance.now() - start)) / 1000 + 3.6 * reports().length);
});

describe('a player that asks for titles', () => {
  /** Sound and titles of a stream with metadata after every `interval` bytes. */
  function split(bytes: Buffer, interval: number) {
    const parts = createIcySplitter(interval)(bytes);
    const sound = Buffer.concat(parts.flatMap((part) => ('sound' in part ? [part.sound] : [])));
    return { sound, titles: parts.flatMap((part) => ('title' in part ? [part.title] : [])) };
  }

  it('gets them in the sound, and the same sound as others', async () => {
    const title = (text: string) => {
      const block = Buffer.alloc(64);
      block.write(`StreamTitle='${text}';`);
      return Buffer.concat([Buffer.from([4]), block]);
    };
    const upstream = await startUpstream((socket) => {
      socket.write(ok('icy-metaint: 2000'));
      const sound = frames(400);
      const send = (from: number, to: number, text: string) => {
        for (let at = from; at < to; at += 2000)
          socket.write(Buffer.concat([sound.subarray(at, at + 2000), title(text)]));
      };
      send(0, 60_000, 'One');
      setTimeout(() => send(60_000, 160_000, 'Two \u202e'), 500);
    });
    const relay = await startRelay(['--stream', `8000=${upstream.url}`]);
    const player = listen(relay.port, { text: request('/api/stream?port=8000', ['Icy-MetaData: 1']) });
    const browser = listen(relay.port);
    await Promise.all([hears(player, 150_000), hears(browser, 150_000)]);
    const interval = Number(/icy-metaint: (\d+)/.exec(player.head())?.[1]);
    const { sound, titles } = split(player.sound(), interval);
    expect(titles.filter(Boolean)).toEqual(['One', 'Two']);
    expect(frames(400).subarray(0, sound.length).equals(sound)).toBe(true);
    expect(browser.head()).not.toContain('icy');
    expect(frames(400).subarray(0, browser.sound().length).equals(browser.sound())).toBe(true);
    expect(await (await relay.get('/api/now-playing?port=8000')).json()).toMatchObject({ title: 'Two' });
  });
});

describe('a fallback that is a stream', () => {
  /** A source that closes every connection while `away.is`. */
  async function startAwaySource(speak: (socket: Socket) => void) {
    const away = { is: true };
    const upstream = await startUpstream((socket) => (away.is ? socket.destroy() : speak(socket)));
    return { ...upstream, away };
  }

  it.concurrent('is opened again when it ends', async () => {
    const source = await startAwaySource(() => {});
    const fallback = await startUpstream((socket) => {
      play(socket);
      if (fallback.connections() === 1) setTimeout(() => socket.destroy(), 200);
    });
    const relay = await startRelay(['--stream', `8000=${source.url}`, '--fallback', `8000=${fallback.url}`]);
    await hears(listen(relay.port), 1000);
    await relay.happened('fallback-failed');
    await until(() => fallback.connections() === 2, 'the fallback to be opened again');
    await hears(listen(relay.port), 1000);
  });

  it('leaves when the source is back with another kind of sound, for which its listeners come again', async () => {
    const aac = (count: number) => {
      const frame = Buffer.alloc(256, 0x21);
      Buffer.from('fff15080200000', 'hex').copy(frame);
      return Buffer.concat(Array<Buffer>(count).fill(frame));
    };
    const source = await startAwaySource((socket) => {
      socket.write(ok().replace('mpeg', 'aac'));
      socket.write(aac(100));
      const timer = setInterval(() => socket.write(aac(5)), 100);
      socket.on('close', () => clearInterval(timer));
    });
    const relay = await startRelay(['--stream', `8000=${source.url}`, '--fallback', `8000=${monoSound}`]);
    const listener = listen(relay.port);
    await hears(listener, 10_000);
    source.away.is = false;
    expect(await relay.happened('ended')).toMatchObject({
      reason: 'AAC, 44.1 kHz, stereo follows MP3, 44.1 kHz, mono',
    });
    await until(() => listener.end() === 'end', 'the listener to be ended');
    const again = listen(relay.port);
    await hears(again, 1000);
    expect(again.head()).toContain('content-type: audio/aac');
    expect(again.sound().subarray(0, 256).equals(aac(1))).toBe(true);
  });
});

describe('a redirect', () => {
  const to = (location: string) => `HTTP/1.0 302 Found\r\nLocation: ${location}\r\n\r\n`;

  it('is followed on the same host, and to hosts that are named', async () => {
    const edge = await startUpstream((socket, asked) => {
      if (asked.startsWith('GET /live')) return void socket.end(to('/edge?b=1'));
      play(socket);
    });
    const local = edge.url.replace('127.0.0.1', 'localhost');
    const hub = await startUpstream((socket) => void socket.end(to(local)));
    const relay = await startRelay(['--stream', `8000=${hub.url}`, '--follow', 'localhost']);
    await hears(listen(relay.port), 1000);
    expect([hub.connections(), edge.connections()]).toEqual([1, 2]);
  });

  const refused = (host: string) =>
    `it redirects to ${host}: name that address, or allow its host with --follow`;
  it.each([
    ['to another host', 'http://localhost:1/live', refused('localhost:1')],
    ['to another scheme', 'file:///etc/passwd', refused('nowhere')],
    ['in circles', '/live', 'it redirects in circles'],
  ])('is a failure %s', async (_, location, reason) => {
    const upstream = await startUpstream((socket) => void socket.end(to(location)));
    const relay = await startRelay(['--stream', `8000=${upstream.url}`]);
    expect((await relay.get('/api/stream?port=8000')).status).toBe(503);
    expect((await relay.happened('upstream-failed')).reason).toBe(reason);
  });
});
