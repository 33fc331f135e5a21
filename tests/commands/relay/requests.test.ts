import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { firstFrame } from '../../../cli/lib/sound-frames.ts';
import { afterwards } from '../../cleanup.ts';
import { until } from '../../until.ts';
import { hears, listen, monoSound, request, startRelay, startUpstream } from './relays.ts';

const stations = ['--stream', `8000=${monoSound}`];

/** Sends bytes as they are, and gives all that came back once the other side has closed. */
function talk(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  afterwards(() => socket.destroy());
  let answer = '';
  socket.on('data', (text) => {
    answer += text.toString('latin1');
  });
  socket.on('error', () => {});
  socket.write(bytes);
  return new Promise((done) => socket.on('close', () => done(answer)));
}

it('plays a station, from a frame on, to whoever asks', async () => {
  const relay = await startRelay(stations);
  const listener = listen(relay.port);
  await hears(listener, 90_000);
  expect(listener.head().split('\r\n')).toEqual([
    'http/1.1 200 ok',
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'content-type: audio/mpeg',
    'connection: close',
    'accept-ranges: none',
    'x-accel-buffering: no',
    expect.stringMatching(/^date: /),
  ]);
  expect(firstFrame(listener.sound(), 'mp3')).toBe(0);
});

it.each([
  ['a station by another spelling', '/api/stream?port=08000', 404],
  ['a station with a space', '/api/stream?port=8000%20', 404],
  ['an empty name', '/api/stream?port=', 404],
  ['two stations', '/api/stream?port=8000&port=8000', 400],
  ['no station, but something else', '/api/stream?host=example.com', 400],
  ['the title of none', '/api/now-playing?port=1', 404],
  ['another page', '/', 404],
  ['no address', '//', 404],
])('answers in words to who asks for %s, and opens no connection to it', async (_, path, status) => {
  const upstream = await startUpstream(() => {});
  const relay = await startRelay(['--stream', `8000=${upstream.url}`]);
  for (const method of ['GET', 'HEAD']) {
    const answer = await talk(relay.port, request(path).replace('GET', method));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*content-type: text/plain; charset=utf-8`, 'is'));
    expect(answer).toMatch(method === 'GET' ? /\r\n\r\n[A-Z].*\.\n$/ : /\r\n\r\n$/);
  }
  // That of the station itself.
  expect(upstream.connections()).toBeLessThan(2);
});

it('answers HEAD as it would GET, and counts nobody', async () => {
  const relay = await startRelay(stations);
  const { status, headers } = await relay.get('/api/stream?port=8000', { method: 'HEAD' });
  expect([status, headers.get('content-type'), headers.get('accept-ranges')]).toEqual([
    ...[200, 'audio/mpeg', 'none'],
  ]);
  expect(await relay.listeners()).toBe(0);
});

it.each([
  ['OPTIONS', 204],
  ['POST', 405],
  ['DELETE', 405],
])('answers %s with what is allowed', async (method, status) => {
  const relay = await startRelay(stations);
  const response = await relay.get('/api/stream?port=8000', { method });
  expect([response.status, response.headers.get('allow')]).toEqual([status, 'GET, HEAD, OPTIONS']);
});

it('plays from now on to who asks for a part, in pieces, by HTTP 1.0, and as a proxy is sent', async () => {
  const relay = await startRelay(stations);
  const whole = request('/api/stream?t=17&port=8000&x', ['Range: bytes=5000-']);
  const halves = listen(relay.port, { text: whole.slice(0, 30) });
  halves.socket.once('connect', () => halves.socket.write(whole.slice(30)));
  await hears(halves, 90_000);
  expect(halves.head()).toMatch(/^http\/1\.1 200 ok.*accept-ranges: none/s);
  for (const text of [
    'GET /api/stream?port=8000 HTTP/1.0\r\n\r\n',
    request('http://radio.example/api/stream?port=8000'),
  ])
    await hears(listen(relay.port, { text }), 1000);
});

it('lets sites that are listed use it, and no others', async () => {
  const relay = await startRelay([...stations, '--allow-origin', 'https://paper.example']);
  const allowedTo = async (path: string, method: string, origin: string) => {
    const { headers } = await relay.get(path, { method, headers: { Origin: origin } });
    expect(headers.get('vary')).toMatch(/\bOrigin\b/);
    return headers.get('access-control-allow-origin');
  };
  for (const path of ['/api/stream?port=8000', '/api/now-playing?port=8000'])
    for (const method of ['HEAD', 'OPTIONS']) {
      expect(await allowedTo(path, method, 'https://paper.example')).toBe('https://paper.example');
      expect(await allowedTo(path, method, 'https://other.example')).toBe(null);
    }
});

it('says whether it is well, and how many listen', async () => {
  const relay = await startRelay(stations);
  await hears(listen(relay.port), 1000);
  const health = await relay.get('/healthz');
  expect([health.status, await health.text()]).toEqual([200, 'ok\n']);
  expect(await (await relay.get('/metrics')).text()).toBe(
    '# TYPE galley_relay_listeners gauge\ngalley_relay_listeners{port="8000"} 1\n',
  );
});

it.each([
  ['garbage', Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7919) % 256)), /^HTTP\/1\.1 400/],
  [
    'huge fields',
    `GET /api/stream?port=8000 HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
    /^HTTP\/1\.1 431/,
  ],
  ['half a request', 'GET /api/stream?port=8000 HT', /^HTTP\/1\.1 408/],
  ['nothing', '', /^HTTP\/1\.1 408/],
])('answers %s clearly, and closes', async (_, bytes, answer) => {
  const relay = await startRelay(stations, { limits: { header: 200 } });
  expect(await talk(relay.port, bytes)).toMatch(answer);
});

it.each([
  ['a second request', request('/api/stream?port=8000')],
  ['a request for a title', request('/api/now-playing?port=8000')],
  ['garbage', '\x16\x03\x01 garbage\r\n\r\n'],
])(
  'closes on whoever sends %s behind a request that plays, and writes nothing into the sound',
  async (_, text) => {
    const relay = await startRelay([...stations, '--max-listeners', '1']);
    const listener = listen(relay.port);
    await hears(listener, 1000);
    listener.socket.write(text);
    await until(() => listener.end(), 'the connection to close');
    expect(listener.sound().includes('HTTP/1.1')).toBe(false);
    const answers = (await talk(relay.port, request('/api/stream?port=8000') + text)).match(
      /HTTP\/1\.1 \d+/g,
    );
    expect(answers?.length ?? 0).toBeLessThan(2);
    await until(async () => (await relay.listeners()) === 0, 'nobody to listen');
  },
);

it('answers a proxy titles one after the other on a connection, in a form that caches keep for a while', async () => {
  const relay = await startRelay([...stations, '--trust-proxy', '127.0.0.1']);
  const follower = listen(relay.port, { text: '' });
  const answers = () => follower.sound().toString().split('"title":null}').length - 1;
  for (const accept of ['text/event-stream', '*/*', 'text/event-stream']) {
    const before = answers();
    follower.socket.write(request('/api/now-playing?port=8000', [`Accept: ${accept}`]));
    await until(() => answers() > before || follower.end(), 'a title');
  }
  expect([answers(), follower.end()]).toEqual([3, undefined]);
  expect(follower.head()).toMatch(/cache-control: public, max-age=5\r\n.*vary: accept\r\n/s);
  // Nobody keeps one for nothing.
  await until(() => follower.end(), 'an idle connection to be closed');
  const { port } = await startRelay(stations);
  expect(await talk(port, request('/api/now-playing?port=8000'))).toMatch(/connection: close\r\n/i);
});

it('forgets listeners who hang up, whether by half or at once', async () => {
  const relay = await startRelay(stations);
  const [half, whole] = [listen(relay.port), listen(relay.port)];
  await Promise.all([hears(half, 1000), hears(whole, 1000)]);
  expect(await relay.listeners()).toBe(2);
  half.socket.end();
  whole.socket.resetAndDestroy();
  await until(async () => (await relay.listeners()) === 0, 'nobody to listen');
});
