import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { firstFrame } from '../../cli/relay/sound-frames.ts';
import { afterwards } from '../cleanup.ts';
import { until } from '../until.ts';
import { hears, listen, monoSound, request, startRelay, startUpstream } from './relays.ts';

const stations = ['--stream', `8000=${monoSound}`];

/** Sends bytes as they are, and gives all that came back once the other side has closed. */
function talk(port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  afterwards(() => socket.destroy());
  let answer = '';
  socket.on('data', (text) => {
    answer += text.toString('latin1');
  });
  socket.on('error', () => {});
  for (const piece of pieces) socket.write(piece);
  return new Promise((done) => socket.on('close', () => done(answer)));
}

it('plays a station, from a frame on, to whoever asks', async () => {
  const relay = await startRelay(stations);
  const listener = listen(relay.port);
  await hears(listener, 90_000);
  expect(listener.head().split('\r\n')).toEqual([
    'http/1.1 200 ok',
    'content-type: audio/mpeg',
    'accept-ranges: none',
    'x-accel-buffering: no',
    'connection: close',
    'cache-control: no-store',
    'x-content-type-options: nosniff',
  ]);
  expect(firstFrame(listener.sound(), 'mp3')).toBe(0);
});

it.each([
  ['a station by another spelling', '/api/stream?port=08000', 404],
  ['a station with a space', '/api/stream?port=8000%20', 404],
  ['a station it does not have', '/api/stream?port=9000', 404],
  ['an empty name', '/api/stream?port=', 404],
  ['two stations', '/api/stream?port=8000&port=8000', 400],
  ['two names, one without a value', '/api/stream?port=8000&port', 400],
  ['no station', '/api/stream', 400],
  ['no station, but something else', '/api/stream?host=example.com', 400],
  ['the title of none', '/api/now-playing?port=1', 404],
  ['another page', '/', 404],
])('answers in words to who asks for %s, and opens no connection', async (_, path, status) => {
  const upstream = await startUpstream(() => {});
  const relay = await startRelay(['--stream', `8000=${upstream.url}`]);
  for (const method of ['GET', 'HEAD']) {
    const response = await relay.get(path, { method });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'text/plain; charset=utf-8',
    ]);
    expect(await response.text()).toMatch(method === 'GET' ? /^[A-Z].*\.\n$/ : /^$/);
  }
  expect(upstream.connections()).toBe(0);
});

it('ignores whatever else stands in the query', async () => {
  const relay = await startRelay(stations);
  const listener = listen(relay.port, { path: '/api/stream?t=17&port=8000&x' });
  await hears(listener, 1000);
});

it('answers HEAD as it would GET, and counts nobody', async () => {
  const relay = await startRelay(stations);
  const response = await relay.get('/api/stream?port=8000', { method: 'HEAD' });
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('accept-ranges'),
  ]).toEqual([200, 'audio/mpeg', 'none']);
  expect(await relay.metric('listeners')).toBe(0);
});

it('answers OPTIONS with what is allowed', async () => {
  const relay = await startRelay(stations);
  const response = await relay.get('/api/stream?port=8000', { method: 'OPTIONS' });
  expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
});

it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s', async (method) => {
  const relay = await startRelay(stations);
  const response = await relay.get('/api/stream?port=8000', { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

it('plays from now on to who asks for a part', async () => {
  const relay = await startRelay(stations);
  const listener = listen(relay.port, { text: request('/api/stream?port=8000', ['Range: bytes=5000-']) });
  await hears(listener, 1000);
  expect(listener.head()).toMatch(/^http\/1\.1 200 ok.*accept-ranges: none/s);
});

it('plays to requests in pieces, with a field twice, of HTTP 1.0, and as a proxy is sent', async () => {
  const relay = await startRelay(stations);
  const [line = '', ...fields] = request('/api/stream?port=8000', ['X-A: 1', 'X-A: 2']).split('\r\n');
  const whole = listen(relay.port, { text: [line, ...fields].join('\r\n') });
  await hears(whole, 90_000);
  const halves = listen(relay.port, { text: `${line}\r\n` });
  halves.socket.once('connect', () => halves.socket.write(fields.join('\r\n')));
  await hears(halves, 1000);
  for (const text of [
    'GET /api/stream?port=8000 HTTP/1.0\r\n\r\n',
    `\r\n\r\n${request('/api/stream?port=8000', ['X-Empty:', 'X-Name: Caf\xe9'])}`,
    request('http://radio.example/api/stream?port=8000'),
  ])
    await hears(listen(relay.port, { text: Buffer.from(text, 'latin1') }), 1000);
});

it('lets sites that are listed use it, and no others', async () => {
  const relay = await startRelay([...stations, '--allow-origin', 'https://paper.example']);
  for (const path of ['/api/stream?port=8000', '/api/now-playing?port=8000']) {
    const allowed = await relay.get(path, { method: 'HEAD', headers: { Origin: 'https://paper.example' } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://paper.example');
    const other = await relay.get(path, { method: 'HEAD', headers: { Origin: 'https://other.example' } });
    expect(other.headers.get('access-control-allow-origin')).toBe(null);
    expect(other.headers.get('vary')).toMatch(/\bOrigin$/);
  }
  for (const [method, accept] of [
    ['OPTIONS', '*/*'],
    ['GET', 'text/event-stream'],
  ] as const) {
    const response = await relay.get('/api/now-playing?port=8000', {
      method,
      headers: { Origin: 'https://paper.example', Accept: accept },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://paper.example');
    await response.body?.cancel();
  }
  const listener = listen(relay.port, {
    text: request('/api/stream?port=8000', ['Origin: https://paper.example']),
  });
  await hears(listener, 1000);
  expect(listener.head()).toContain('access-control-allow-origin: https://paper.example');
});

it('says whether it is well, and what it counts', async () => {
  const relay = await startRelay(stations);
  await hears(listen(relay.port), 1000);
  const health = await relay.get('/healthz');
  expect([health.status, await health.text()]).toEqual([200, 'ok\n']);
  const metrics = await relay.get('/metrics');
  expect(metrics.headers.get('content-type')).toContain('version=0.0.4');
  expect(
    (await metrics.text())
      .replace(/ [\d.]+$/gm, ' N')
      .split('\n')
      .filter((line) => !line.startsWith('#')),
  ).toEqual([
    'galley_relay_listeners{port="8000"} N',
    'galley_relay_waiting{port="8000"} N',
    'galley_relay_listener_seconds_total{port="8000"} N',
    'galley_relay_sent_bytes_total{port="8000"} N',
    'galley_relay_evicted_total{port="8000"} N',
    'galley_relay_reconnects_total{port="8000"} N',
    'galley_relay_splices_total{port="8000"} N',
    'galley_relay_upstream_age_seconds{port="8000"} N',
    '',
  ]);
});

it.each([
  ['garbage', Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7919) % 256)), /^HTTP\/1\.1 400/],
  ['a line without end', 'G'.repeat(100_000), /^HTTP\/1\.1 4(00|31)/],
  [
    'huge fields',
    `GET /api/stream?port=8000 HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
    /^HTTP\/1\.1 431/,
  ],
  ['half a request', 'GET /api/stream?port=8000 HT', /^$/],
  ['nothing', '', /^$/],
])('answers %s clearly, or closes', async (_, bytes, answer) => {
  const relay = await startRelay(stations, { limits: { header: 200 } });
  expect(await talk(relay.port, bytes)).toMatch(answer);
  expect((await relay.get('/healthz')).status).toBe(200);
});

it('answers 400 to what is no request of HTTP/1.1', async () => {
  const relay = await startRelay(stations);
  const get = 'GET /api/stream?port=8000 HTTP/1.1\r\nHost: radio.example\r\n';
  for (const text of [
    'hello\r\n\r\n',
    Buffer.from('160301', 'hex'),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET / HTTP/1.1\nHost: x\n\n',
    'GET  / HTTP/1.1\r\nHost: x\r\n\r\n',
    'get / HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `${get}Host: b\r\n\r\n`,
    `${get}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    `${get}X: a\r\n b\r\n\r\n`,
    `${get}X Y: a\r\n\r\n`,
    `${get}X: a\0b\r\n\r\n`,
    `${get}X: a\rb\r\n\r\n`,
  ])
    expect([text, (await talk(relay.port, text)).split('\r\n', 1)]).toEqual([
      text,
      ['HTTP/1.1 400 Bad Request'],
    ]);
});

it.each([
  ['the same', request('/api/stream?port=8000').repeat(2)],
  ['the same in another form', request('/api/stream?port=8000', ['X-A: 1', 'X-A: 2']).repeat(5)],
  [
    'three thousand titles',
    request('/api/now-playing?port=8000', ['Accept: text/event-stream']).repeat(3000),
  ],
  [
    'something that is no request',
    `${request('/api/stream?port=8000', ['X-A: 1', 'X-A: 2'])}garbage\r\n\r\n`,
  ],
])('closes on whoever asks for %s in one go, and answers at most once', async (_, text) => {
  const relay = await startRelay([...stations, '--max-listeners', '1']);
  const answers = (await talk(relay.port, text)).match(/HTTP\/1\.1 \d+/g) ?? [];
  expect(answers.length).toBeLessThan(2);
  expect(answers).not.toContain('HTTP/1.1 400');
  await hears(listen(relay.port), 1000);
});

it('closes on whoever sends garbage after a request that plays, and writes nothing into the sound', async () => {
  const relay = await startRelay(stations);
  for (const fields of [[], ['X-A: 1', 'X-A: 2']]) {
    const listener = listen(relay.port, { text: request('/api/stream?port=8000', fields) });
    await hears(listener, 1000);
    listener.socket.write('\x16\x03\x01 garbage\r\n\r\n');
    await until(() => listener.end(), 'the connection to close');
    expect(listener.sound().includes('HTTP/1.1')).toBe(false);
  }
});

it('answers titles one after the other on a connection, in a form that caches keep for a while', async () => {
  const relay = await startRelay(stations);
  const follower = listen(relay.port, { text: '' });
  const answers = () => follower.sound().toString().split('"title":null}').length - 1;
  for (const accept of ['text/event-stream', '*/*', 'text/event-stream']) {
    const before = answers();
    follower.socket.write(request('/api/now-playing?port=8000', [`Accept: ${accept}`]));
    await until(() => answers() > before || follower.end(), 'a title');
  }
  expect([answers(), follower.end()]).toEqual([3, undefined]);
  expect(follower.head()).toMatch(/cache-control: public, max-age=5\r\nvary: accept\r\n/);
  // Nobody keeps one for nothing.
  await until(() => follower.end(), 'an idle connection to be closed');
});

it.each([
  ['asks for that', '1.1', ['Connection: close'], ''],
  ['speaks HTTP/1.0', '1.0', [], ''],
  ['sends a body', '1.1', ['Content-Length: 5'], ''],
  ['ends its side', '1.1', [], 'end'],
])('closes the connection after the title where a client %s', async (_, version, fields, end) => {
  const relay = await startRelay(stations, { limits: { titles: 60_000 } });
  const text = request('/api/now-playing?port=8000', fields).replace('HTTP/1.1', `HTTP/${version}`);
  const follower = listen(relay.port, { text });
  if (end) follower.socket.once('connect', () => follower.socket.end());
  await until(() => follower.end(), 'the end', 5000);
  expect(follower.sound().toString()).toContain('"title":null');
});

it('ignores blank lines before and behind a request, in one piece or more', async () => {
  const relay = await startRelay(stations);
  const stream = request('/api/stream?port=8000');
  for (const pieces of [['\r\n'.repeat(3), stream], [`${stream}\r\n`], [stream, '\r\n', '\r\n\r\n']]) {
    const listener = listen(relay.port, { text: pieces[0] });
    for (const piece of pieces.slice(1)) {
      await until(() => listener.socket.bytesWritten > 0, 'the first piece to be sent');
      await relay.get('/healthz');
      listener.socket.write(piece);
    }
    await hears(listener, 1000);
    await relay.get('/healthz');
    await hears(listener, 1000);
  }
});

it('forgets listeners who hang up, whether by half or at once', async () => {
  const relay = await startRelay(stations);
  const [half, whole] = [listen(relay.port), listen(relay.port)];
  await Promise.all([hears(half, 1000), hears(whole, 1000)]);
  expect(await relay.metric('listeners')).toBe(2);
  half.socket.end();
  whole.socket.resetAndDestroy();
  await until(async () => (await relay.metric('listeners')) === 0, 'nobody to listen');
});
